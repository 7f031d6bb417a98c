// The game at an online table, as the screen of the table wants it. The server has it; here it is
// followed, and every position is compared with what the server says it is.
import type { Answer, Entry, Scene, Seat } from "../../engine/door";
import { type Key, listed, say, text } from "../../text/text.svelte";
import type { BotTook, Chosen, Returned, Rolled, SeatState } from "../../wire/messages";
import { announcer } from "../announcer.svelte";
import { link } from "../route.svelte";
import { toast } from "../shell/toasts.svelte";
import {
  type Countdown,
  type Interruption,
  TableGame,
  type TableMeans,
} from "../table_game.svelte";
import { player_name } from "../words";
import type { OnlineTable } from "./table.svelte";

/** What makes the game go on. */
export type Input = Rolled | Chosen;

// So many inputs at once are not shown one by one: they have been missed.
const MOST_SHOWN = 8;
const SHORT_MS = 10_000;

export class OnlineGame extends TableGame {
  readonly #table: OnlineTable;
  readonly has_take_back = false;
  #latest: Scene; // as far as the server has told
  #ahead: Scene[] = []; // up to that, what has still to be shown
  #sent_ply: number | null = $state(null); // of the command that has not been answered
  #whole_record = $state(""); // of a game that is over, with the proofs of its dice
  readonly #without = new Map<number, string[]>(); // by entry, whose links the roll had not
  #hurried_ply = -1;
  #decided = false;

  private constructor(means: TableMeans, table: OnlineTable, scene: Scene) {
    super(means);
    this.#table = table;
    this.#latest = scene;
  }

  /** `is_new`: who begins is shown first. */
  static open(
    means: TableMeans,
    table: OnlineTable,
    record: string,
    is_new: boolean,
  ): Answer<OnlineGame> {
    const answer = means.door.resume({ record });
    if ("problems" in answer) return answer;
    const game = new OnlineGame(means, table, answer.value);
    game.enter_at(answer.value, { record, is_begun: !is_new });
    game.open();
    return { value: game };
  }

  // ---- what the table tells

  /** The whole game anew, from the server. */
  enter(record: string): void {
    const answer = this.means.door.resume({ record });
    if ("problems" in answer) {
      this.#table.mismatch();
      return;
    }
    const scene = answer.value;
    if (scene.ply === this.#latest.ply && scene.hash === this.#latest.hash) return;
    this.#latest = scene;
    this.#cut_to_latest();
  }

  /** What happened at the table, in order. */
  follow(inputs: readonly Input[]): void {
    for (const input of inputs) {
      const { record } = this.#latest;
      const answer = this.means.door.follow({
        record,
        input: input.type === "rolled" ? String(input.pip) : input.move,
      });
      const scene = "value" in answer ? answer.value : null;
      if (!scene || scene.hash !== input.hash || scene.ply !== input.ply) {
        this.#table.mismatch();
        return;
      }
      this.#latest = scene;
      this.#ahead.push(scene);
      const missing = input.type === "rolled" && this.#table.without.get(input.ply);
      if (!missing) continue;
      const players = missing.map((each) => player_name(each));
      // The line of the log is that of the roll, or of the move that follows it.
      this.#without.set(scene.entry, players);
      this.#without.set(scene.entry + 1, scene.phase === "choose" ? players : []);
    }
    if (this.#ahead.length > MOST_SHOWN) this.#catch_up();
    else this.#show_next();
    if (this.#latest.phase === "over") this.#table.game_over();
  }

  /** It is over, and this is its record, with the proofs of the dice. */
  end(record: string): void {
    const answer = this.means.door.resume({ record });
    if ("problems" in answer || answer.value.hash !== this.#latest.hash) {
      this.#table.mismatch();
      return;
    }
    this.#whole_record = answer.value.record;
    this.means.list(this.#whole_record);
  }

  /** Who is at the table, or who plays for whom, may be another. */
  seats_changed(): void {
    const decides = this.decides(this.scene.turn);
    const is_news = decides && !this.#decided;
    this.#decided = decides;
    if (is_news && !this.film.is_running && !this.is_starting) this.arrive();
    else this.pump();
  }

  /** A bot has taken a seat over, or its person is back. */
  seat_taken(event: BotTook | Returned): void {
    if (
      this.#seat(event.seat)?.is_yours &&
      !(event.type === "bot_took" && event.reason === "timeout")
    )
      return; // whoever did it knows
    const player = this.#player(event.seat);
    let key: Key = "web.online.returned";
    if (event.type === "bot_took") {
      const has_timer = (this.#table.state?.settings.seconds ?? 0) > 0;
      if (event.reason === "left") key = "web.online.bot_took.left";
      else key = has_timer ? "web.online.bot_took.timeout" : "web.online.bot_took.away";
    }
    toast(say(key, { player }));
  }

  time_passed(remaining_ms: number | null): void {
    if (remaining_ms === null || remaining_ms > SHORT_MS) return;
    const { ply, turn } = this.#latest;
    if (ply === this.#hurried_ply || !this.decides(turn)) return;
    this.#hurried_ply = ply;
    this.film.finish(); // what is being shown takes the time away
    announcer.call(say("web.online.hurry", { seconds: Math.ceil(remaining_ms / 1000) }));
  }

  /** Whose roll is next; null where none is. */
  who_rolls(): Seat | null {
    const { phase, turn } = this.#latest;
    return phase === "roll" ? (turn as Seat) : null;
  }

  // ---- what the screen wants

  override get record(): string {
    return this.#whole_record || this.scene.record;
  }

  override get trouble(): string {
    const { line, reason } = this.#table;
    if (reason) return text.say(reason.code, reason.arguments);
    return line === "lost" ? say("web.online.lost") : "";
  }

  override get waits_for(): string {
    const { turn, phase } = this.scene;
    if (phase === "over" || turn === "") return "";
    if (this.#seat(turn)?.is_bot_playing) {
      return say("web.online.bot_plays_for", { player: this.#player(turn) });
    }
    if (this.#sent_ply === this.scene.ply) return say("web.online.sent");
    if (this.is_bot(turn) || this.decides(turn)) return "";
    const key = this.#seat(turn)?.is_here ? "web.online.waits_for" : "web.online.waits_for.away";
    return say(key, { player: this.#player(turn) });
  }

  override get countdown(): Countdown | null {
    const { remaining_ms } = this.#table;
    if (remaining_ms === null || this.is_bot(this.scene.turn)) return null;
    return { seconds: Math.ceil(remaining_ms / 1000), is_short: remaining_ms <= SHORT_MS };
  }

  override get interruption(): Interruption | null {
    const { yours } = this.#table;
    if (yours.length === 0 || this.scene.phase === "over") return null;
    if (!yours.every(({ is_bot_playing }) => is_bot_playing)) return null;
    return {
      words: say("web.online.bot_plays_for_you"),
      label: say("web.online.come_back"),
      does: () => {
        for (const { seat } of yours) void this.#table.come_back(seat);
      },
    };
  }

  override get leave_key(): Key {
    const does_play = this.#table.yours.length > 0 && this.scene.phase !== "over";
    return does_play ? "web.online.leave.playing" : "web.online.leave";
  }

  override get dice_address(): string {
    return link("dice", `t/${this.#table.code}`);
  }

  override get can_rematch(): boolean {
    return this.#table.yours.length > 0;
  }

  override remark(seat: Seat): string {
    const there = this.#seat(seat);
    if (there?.bot !== "") return "";
    if (there.is_bot_playing) return say("web.online.bot_plays");
    if (!there.is_here) return say("web.online.away");
    return there.is_yours ? say("web.online.you") : "";
  }

  override entry_note(entry: Entry): string {
    const missing = this.#without.get(entry.entry) ?? [];
    return missing.length > 0 ? say("web.online.without", { players: listed(missing) }) : "";
  }

  rematch(): void {
    void this.#table.rematch();
  }

  // ---- how it goes on

  protected override people_here(): Seat[] {
    return this.#table.yours.map(({ seat }) => seat);
  }

  protected override is_bot(seat: Seat | ""): boolean {
    return super.is_bot(seat) || this.#seat(seat)?.is_bot_playing === true;
  }

  protected override may_act(): boolean {
    return this.#sent_ply !== this.scene.ply && this.#table.line !== "closed";
  }

  protected send_roll(): boolean {
    const { turn, ply } = this.scene;
    return this.#send(this.#table.roll(turn as Seat, ply));
  }

  protected send_choice(move: string): boolean {
    const { turn, ply } = this.scene;
    return this.#send(this.#table.choose(turn as Seat, ply, move));
  }

  // What it becomes has been told before it is answered.
  #send(sent: Promise<boolean>): boolean {
    const { ply } = this.scene;
    this.#sent_ply = ply;
    this.chosen = null;
    void sent.then((is_done) => {
      if (this.#sent_ply === ply) this.#sent_ply = null;
      const { problem } = this.#table;
      if (!is_done && problem) this.notify(text.say(problem.code, problem.arguments));
      if (!is_done) this.pump();
    });
    return true;
  }

  protected override arrive(): void {
    this.#decided = this.decides(this.scene.turn);
    if (this.#ahead.length > 0) this.#show_next();
    else super.arrive();
  }

  protected override pump(): void {
    if (this.#ahead.length > 0) this.#show_next();
    else super.pump();
  }

  // What goes into the ledger comes with end().
  protected override list(): void {}

  #show_next(): void {
    if (this.is_closed || this.is_starting || this.film.is_running) return;
    const scene = this.#ahead.shift();
    if (scene) this.accept({ value: scene });
  }

  #catch_up(): void {
    this.#cut_to_latest();
    this.notify(say("web.online.caught_up"));
  }

  #cut_to_latest(): void {
    this.#ahead = [];
    this.film.finish();
    const { record } = this.#latest;
    this.enter_at(this.#latest, { record, is_begun: true, holder: this.holder });
    this.go_on();
  }

  #seat(seat: Seat | ""): SeatState | undefined {
    return this.#table.state?.seats.find((each) => each.seat === seat);
  }

  #player(seat: Seat): string {
    return player_name({ seat, name: this.#seat(seat)?.name ?? "" });
  }
}
