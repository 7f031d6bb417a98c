// A table on a server, as this device sees it: who sits there, how the line is, and once it has
// begun the game. The server's log is the truth; here is what it says, folded.
import { hash, type Link, parse_link, roll, type SeatLinks, to_text } from "../../fair/links";
import { read_record } from "../../fair/read";
import { verify } from "../../fair/verify";
import { say } from "../../text/text.svelte";
import type {
  Argument,
  Done,
  Event,
  Phase,
  Phrase,
  Presence,
  Refused,
  Rolled,
  Said,
  Seat,
  SeatState,
  TableState,
} from "../../wire/messages";
import { type Command, type Dialling, type LineState, type Listener, Wire } from "../../wire/wire";
import { toast } from "../shell/toasts.svelte";
import type { TableMeans as GameMeans } from "../table_game.svelte";
import { Chains, device_key, token_of } from "./device";
import { type Input, OnlineGame } from "./game.svelte";

/** A key of the message catalogue and what fills it in: text.say(code, arguments). */
export interface Trouble {
  code: string;
  arguments: Record<string, string>;
}

/** Somebody has said something; it goes after a few seconds. */
export interface Heard {
  key: number; // of its own
  seat: Seat | ""; // empty: somebody who watches
  phrase: Phrase;
}

/** What a table needs from outside; what may be missing is for tests to replace. */
export interface TableMeans extends GameMeans, Partial<Pick<Dialling, "dial" | "random">> {
  /** The record of a game with the proof of its dice; null where the server has none. Throws where
      that is not known. */
  fetch_record: (code: string) => Promise<string | null>;
}

const HEARD_MS = 6000;
const MOST_HEARD = 6;
const TICK_MS = 250;
const RECORD_AGAIN_MS = 10_000; // a record that could not be fetched is asked for again
// A link that was sent so long before the roll was told had come before it was made.
const IN_TIME_MS = 1500;

export function trouble_of(refused: { code: string; arguments: Argument[] }): Trouble {
  return {
    code: refused.code,
    arguments: Object.fromEntries(refused.arguments.map(({ name, value }) => [name, value])),
  };
}

/** Nobody sits there, neither a person nor a bot. */
export function is_free({ name, bot }: SeatState): boolean {
  return name === "" && bot === "";
}

export class OnlineTable {
  readonly code: string;
  readonly #means: TableMeans;
  readonly #chains: Chains;
  readonly #wire: Wire;
  readonly #ticking: ReturnType<typeof setInterval>;
  #offset_ms = 0; // the server's clock less ours
  #now_ms = $state(0); // by the server's clock
  #heard = 0;
  // The last links that have been sent over this line: for which roll, and when.
  readonly #sent = new Map<Seat, { number: number; at_ms: number }>();
  readonly #committing = new Set<Seat>(); // their new chains have not been answered
  #is_mended = false; // the game has been loaded again once
  #is_whole = false; // the record of the game that is over has been asked for, and is here
  #record_again: ReturnType<typeof setTimeout> | undefined;
  #is_closed = false;

  // ---- to be shown; read only from outside

  line: LineState = $state("connecting");
  /** Why it is closed, such as that there is no such table; null where one has closed it oneself. */
  reason: Trouble | null = $state.raw(null);
  /** Null until the server has told it. */
  state: TableState | null = $state.raw(null);
  /** Why the last command was refused; gone with the next. */
  problem: Trouble | null = $state.raw(null);
  /** What has been said in the last few seconds, newest last. */
  said: readonly Heard[] = $state.raw([]);
  /** Once it is known who begins. */
  game: OnlineGame | null = $state.raw(null);
  /** Something that must not be: dice or a position that cannot be right. It stays. */
  alarm: Trouble | null = $state.raw(null);
  /** By the ply after a roll, those whose links did not go into it. */
  readonly without = new Map<number, readonly SeatState[]>();
  #asked = $state(0); // commands that have not been answered

  readonly phase: Phase | null = $derived(this.state?.phase ?? null);
  /** The seats of this device. */
  readonly yours: readonly SeatState[] = $derived(
    this.state?.seats.filter(({ is_yours }) => is_yours) ?? [],
  );
  /** A command has been sent and not been answered. */
  readonly is_waiting: boolean = $derived(this.#asked > 0);
  /** Of whoever is on turn, at least 0; null where nobody is hurried. */
  readonly remaining_ms: number | null = $derived.by(() => {
    const { settings, phase, since_ms } = this.state ?? {};
    if (!settings || phase !== "playing" || settings.seconds === 0) return null;
    if (this.line !== "open") return null; // the server may be down, and its clock stand still
    const whole_ms = settings.seconds * 1000;
    // Between the two clocks lies the way of a message.
    return Math.min(whole_ms, Math.max(0, (since_ms ?? 0) + whole_ms - this.#now_ms));
  });

  constructor(code: string, means: TableMeans) {
    this.code = code;
    this.#means = means;
    const key = device_key();
    this.#chains = new Chains(key, code);
    this.#wire = new Wire(this.#listener(), { ...means, token: token_of(key), table: code });
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
  }

  // ---- commands: each resolves to whether it was done; `problem` says why not

  sit(people: readonly { seat: Seat; name: string }[]): Promise<boolean> {
    const sitters = people.map((each) => ({ ...each, tip: this.#chains.tip(each.seat) }));
    return this.#command({ type: "sit", sitters });
  }

  stand(seat: Seat): Promise<boolean> {
    return this.#command({ type: "stand", seat });
  }

  start(): Promise<boolean> {
    return this.#command({ type: "start" });
  }

  leave(seat: Seat): Promise<boolean> {
    return this.#command({ type: "leave", seat });
  }

  come_back(seat: Seat): Promise<boolean> {
    return this.#command({ type: "return", seat });
  }

  /** `state.next_table` tells everybody its code. */
  rematch(): Promise<boolean> {
    return this.#command({ type: "rematch" });
  }

  say(phrase: Phrase): void {
    this.#wire.tell({ type: "say", phrase });
  }

  /** For the game: rolls for a seat of this device. */
  roll(seat: Seat, ply: number): Promise<boolean> {
    const link = this.#next_link(seat);
    return this.#command({ type: "roll", seat, ply, ...(link ? { link } : {}) });
  }

  /** For the game, likewise. */
  choose(seat: Seat, ply: number, move: string): Promise<boolean> {
    return this.#command({ type: "choose", seat, ply, move });
  }

  /** Takes no more part; the seats stay. */
  close(): void {
    this.#is_closed = true;
    clearInterval(this.#ticking);
    clearTimeout(this.#record_again);
    this.#wire.close();
    this.game?.close();
  }

  async #command(command: Command): Promise<boolean> {
    this.problem = null;
    ++this.#asked;
    const answer: Done | Refused = await this.#wire.command(command);
    --this.#asked;
    if (answer.type === "done") return true;
    this.problem = trouble_of(answer);
    return false;
  }

  // ---- what the server tells

  #listener(): Listener {
    return {
      line: (state, reason) => {
        this.line = state;
        this.reason = reason && trouble_of(reason);
        this.#sent.clear();
        if (state !== "open") return;
        this.#give_links();
        if (this.phase === "over") void this.#fetch_whole();
      },
      clock: (clock_ms) => {
        this.#offset_ms = clock_ms - performance.now();
        this.#tick();
      },
      state: (state) => this.#enter(state),
      events: (events) => this.#follow(events),
      presence: (presence) => this.#see(presence),
      said: (said) => this.#hear(said),
      matched: () => {},
      withdrawn: () => {},
    };
  }

  #enter(state: TableState): void {
    this.#sent.clear();
    this.state = state;
    if (state.record !== "") {
      if (this.game) this.game.enter(state.record);
      else this.#begin(state.record, false);
    }
    this.#give_links();
  }

  #follow(events: Event[]): void {
    const inputs: Input[] = [];
    for (const event of events) {
      const before = this.state;
      if (!before) return;
      if (event.type === "rolled") {
        this.#check(event, before);
        this.#note_missing(event, before);
      }
      // Whose turn it is then has to be known.
      if (event.type === "returned") this.game?.follow(inputs.splice(0));
      this.state = this.#after(before, event);
      if (event.type === "rolled" && event.record !== undefined) this.#begin(event.record, true);
      else if ((event.type === "rolled" && !event.is_starting) || event.type === "chosen") {
        inputs.push(event);
      } else if (event.type === "committed" && event.seat !== "") {
        this.#sent.delete(event.seat);
      } else if (event.type === "bot_took" || event.type === "returned") {
        this.#sent.clear();
        this.game?.seat_taken(event);
      } else if (event.type === "started" && before.seats.some(is_free)) {
        this.#wire.ask_anew(); // which bots sit on them is not told otherwise
      }
    }
    if (inputs.length > 0) this.game?.follow(inputs);
    this.game?.seats_changed();
    this.#give_links();
  }

  #after(state: TableState, event: Event): TableState {
    const next: TableState = { ...state, seq: event.seq };
    const change = (seat: Seat | "", change: Partial<SeatState>) => {
      next.seats = next.seats.map((each) => (each.seat === seat ? { ...each, ...change } : each));
    };
    const last = (seat: Seat, link: string) => {
      next.last_links = next.last_links.filter((each) => each.seat !== seat);
      if (link !== "") next.last_links.push({ seat, link });
    };
    switch (event.type) {
      case "opened":
        return { ...next, settings: event.settings, server_link: event.server_tip };
      case "sat":
        for (const { seat, name, tip } of event.sitters) {
          change(seat, { name, tip, is_here: true, is_yours: this.#chains.is_ours(seat, tip) });
          last(seat, tip);
        }
        return next;
      case "stood":
        change(event.seat, { name: "", tip: "", is_here: false, is_yours: false });
        last(event.seat, "");
        return next;
      case "started":
        return { ...next, phase: "starting", since_ms: event.at_ms };
      case "rolled":
        for (const { seat, link } of event.links) last(seat, link);
        next.number = event.number + 1;
        next.server_link = event.server_link;
        next.ply = event.ply;
        next.hash = event.hash;
        next.since_ms = event.at_ms;
        if (event.is_starting) next.starting = [...state.starting, event];
        if (event.record !== undefined) next.record = event.record;
        if (event.record !== undefined) next.phase = "playing";
        return next;
      case "chosen":
        return { ...next, ply: event.ply, hash: event.hash, since_ms: event.at_ms };
      case "bot_took":
        change(event.seat, { is_bot_playing: true });
        return next;
      case "returned":
        change(event.seat, { is_bot_playing: false });
        return next;
      case "committed":
        if (event.seat === "") return { ...next, server_link: event.tip };
        change(event.seat, { tip: event.tip });
        last(event.seat, event.tip);
        return next;
      case "rematched":
        return { ...next, next_table: event.table };
    }
  }

  #see({ here, watching }: Presence): void {
    if (!this.state) return;
    const seats = this.state.seats.map((each) => ({ ...each, is_here: here.includes(each.seat) }));
    this.state = { ...this.state, seats, watching };
    this.game?.seats_changed();
  }

  #hear({ seat, phrase }: Said): void {
    const key = ++this.#heard;
    this.said = [...this.said, { key, seat, phrase }].slice(-MOST_HEARD);
    setTimeout(() => {
      this.said = this.said.filter((each) => each.key !== key);
    }, HEARD_MS);
  }

  #tick(): void {
    this.#now_ms = performance.now() + this.#offset_ms;
    this.game?.time_passed(this.remaining_ms);
  }

  // ---- the game

  #begin(record: string, is_new: boolean): void {
    const answer = OnlineGame.open(this.#means, this, record, is_new);
    if ("value" in answer) this.game = answer.value;
    else this.alarm = { code: "web.online.alarm.game", arguments: {} };
  }

  /** For the game: it is over. */
  game_over(): void {
    if (this.state) this.state = { ...this.state, phase: "over" };
    void this.#fetch_whole();
  }

  // What is kept of a game has the proof of its dice, which the server alone can write. Where it
  // cannot be had now, it is asked for again.
  async #fetch_whole(): Promise<void> {
    if (this.#is_whole) return;
    this.#is_whole = true;
    clearTimeout(this.#record_again);
    let record: string | null;
    try {
      record = await this.#means.fetch_record(this.code);
    } catch {
      this.#is_whole = false;
      if (this.#is_closed) return;
      this.#record_again = setTimeout(() => void this.#fetch_whole(), RECORD_AGAIN_MS);
      return;
    }
    if (record !== null && !has_fair_dice(record)) {
      this.alarm ??= { code: "web.online.alarm.record", arguments: {} };
    }
    this.game?.end(record ?? this.game.record);
  }

  /** For the game: what the server told does not follow from what is here. */
  mismatch(): void {
    if (this.#is_mended) {
      this.alarm = { code: "web.online.alarm.game", arguments: {} };
      return;
    }
    this.#is_mended = true;
    this.#wire.ask_anew();
  }

  // ---- dice

  // Are the links those that follow, and is the die made of them.
  #check(rolled: Rolled, before: TableState): void {
    const is_right = is_fair(rolled, this.code, before);
    const is_ours = rolled.links.every(
      ({ seat, link }) =>
        !before.seats.some((each) => each.seat === seat && each.is_yours) ||
        this.#chains.is_ours(seat, link),
    );
    if (is_right && is_ours) return;
    this.alarm ??= { code: "web.online.alarm.dice", arguments: { number: `${rolled.number}` } };
  }

  // Whose link did not go into the roll though they have a chain. That one was sent in time, and
  // yet left out, is known on the device alone that sent it.
  #note_missing(rolled: Rolled, { last_links, seats }: TableState): void {
    const missing = seats.filter(
      ({ seat, is_bot_playing }) =>
        !is_bot_playing &&
        last_links.some((each) => each.seat === seat) &&
        !rolled.links.some((each) => each.seat === seat),
    );
    if (missing.length === 0) return;
    this.without.set(rolled.ply, missing);
    const was_in_time = ({ seat }: SeatState) => {
      const sent = this.#sent.get(seat);
      return sent?.number === rolled.number && performance.now() - sent.at_ms > IN_TIME_MS;
    };
    if (missing.some((each) => each.seat !== rolled.seat && was_in_time(each))) {
      toast(say("web.online.left_out", { number: rolled.number }));
    }
  }

  #next_link(seat: Seat): string | null {
    const last = this.state?.last_links.find((each) => each.seat === seat)?.link ?? "";
    return this.#chains.next(seat, last);
  }

  // For the next roll, once all before it has been told, also of a seat that a bot plays: the dice
  // are not the server's alone then. The link of a person who rolls goes with the roll.
  #give_links(): void {
    const { state } = this;
    if (!state || this.line !== "open") return;
    if (state.phase !== "starting" && state.phase !== "playing" && state.phase !== "waiting")
      return;
    for (const { seat } of this.yours) void this.#mend_chain(seat);
    if (state.phase === "waiting") return;
    const roller = state.phase === "playing" ? this.game?.who_rolls() : "";
    if (roller === null || roller === undefined) return;
    const links = this.yours
      .filter(({ seat, is_bot_playing }) => seat !== roller || is_bot_playing)
      .filter(({ seat }) => this.#sent.get(seat)?.number !== state.number)
      .flatMap(({ seat }) => {
        const link = this.#next_link(seat);
        return link ? [{ seat, link }] : [];
      });
    if (links.length === 0) return;
    const { number } = state;
    if (!this.#wire.tell({ type: "links", number, links })) return;
    for (const { seat } of links) this.#sent.set(seat, { number, at_ms: performance.now() });
  }

  // A seat whose chain is used up, or is none of this device, gets a new one. Where that is refused,
  // it is tried again after what happens next.
  async #mend_chain(seat: Seat): Promise<void> {
    if (this.#committing.has(seat) || this.#next_link(seat) !== null) return;
    const last = this.state?.last_links.find((each) => each.seat === seat)?.link ?? "";
    this.#committing.add(seat);
    await this.#wire.command({ type: "commit", seat, tip: this.#chains.renewed(seat, last) });
    this.#committing.delete(seat);
  }
}

/** Does the roll follow from the links told before it. */
function is_fair(rolled: Rolled, table: string, before: TableState): boolean {
  const server = following(before.server_link, rolled.server_link);
  if (!server || rolled.number !== before.number) return false;
  const links: SeatLinks = {};
  for (const { seat, link } of rolled.links) {
    const last = before.last_links.find((each) => each.seat === seat)?.link ?? "";
    const given = following(last, link);
    if (!given || links[seat]) return false;
    links[seat] = given;
  }
  return roll(server, table, rolled.number, rolled.seat, links) === rolled.pip;
}

// Also of the rolls that this page has not seen, as it was loaded later.
function has_fair_dice(record: string): boolean {
  try {
    return verify(read_record(record)).faults === undefined;
  } catch {
    return false; // not even a record
  }
}

// The link of that text, if the one before is its hash.
function following(before: string, text: string): Link | undefined {
  const link = parse_link(text);
  return link && to_text(hash(link)) === before ? link : undefined;
}
