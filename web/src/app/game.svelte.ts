// A game as it runs on this device. The record is the truth: every input is kept before it is
// shown, and a page that is loaded again goes on exactly there.
import type { Bots } from "../engine/bots";
import type { Answer, Plan, Scene, Seat } from "../engine/door";
import { say } from "../text/text.svelte";
import { announcer } from "./announcer.svelte";
import { today } from "./days";
import { forget_game, type Kept, keep_game, kept_game } from "./kept";
import { new_seed } from "./seed";
import { is_kept } from "./storage";
import { type Interruption, PAUSES_MS, TableGame, type TableMeans } from "./table_game.svelte";

export { offered } from "./table_game.svelte";

/** What a game on this device needs from outside. */
export interface Means extends TableMeans {
  bots: Pick<Bots, "move" | "hint" | "prepare">;
}

export class Game extends TableGame {
  readonly #bots: Means["bots"];
  readonly #tab = new_seed();

  readonly has_take_back = true;
  /** Another tab plays this game. */
  is_elsewhere = $state(false);
  /** The bot on turn cannot play: the net has not come. */
  #lacks_net = $state(false);
  /** Nobody is left to decide anything: bots play among themselves. */
  readonly is_watched: boolean = $derived(
    this.shown.seats.every((each) => each.bot !== "" || each.place > 0),
  );

  private constructor(means: Means) {
    super(means);
    this.#bots = means.bots;
  }

  /** A new game in place of the one that is kept. */
  static start(means: Means, plan: Plan): Answer<Game> {
    const answer = means.door.begin(plan);
    if ("problems" in answer) return answer;
    const game = new Game(means);
    game.#begin(answer.value);
    return { value: game.#opened() };
  }

  /** Goes on with a game, exactly where it was left. */
  static resume(means: Means, kept: Kept): Answer<Game> {
    const answer = means.door.resume({ record: kept.record });
    if ("problems" in answer) return answer;
    const game = new Game(means);
    game.#enter(answer.value, kept);
    const goes_on = answer.value.phase !== "over" && game.log.some(({ kind }) => kind === "roll");
    if (goes_on) game.notify(say("play.resumed"));
    return { value: game.#opened() };
  }

  /** The same table once more, and the next seat begins. */
  rematch(): void {
    const { seats, rules } = this.scene;
    const first = this.#first();
    const next = seats[(seats.findIndex(({ seat }) => seat === first) + 1) % seats.length];
    const players = seats.map(({ seat, name, bot }) => ({ seat, name, bot }));
    const tags = [{ name: "Date", value: today() }];
    const plan: Plan = { rules, players, seed: new_seed(), first: next?.seat ?? "", tags };
    const scene = this.told(this.means.door.begin(plan));
    if (!scene) return;
    this.film.finish();
    this.#begin(scene);
    this.go_on();
  }

  /** Takes no more part; what is kept stays. */
  override close(): void {
    super.close();
    // What is over and seen is found in the ledger.
    if (this.scene.phase === "over" && this.kept.is_told && !this.is_taken_over()) forget_game();
    removeEventListener("storage", this.#look);
  }

  // ---- what a person does

  /** Where nothing is being shown, the bot that waits does not. */
  override skip(): void {
    if (this.film.is_running) super.skip();
    else if (this.may_go_on() && this.is_bot(this.scene.turn)) {
      clearTimeout(this.timer);
      void this.#play_bot();
    }
  }

  override get can_skip(): boolean {
    return !this.is_paused || this.film.is_running;
  }

  override take_back(): void {
    this.film.finish();
    if (this.is_taken_over()) return;
    if (!this.can_take_back) {
      this.notify(say("play.nothing_to_take_back"));
      return;
    }
    const scene = this.told(this.means.door.take_back({ record: this.scene.record }));
    if (!scene) return;
    this.keep({ record: scene.record });
    this.#lacks_net = false;
    this.cut_to(scene);
    this.notify(say("play.taken_back"));
    this.go_on();
  }

  /** A game that is over stands in the ledger as it was. */
  override get can_take_back(): boolean {
    return this.shown.can_take_back && this.shown.phase !== "over";
  }

  /** The game is played here from now on, as far as the other tab has brought it. */
  play_here(): void {
    const kept = kept_game() ?? this.kept;
    const scene = this.told(this.means.door.resume({ record: kept.record }));
    if (!scene) return;
    this.is_elsewhere = false;
    this.#enter(scene, kept);
    this.go_on();
  }

  override pause(is_paused = !this.is_paused): void {
    this.is_paused = is_paused;
    this.pump();
  }

  override get can_start_over(): boolean {
    return true;
  }

  override get can_pause(): boolean {
    return this.is_watched;
  }

  override get interruption(): Interruption | null {
    if (this.is_elsewhere) {
      return {
        words: say("web.table.elsewhere"),
        label: say("web.table.play_here"),
        does: () => this.play_here(),
      };
    }
    if (this.#lacks_net) {
      return {
        words: say("web.table.no_net"),
        label: say("web.shell.try_again"),
        does: () => this.#ask_bot_again(),
      };
    }
    return null;
  }

  // ---- how it goes on

  protected override people_here(): Seat[] {
    return this.shown.seats.filter((each) => each.bot === "").map((each) => each.seat);
  }

  #opened(): Game {
    addEventListener("storage", this.#look);
    this.#bots.prepare(this.scene.seats.map(({ bot }) => bot));
    this.open();
    return this;
  }

  #begin(scene: Scene): void {
    this.#enter(scene, { record: scene.record });
  }

  // Shows it as it stands, and keeps it as this tab's.
  #enter(scene: Scene, kept: Kept): void {
    this.#lacks_net = false;
    this.enter_at(scene, kept);
    this.#write();
  }

  protected override next_by_itself(): { after_ms: number; does: () => void } | null {
    if (!this.is_bot(this.scene.turn)) return super.next_by_itself();
    const pause_ms = PAUSES_MS[this.means.settings.pause];
    const after_ms = this.scene.phase === "roll" ? pause_ms : pause_ms / 2;
    return { after_ms, does: () => void this.#play_bot() };
  }

  async #play_bot(): Promise<void> {
    if (this.is_taken_over()) return;
    const { record, phase, turn, seats } = this.scene;
    if (phase === "roll") {
      this.send_roll();
      return;
    }
    const bot = seats.find(({ seat }) => seat === turn)?.bot ?? "";
    const answer = await this.#bots.move(record, bot);
    // Meanwhile the person may have taken back, left, or hidden the page: then it is asked again.
    if (record !== this.scene.record || !this.may_go_on() || this.is_taken_over()) return;
    if (is_without_net(answer)) {
      this.#lacks_net = true;
      announcer.call(say("web.table.no_net"));
      return;
    }
    const chosen = this.told(answer);
    if (chosen) this.send_choice(chosen.move);
  }

  #ask_bot_again(): void {
    this.#lacks_net = false;
    this.pump();
  }

  protected send_roll(): boolean {
    const { record, turn, ply } = this.scene;
    return this.accept(this.means.door.roll({ record, seat: turn as Seat, ply }));
  }

  protected send_choice(move: string): boolean {
    const { record, turn, ply } = this.scene;
    return this.accept(this.means.door.choose({ record, seat: turn as Seat, ply, move }));
  }

  // ---- what is kept

  // What happens after it was left is not kept: a window may tell that it has closed when the screen
  // has gone, and the game with it.
  protected override keep(change: Partial<Kept>): void {
    super.keep(change);
    if (!this.is_closed && !this.is_taken_over()) this.#write();
  }

  #write(): void {
    this.kept.tab = this.#tab;
    const was_kept = this.is_kept;
    keep_game(this.kept);
    this.is_kept = is_kept;
    if (was_kept && !is_kept) announcer.call(say("web.table.kept_nowhere"));
  }

  // Nothing is written over where another tab has the game now.
  protected override is_taken_over(): boolean {
    if (this.is_kept && !this.is_elsewhere) {
      const there = kept_game();
      if (there && there.tab !== this.#tab) {
        this.film.finish();
        clearTimeout(this.timer);
        this.is_elsewhere = true;
        announcer.call(say("web.table.elsewhere"));
      }
    }
    return this.is_elsewhere;
  }

  readonly #look = (): void => {
    this.is_taken_over();
  };

  #first(): Seat | "" {
    return this.log.find(({ kind }) => kind === "roll")?.seat ?? this.scene.turn;
  }
}

function is_without_net(answer: Answer<unknown>): boolean {
  return "problems" in answer && answer.problems.some(({ code }) => code === "door.no_net");
}
