// A server of one table for tests: it speaks the messages, keeps a log, and rolls fair dice of real
// chains. It has no clock of its own and no store; a test can cut every line, and let it be away.
import type { Door, Scene } from "../../engine/door";
import { Chain, hash, parse_link, roll, to_text } from "../../fair/links";
import type { GameRecord } from "../../fair/verify";
import type {
  ClientMessage,
  Done,
  Event,
  Refused,
  Rolled,
  Seat,
  SeatLink,
  ServerMessage,
  TableSettings,
  TableState,
} from "../../wire/messages";
import type { Socket } from "../../wire/wire";

type Without<T> = T extends unknown ? Omit<T, "seq" | "at_ms"> : never;

interface Sits {
  seat: Seat;
  name: string;
  bot: string;
  token: string;
  tip: string;
  is_bot_playing: boolean;
}

class Line implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  onerror: Socket["onerror"] = null;
  token = "";
  is_open = true;
  readonly #server: FakeServer;

  constructor(server: FakeServer) {
    this.#server = server;
    void Promise.resolve().then(() => {
      if (server.is_away) this.end(1006);
      else if (this.is_open) this.onopen?.();
    });
  }

  send(text: string): void {
    if (this.is_open) void Promise.resolve().then(() => this.#server.hear(this, JSON.parse(text)));
  }

  close(): void {
    this.is_open = false;
    this.#server.gone(this);
  }

  tell(message: ServerMessage): void {
    const text = JSON.stringify(message);
    void Promise.resolve().then(() => this.is_open && this.onmessage?.({ data: text }));
  }

  end(code: number): void {
    if (!this.is_open) return;
    this.is_open = false;
    this.#server.gone(this);
    this.onclose?.({ code });
  }
}

export class FakeServer {
  readonly code: string;
  readonly log: Event[] = [];
  readonly heard: ClientMessage[] = [];
  readonly #door: Door;
  readonly #settings: TableSettings;
  readonly #chain: Chain;
  readonly #lines = new Set<Line>();
  readonly #answers = new Map<string, Done | Refused>();
  readonly #links = new Map<Seat, string>(); // for the next roll
  readonly #last = new Map<Seat, string>();
  #seats: Sits[];
  #starting: Rolled[] = [];
  #asked: { seat: Seat; line: Line; id: string } | null = null; // a roll that waits for links
  #number = 1;
  scene: Scene | null = null;
  is_away = false;
  /** What every roll is made to be, by a server that cheats. */
  cheat: ((rolled: Without<Rolled>) => Without<Rolled>) | null = null;
  next_table = "";
  /** Commands of that type are refused. */
  refuses: ClientMessage["type"] | null = null;

  constructor(door: Door, settings: TableSettings, { code = "0123456789", secret = 1 } = {}) {
    this.code = code;
    this.#door = door;
    this.#settings = settings;
    this.#chain = new Chain(new Uint8Array(32).fill(secret));
    this.#seats = settings.chairs.map(({ seat, bot }) => {
      return { seat, name: "", bot, token: "", tip: "", is_bot_playing: false };
    });
    this.#write({ type: "opened", settings, server_tip: to_text(this.#chain.tip) });
  }

  get clock_ms(): number {
    return Math.round(performance.now()) + 1000;
  }

  readonly dial = (): Socket => {
    const line = new Line(this);
    this.#lines.add(line);
    return line;
  };

  /** All lines are cut. */
  cut(code = 1006): void {
    for (const line of [...this.#lines]) line.end(code);
  }

  /** To everybody, whatever it is. */
  tell_all(message: ServerMessage): void {
    for (const line of this.#lines) if (line.token !== "") line.tell(message);
  }

  /** Whoever is on turn has no time left. */
  time_out(seat: Seat): void {
    this.#take(seat, "timeout");
  }

  /** Nobody waits any longer for links. */
  roll_without(): void {
    this.#roll_asked(true);
  }

  /** As it is given away when the game is over: with the chains, and the proof of every roll. */
  whole_record(): string {
    const twin = this.#door.to_json({ record: this.scene?.record ?? "" });
    if ("problems" in twin) throw new Error(JSON.stringify(twin.problems));
    const game: GameRecord = JSON.parse(twin.value.json);
    const chain = (holder: string, tip: string, last: string) =>
      game.tags.push({ name: `Chain ${holder}`, value: `${tip} ${last}` });
    chain("S", to_text(this.#chain.tip), to_text(this.#chain.link(this.#number - 1)));
    for (const [seat, last] of this.#last) chain(seat, this.#seat(seat).tip, last);
    const rolls = this.log.filter((event) => event.type === "rolled").values();
    game.entries = game.entries.flatMap((entry) => {
      if (entry.roll === undefined && entry.starting_roll === undefined) return [entry];
      const givers = rolls.next().value?.links.map(({ seat }) => seat) ?? [];
      const in_order = this.#seats.map(({ seat }) => seat).filter((seat) => givers.includes(seat));
      return [entry, { note: "proof", text: ["S", ...in_order].join(" ") }];
    });
    const answer = this.#door.resume({ record: JSON.stringify(game) });
    if ("problems" in answer) throw new Error(JSON.stringify(answer.problems));
    return answer.value.record;
  }

  state_for(token: string): TableState {
    return {
      code: this.code,
      settings: this.#settings,
      phase: this.#phase(),
      seats: this.#seats.map(({ token: whose, ...each }) => ({
        ...each,
        is_yours: whose !== "" && whose === token,
        is_here: whose !== "" && this.#is_here(whose),
      })),
      seq: this.log.length,
      ply: this.scene?.ply ?? 0,
      number: this.#number,
      server_link: to_text(this.#chain.link(this.#number - 1)),
      last_links: [...this.#last].map(([seat, link]) => ({ seat, link })),
      starting: this.scene ? [] : this.#starting,
      since_ms: this.log[this.log.length - 1]?.at_ms ?? 0,
      record: this.scene?.record ?? "",
      hash: this.scene?.hash ?? "",
      next_table: this.next_table,
      watching: 0,
    };
  }

  gone(line: Line): void {
    if (this.#lines.delete(line) && line.token !== "") this.#tell_presence();
  }

  hear(line: Line, message: ClientMessage): void {
    if (!line.is_open) return;
    this.heard.push(message);
    if (message.type === "hello") {
      line.token = message.token;
      const { last_seq } = message;
      const is_known = last_seq !== undefined && last_seq <= this.log.length;
      line.tell({
        type: "welcome",
        protocol: 1,
        version: "test",
        clock_ms: this.clock_ms,
        ...(is_known ? {} : { table: this.state_for(line.token) }),
      });
      if (is_known && last_seq < this.log.length) {
        line.tell({ type: "events", events: this.log.slice(last_seq) });
      }
      this.#tell_presence();
    } else if (message.type === "ping") line.tell({ type: "pong", clock_ms: this.clock_ms });
    else if (message.type === "links") this.#take_links(message.number, message.links);
    else if (message.type === "say") {
      const seat = this.#seats.find(({ token }) => token === line.token)?.seat ?? "";
      this.tell_all({ type: "said", seat, phrase: message.phrase });
    } else {
      const before = this.#answers.get(message.id);
      if (before) line.tell(before);
      else this.#obey(line, message);
    }
  }

  // ---- commands

  #obey(line: Line, message: Extract<ClientMessage, { id: string }>): void {
    const { id } = message;
    if (message.type === this.refuses) {
      this.#refuse(line, id, "tables.busy");
      return;
    }
    const own = (seat: Seat) => this.#seat(seat).token === line.token;
    switch (message.type) {
      case "sit":
        for (const { seat, name, tip } of message.sitters) {
          if (this.#seat(seat).token !== "") {
            this.#refuse(line, id, "tables.taken");
            return;
          }
          Object.assign(this.#seat(seat), { name, tip, token: line.token });
          if (tip) this.#last.set(seat, tip);
        }
        this.#write({ type: "sat", sitters: message.sitters });
        this.#done(line, id);
        if (this.#seats.every(({ bot, token }) => bot !== "" || token !== "")) this.#start();
        break;
      case "stand":
        Object.assign(this.#seat(message.seat), { name: "", tip: "", token: "" });
        this.#last.delete(message.seat);
        this.#write({ type: "stood", seat: message.seat });
        this.#done(line, id);
        break;
      case "start":
        for (const each of this.#seats) if (each.token === "") each.bot ||= "greedy";
        this.#done(line, id);
        this.#start();
        break;
      case "roll":
        if (!own(message.seat) || message.ply !== this.scene?.ply) {
          this.#refuse(line, id, "match.late");
          return;
        }
        if (message.link) this.#links.set(message.seat, message.link);
        this.#asked = { seat: message.seat, line, id };
        this.#roll_asked(false);
        break;
      case "choose":
        if (!own(message.seat) || message.ply !== this.scene?.ply) {
          this.#refuse(line, id, "match.late");
          return;
        }
        this.#choose(message.seat, "person", message.move);
        this.#done(line, id);
        this.#bots_play();
        break;
      case "leave":
        this.#take(message.seat, "left");
        this.#done(line, id);
        break;
      case "return":
        this.#seat(message.seat).is_bot_playing = false;
        this.#write({ type: "returned", seat: message.seat });
        this.#done(line, id);
        break;
      case "commit":
        this.#seat(message.seat).tip = message.tip;
        this.#last.set(message.seat, message.tip);
        this.#links.delete(message.seat);
        this.#write({ type: "committed", seat: message.seat, tip: message.tip });
        this.#done(line, id);
        break;
      case "rematch":
        this.next_table = "9876543210";
        this.#write({ type: "rematched", table: this.next_table });
        this.#done(line, id);
        break;
      default:
        this.#refuse(line, id, "tables.unknown");
        break;
    }
  }

  #done(line: Line, id: string): void {
    this.#answer(line, { type: "done", id, seq: this.log.length, table: this.code });
  }

  #refuse(line: Line, id: string, code: string): void {
    this.#answer(line, { type: "refused", id, code, arguments: [] });
  }

  #answer(line: Line, answer: Done | Refused): void {
    this.#answers.set(answer.id, answer);
    line.tell(answer);
  }

  // ---- the game

  #start(): void {
    this.#write({ type: "started" });
    this.#go_on();
  }

  #take_links(number: number, links: SeatLink[]): void {
    if (number !== this.#number) return;
    for (const { seat, link } of links) this.#links.set(seat, link);
    this.#go_on();
  }

  #go_on(): void {
    if (this.#asked) this.#roll_asked(false);
    else if (this.#phase() === "starting") this.#roll_starting();
    else this.#bots_play();
  }

  #has_links(): boolean {
    return this.#seats.every(
      ({ seat, tip, token, is_bot_playing }) =>
        tip === "" || is_bot_playing || !this.#is_here(token) || this.#links.has(seat),
    );
  }

  #roll_starting(): void {
    while (this.#phase() === "starting" && this.#has_links()) {
      const next = this.#seats[this.#starting.length];
      if (!next) return;
      this.#roll(next.seat, next.bot === "" ? "person" : "bot");
    }
  }

  #roll_asked(at_once: boolean): void {
    if (!this.#asked || !(at_once || this.#has_links())) return;
    const { seat, line, id } = this.#asked;
    this.#asked = null;
    this.#roll(seat, "person");
    this.#done(line, id);
    this.#bots_play();
  }

  #bots_play(): void {
    for (;;) {
      const { scene } = this;
      const bot = this.#seats.find(({ seat }) => seat === scene?.turn);
      if (!scene || !bot || (bot.bot === "" && !bot.is_bot_playing)) return;
      if (scene.phase === "choose") {
        this.#choose(bot.seat, "bot", scene.choices[0]?.move as string);
      } else if (this.#has_links()) this.#roll(bot.seat, "bot");
      else return;
    }
  }

  #roll(seat: Seat, by: "person" | "bot"): void {
    const number = this.#number++;
    const server_link = to_text(this.#chain.link(number));
    const links = [...this.#links].map(([giver, link]) => ({ seat: giver, link }));
    this.#links.clear();
    for (const { seat: giver, link } of links) {
      const given = parse_link(link);
      if (!given || to_text(hash(given)) !== this.#last.get(giver)) throw new Error("a wrong link");
      this.#last.set(giver, link);
    }
    const bytes = Object.fromEntries(links.map((each) => [each.seat, parse_link(each.link)]));
    const server = parse_link(server_link) as Uint8Array;
    const pip = roll(server, this.code, number, seat, bytes as Record<string, Uint8Array>);
    const is_starting = this.scene === null;
    let record: string | undefined;
    if (!is_starting) this.#follow(String(pip));
    const rolled = { type: "rolled", seat, by, number, pip, server_link, links } as const;
    if (is_starting) {
      this.#starting.push({ ...rolled, is_starting, ply: 0, hash: "", seq: 0, at_ms: 0 });
      if (this.#starting.length === this.#seats.length) record = this.#begin();
    }
    const { ply = 0, hash: position = "" } = this.scene ?? {};
    const event: Without<Rolled> = { ...rolled, is_starting, ply, hash: position };
    if (record !== undefined) event.record = record;
    this.#write(this.cheat ? this.cheat(event) : event);
  }

  #choose(seat: Seat, by: "person" | "bot", move: string): void {
    this.#follow(move);
    const { ply = 0, hash: position = "" } = this.scene ?? {};
    this.#write({ type: "chosen", seat, by, move, ply, hash: position });
  }

  #follow(input: string): void {
    const answer = this.#door.follow({ record: this.scene?.record ?? "", input });
    if ("problems" in answer) throw new Error(JSON.stringify(answer.problems));
    this.scene = answer.value;
  }

  #begin(): string {
    const best = Math.max(...this.#starting.map(({ pip }) => pip));
    const [first, ...others] = this.#starting.filter(({ pip }) => pip === best);
    if (!first || others.length > 0) throw new Error("a tie: take another secret");
    const planes = /planes=(\d)/.exec(this.#settings.rules)?.[1] ?? "4";
    const tags = this.#seats.map(({ seat, name, bot }) =>
      bot ? `[Bot ${seat} "${bot}"]` : `[Seat ${seat} "${name}"]`,
    );
    const start = this.#seats.map(({ seat }) => `${seat}:hx${planes}`).join(" ");
    const record = `${tags.join("\n")}
[Dice "chains ${this.code}"]
[Rules "${this.#settings.rules}"]
[Start "${start} ${first.seat} 0 - -"]
[Result "*"]

0. ${this.#starting.map(({ seat, pip }) => `${seat} ${pip}`).join("  ")}
`;
    const answer = this.#door.resume({ record });
    if ("problems" in answer) throw new Error(`${record}${JSON.stringify(answer.problems)}`);
    this.scene = answer.value;
    return answer.value.record;
  }

  #take(seat: Seat, reason: "left" | "timeout"): void {
    this.#seat(seat).is_bot_playing = true;
    this.#write({ type: "bot_took", seat, reason });
    this.#bots_play();
  }

  // ---- the log

  #write(event: Without<Event>): void {
    const whole = { ...event, seq: this.log.length + 1, at_ms: this.clock_ms } as Event;
    this.log.push(whole);
    this.tell_all({ type: "events", events: [whole] });
  }

  #tell_presence(): void {
    const here = this.#seats.filter(({ token }) => this.#is_here(token)).map(({ seat }) => seat);
    this.tell_all({ type: "presence", here, watching: 0 });
  }

  #is_here(token: string): boolean {
    return token !== "" && [...this.#lines].some((line) => line.token === token);
  }

  #phase(): TableState["phase"] {
    if (this.scene) return this.scene.phase === "over" ? "over" : "playing";
    return this.log.some(({ type }) => type === "started") ? "starting" : "waiting";
  }

  #seat(seat: Seat): Sits {
    const found = this.#seats.find((each) => each.seat === seat);
    if (!found) throw new Error(`no seat ${seat}`);
    return found;
  }
}
