// A game as it runs on this device. The record is the truth: every input is kept before it is
// shown, and a page that is loaded again goes on exactly there.
import type { Bots } from "../engine/bots";
import type { Answer, Choice, Door, Entry, Plan, Problem, Scene, Seat } from "../engine/door";
import { listed, say, tell, text } from "../text/text.svelte";
import { announcer } from "./announcer.svelte";
import { today } from "./days";
import { Film, type Still, type Trace, trace_of } from "./film.svelte";
import { forget_game, type Kept, keep_game, kept_game } from "./kept";
import { new_seed } from "./seed";
import type { Pause, Settings } from "./settings.svelte";
import { is_kept } from "./storage";
import { entry_words, player_name } from "./words";

/** What a game needs from outside. */
export interface Means {
  door: Door;
  bots: Pick<Bots, "move" | "hint">;
  settings: Pick<
    Settings,
    "speed" | "pause" | "play_only_moves" | "always_fly" | "always_stack" | "turn_board"
  >;
  /** Takes the record of a finished game into the ledger. */
  list: (record: string) => void;
}

const PAUSES_MS: Record<Pause, number> = { off: 0, short: 250, normal: 700, long: 1600 };
// So long the die or the choices are seen before something plays itself, whatever the pause.
const GLANCE_MS = 150;

function is_same_piece({ piece: a }: Choice, { piece: b }: Choice): boolean {
  return a?.step === b?.step && a?.size === b?.size && a?.marks === b?.marks;
}

/** Without those that a person never takes where the same piece could do the other thing. */
export function offered(
  choices: Choice[],
  { always_fly, always_stack }: Pick<Settings, "always_fly" | "always_stack">,
): Choice[] {
  const flying = always_fly
    ? choices.filter(
        (each) => each.flies || !choices.some((other) => other.flies && is_same_piece(each, other)),
      )
    : choices;
  if (!always_stack) return flying;
  return flying.filter(
    (each) =>
      !each.beside ||
      !flying.some((other) => other.joins && other.to === each.to && is_same_piece(each, other)),
  );
}

export class Game {
  readonly #means: Means;
  readonly #tab = new_seed();
  #kept: Kept = { record: "" };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #is_held = false;
  #is_closed = false;
  #bot_did: string[] = [];
  #actor: Seat | "" = "";

  /** As far as it has been played, which the film may not have shown yet. */
  scene: Scene = $state.raw() as Scene;
  /** As far as it has been shown. */
  shown: Scene = $state.raw() as Scene;
  /** What has been shown, oldest first. */
  log: readonly Entry[] = $state.raw([]);
  readonly film: Film;

  /** Which of `choices` is selected. */
  chosen: number | null = $state(null);
  /** A hint or the like; it goes with the next input. */
  notice = $state("");
  /** What the door refused, which should not happen. */
  problems: Problem[] = $state.raw([]);
  /** The person to whom the device has to be passed. */
  hand_over: Seat | "" = $state("");
  holder: Seat | "" = $state("");
  /** The starting rolls are being shown. */
  is_starting = $state(false);
  /** The result is to be shown. */
  is_result_open = $state(false);
  /** A game of bots alone waits. */
  is_paused = $state(false);
  /** Another tab plays this game. */
  is_elsewhere = $state(false);
  /** False where the browser keeps nothing. */
  is_kept = $state(true);

  readonly people: readonly Seat[] = $derived(
    this.shown.seats.filter((each) => each.bot === "").map((each) => each.seat),
  );
  /** Nobody is left to decide anything: bots play among themselves. */
  readonly is_watched: boolean = $derived(
    this.shown.seats.every((each) => each.bot !== "" || each.place > 0),
  );
  /** Whom the board is turned to; empty where it lies as it lies. */
  readonly bottom: Seat | "" = $derived.by(() => {
    if (this.people.length === 1) return this.people[0] ?? "";
    return this.#means.settings.turn_board ? this.holder : "";
  });
  /** What the person on turn is asked; none while something is being shown. */
  readonly asks: "roll" | "choose" | null = $derived.by(() => {
    const { phase, turn } = this.shown;
    const is_idle = !this.film.is_running && !this.is_starting && !this.is_elsewhere;
    const is_here = !this.hand_over || !this.#means.settings.turn_board;
    if (!is_idle || !is_here || phase === "over" || !this.people.includes(turn as Seat))
      return null;
    return phase;
  });
  /** What can be chosen now. */
  readonly choices: readonly Choice[] = $derived.by(() =>
    this.asks === "choose" ? offered(this.shown.choices, this.#means.settings) : [],
  );

  private constructor(means: Means) {
    this.#means = means;
    this.film = new Film(
      () => means.settings.speed,
      (happening) => {
        if (happening.kind === "next" || this.#is_bot(this.#actor)) return;
        announcer.tell(tell(happening.message));
      },
    );
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
    const scene = this.#told(this.#means.door.begin(plan));
    if (!scene) return;
    this.film.finish();
    this.#begin(scene);
    this.#go_on();
  }

  /** Takes no more part; what is kept stays. */
  close(): void {
    this.#is_closed = true;
    this.film.finish();
    clearTimeout(this.#timer);
    announcer.clear();
    // What is over and seen is found in the ledger.
    if (this.scene.phase === "over" && this.#kept.is_told && !this.#is_taken_over()) forget_game();
    document.removeEventListener("visibilitychange", this.#see);
    removeEventListener("storage", this.#look);
  }

  // ---- what a person does

  /** Rolls for the person on turn; `ply` is what the button was meant for. False: not now. */
  roll(ply = this.scene.ply): boolean {
    this.film.finish();
    if (this.asks !== "roll" || ply !== this.scene.ply || this.#is_taken_over()) return false;
    return this.#roll();
  }

  /** Plays a choice of the person on turn, likewise. */
  choose(move: string, ply = this.scene.ply): boolean {
    this.film.finish();
    if (this.asks !== "choose" || ply !== this.scene.ply || this.#is_taken_over()) return false;
    if (!this.scene.choices.some((each) => each.move === move)) return false;
    return this.#choose(move);
  }

  /**
   * Hurries what is being shown, and then rolls: but not for another person, who has not seen yet
   * that it is their turn.
   */
  press_roll(): boolean {
    const was_running = this.film.is_running;
    this.film.finish();
    return !(was_running && this.hand_over) && this.roll();
  }

  /** Plays what is selected. What nobody has seen yet is not played by a key meant to hurry. */
  press_play(): boolean {
    const was_running = this.film.is_running;
    this.film.finish();
    if (this.asks === "roll") return !was_running && this.roll();
    const choice = this.choices[this.chosen ?? -1];
    if (choice) return !was_running && this.choose(choice.move);
    this.select(0);
    return false;
  }

  /** Selects a choice; one that is selected already is played. */
  press_number(number: number): boolean {
    const was_running = this.film.is_running;
    this.film.finish();
    if (!was_running && this.chosen === number - 1) return this.press_play();
    this.select(number - 1);
    return false;
  }

  select(index: number): void {
    if (index >= 0 && index < this.choices.length) this.chosen = index;
  }

  /** The next choice, or with -1 the one before; they go round. */
  select_next(by: 1 | -1): void {
    this.film.finish();
    const all = this.choices.length;
    if (all === 0) return;
    this.chosen = this.chosen === null ? (by > 0 ? 0 : all - 1) : (this.chosen + by + all) % all;
  }

  /** Whatever is being shown is over; where nothing is, the bot that waits does not. */
  skip(): void {
    if (this.film.is_running) this.film.finish();
    else if (this.#may_go_on() && this.#is_bot(this.scene.turn)) {
      clearTimeout(this.#timer);
      void this.#play_bot();
    }
  }

  take_back(): void {
    this.film.finish();
    if (this.#is_taken_over()) return;
    if (!this.can_take_back) {
      this.notify(say("play.nothing_to_take_back"));
      return;
    }
    const scene = this.#told(this.#means.door.take_back({ record: this.scene.record }));
    if (!scene) return;
    this.#keep({ record: scene.record });
    this.#cut_to(scene);
    this.notify(say("play.taken_back"));
    this.#go_on();
  }

  /** A game that is over stands in the ledger as it was. */
  get can_take_back(): boolean {
    return this.shown.can_take_back && this.shown.phase !== "over";
  }

  async hint(): Promise<void> {
    this.film.finish();
    if (this.asks !== "choose") {
      this.notify(tell(this.scene.request));
      return;
    }
    const { record } = this.scene;
    const answer = await this.#means.bots.hint(record);
    if (this.#is_closed || record !== this.scene.record || "problems" in answer) return;
    const { move } = answer.value;
    const advised = this.scene.choices.find((each) => each.move === move);
    // Where "always fly" or "always stack" has settled it, the hint is about the piece.
    let index = this.choices.findIndex((each) => each.move === move);
    if (index < 0 && advised) {
      index = this.choices.findIndex((each) => is_same_piece(each, advised));
    }
    if (index < 0) return;
    this.chosen = index;
    this.notify(say("play.hint", { choice: index + 1 }));
  }

  show_last_move(): void {
    this.film.finish();
    const last = this.#last_move();
    const before = last && this.#at(last.entry - 1);
    const after = last && this.#at(last.entry);
    if (!before || !after) {
      this.notify(say("play.no_last_move"));
      return;
    }
    clearTimeout(this.#timer);
    const { speed } = this.#means.settings;
    this.film.cut_to(still_of(before, null));
    this.film.run(
      after.happened,
      () => {
        this.film.cut_to(this.#still());
        this.#pump();
      },
      { speed: speed === "off" ? "normal" : speed, silent: true },
    );
  }

  /** The person has the device. */
  take_over_device(): void {
    this.holder = this.hand_over || this.holder;
    this.hand_over = "";
    this.#keep({ holder: this.holder });
    this.#pump();
  }

  /** The game is played here from now on, as far as the other tab has brought it. */
  play_here(): void {
    const kept = kept_game() ?? this.#kept;
    const scene = this.#told(this.#means.door.resume({ record: kept.record }));
    if (!scene) return;
    this.is_elsewhere = false;
    this.#enter(scene, kept);
    this.#go_on();
  }

  /** The result has been seen. */
  close_result(): void {
    this.is_result_open = false;
    this.#keep({ is_told: true });
  }

  pause(is_paused = !this.is_paused): void {
    this.is_paused = is_paused;
    this.#pump();
  }

  /** While it is held, nothing plays by itself: something else has the person's attention. */
  hold(is_held: boolean): void {
    this.#is_held = is_held;
    this.#pump();
  }

  // ---- how it goes on

  #opened(): Game {
    document.addEventListener("visibilitychange", this.#see);
    addEventListener("storage", this.#look);
    this.#go_on();
    return this;
  }

  #begin(scene: Scene): void {
    this.#enter(scene, { record: scene.record });
  }

  // Shows it as it stands, and keeps it as this tab's.
  #enter(scene: Scene, kept: Kept): void {
    this.#kept = { ...kept, record: scene.record };
    this.#write();
    this.holder = kept.holder ?? "";
    this.hand_over = "";
    this.is_result_open = false;
    this.notice = "";
    this.problems = [];
    this.#bot_did = [];
    this.#cut_to(scene);
    this.film.caption = "";
  }

  #cut_to(scene: Scene): void {
    clearTimeout(this.#timer);
    this.scene = scene;
    this.shown = scene;
    this.log = value_of(this.#means.door.history({ record: scene.record })) ?? [];
    this.chosen = null;
    this.film.cut_to(this.#still());
  }

  // From a moment in which nothing is being shown.
  #go_on(): void {
    if (this.#kept.is_begun) {
      this.#arrive();
      return;
    }
    const { record } = this.scene;
    const rolls = value_of(this.#means.door.starting_rolls({ record })) ?? [];
    const is_new = this.log.every(({ kind }) => kind === "starting_roll");
    const begins = { key: "play.starting.begins", arguments: { seat: say_seat(this.scene.turn) } };
    const begin = () => {
      this.is_starting = false;
      this.#keep({ is_begun: true });
      this.film.turn = this.scene.turn;
      this.#arrive();
    };
    if (rolls.length === 0 || !is_new) {
      begin();
      return;
    }
    this.is_starting = true;
    this.film.turn = "";
    this.film.run_start(rolls, begins, () => {
      if (!this.#is_closed && !document.hidden) begin(); // else they are shown again
    });
  }

  #accept(answer: Answer<Scene>): boolean {
    const actor = this.scene.turn;
    const scene = this.#told(answer);
    if (!scene) return false;
    this.#actor = actor;
    if (!this.#is_bot(actor)) {
      this.hand_over = "";
      this.holder = actor;
    }
    this.#keep({ record: scene.record, holder: this.holder });
    this.scene = scene;
    this.#list();
    this.chosen = null;
    this.notice = "";
    this.film.run(scene.happened, () => {
      this.shown = scene;
      if (scene.latest) this.log = [...this.log, scene.latest];
      this.film.turn = scene.turn;
      this.#tell_bots_turn(scene);
      this.#arrive();
    });
    if (document.hidden) this.film.finish();
    return true;
  }

  // A game that is over goes into the ledger before its end is shown, which not everybody waits for.
  #list(): void {
    if (this.scene.phase !== "over" || this.#kept.is_listed) return;
    // In this order: the ledger knows a game that it has already.
    this.#means.list(this.scene.record);
    this.#keep({ is_listed: true });
  }

  // A bot's whole turn is one sentence.
  #tell_bots_turn(scene: Scene): void {
    if (!this.#is_bot(this.#actor)) return;
    const words = scene.latest ? entry_words(scene.latest) : "";
    if (words) this.#bot_did.push(words);
    if (scene.turn === this.#actor || this.#bot_did.length === 0) return;
    const player = scene.seats.find(({ seat }) => seat === this.#actor);
    if (player) {
      const what = listed(this.#bot_did);
      announcer.tell(say("web.table.did", { player: player_name(player), what }));
    }
    this.#bot_did = [];
  }

  // What is shown is the scene.
  #arrive(): void {
    const { phase, turn, request } = this.scene;
    if (phase === "over") {
      this.#list();
      this.is_result_open = !this.#kept.is_told;
      announcer.tell(tell(request));
      return;
    }
    if (turn !== "" && !this.#is_bot(turn)) {
      this.#see_whom_to_ask(turn);
      if (phase === "roll") announcer.call(tell(request));
      else announcer.tell(tell(request));
      if (this.choices.length === 1) this.chosen = 0;
    }
    this.#pump();
  }

  #see_whom_to_ask(turn: Seat): void {
    if (this.holder === turn) return;
    const is_passed = this.holder !== "" && this.people.length > 1;
    if (is_passed) this.hand_over = turn;
    if (is_passed && this.#means.settings.turn_board) return; // once they have it
    this.holder = turn;
    this.#keep({ holder: turn });
  }

  // Sets a timer for what happens next by itself, if anything does.
  #pump(): void {
    clearTimeout(this.#timer);
    if (!this.#may_go_on()) return;
    const pause_ms = PAUSES_MS[this.#means.settings.pause];
    if (this.#is_bot(this.scene.turn)) {
      const ms = this.scene.phase === "roll" ? pause_ms : pause_ms / 2;
      this.#timer = setTimeout(() => void this.#play_bot(), ms);
      return;
    }
    const choice = this.automatic;
    if (choice) {
      const ms = Math.max(pause_ms / 2, GLANCE_MS);
      this.#timer = setTimeout(() => {
        announcer.tell(say("web.table.by_itself"));
        this.choose(choice.move);
      }, ms);
    }
  }

  #may_go_on(): boolean {
    return (
      !this.#is_closed &&
      !this.#is_held &&
      !this.film.is_running &&
      !this.is_starting &&
      !this.is_elsewhere &&
      !document.hidden &&
      this.problems.length === 0 &&
      this.scene.phase !== "over" &&
      !(this.is_paused && this.is_watched)
    );
  }

  /** The choice that plays itself, if there is one. */
  get automatic(): Choice | null {
    const [only, ...others] = this.choices;
    if (!only || others.length > 0) return null;
    // What was taken back is for the person to choose.
    if (this.scene.latest?.kind === "take_back") return null;
    const is_settled = this.scene.choices.length > 1; // by "always fly", "always stack"
    return is_settled || this.#means.settings.play_only_moves ? only : null;
  }

  async #play_bot(): Promise<void> {
    if (this.#is_taken_over()) return;
    const { record, phase, turn, seats } = this.scene;
    if (phase === "roll") {
      this.#roll();
      return;
    }
    const bot = seats.find(({ seat }) => seat === turn)?.bot ?? "";
    const answer = await this.#means.bots.move(record, bot);
    // Meanwhile the person may have taken back, left, or hidden the page: then it is asked again.
    if (record !== this.scene.record || !this.#may_go_on() || this.#is_taken_over()) return;
    const chosen = this.#told(answer);
    if (chosen) this.#choose(chosen.move);
  }

  #roll(): boolean {
    const { record, turn, ply } = this.scene;
    return this.#accept(this.#means.door.roll({ record, seat: turn as Seat, ply }));
  }

  #choose(move: string): boolean {
    const { record, turn, ply } = this.scene;
    return this.#accept(this.#means.door.choose({ record, seat: turn as Seat, ply, move }));
  }

  // ---- what is kept

  // What happens after it was left is not kept: a window may tell that it has closed when the screen
  // has gone, and the game with it.
  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    if (!this.#is_closed && !this.#is_taken_over()) this.#write();
  }

  #write(): void {
    this.#kept.tab = this.#tab;
    const was_kept = this.is_kept;
    keep_game(this.#kept);
    this.is_kept = is_kept;
    if (was_kept && !is_kept) announcer.call(say("web.table.kept_nowhere"));
  }

  // True where another tab has the game now; nothing is written over then.
  #is_taken_over(): boolean {
    if (this.is_kept && !this.is_elsewhere) {
      const there = kept_game();
      if (there && there.tab !== this.#tab) {
        this.film.finish();
        clearTimeout(this.#timer);
        this.is_elsewhere = true;
        announcer.call(say("web.table.elsewhere"));
      }
    }
    return this.is_elsewhere;
  }

  readonly #look = (): void => {
    this.#is_taken_over();
  };

  readonly #see = (): void => {
    if (document.hidden) this.film.finish();
    else if (this.is_starting && !this.film.is_running) this.#go_on();
    this.#pump();
  };

  // ---- small questions

  #is_bot(seat: Seat | ""): boolean {
    return this.scene.seats.some((each) => each.seat === seat && each.bot !== "");
  }

  #first(): Seat | "" {
    return this.log.find(({ kind }) => kind === "roll")?.seat ?? this.scene.turn;
  }

  #last_move(): Entry | undefined {
    return this.log.findLast(
      ({ kind, words, in_force }) =>
        in_force && (kind === "move" || (kind === "roll" && words.length > 0)),
    );
  }

  #at(entry: number): Scene | null {
    return value_of(this.#means.door.at({ record: this.scene.record, entry }));
  }

  #still(): Still {
    const last = this.#last_move();
    const after = last && this.#at(last.entry);
    return still_of(this.scene, after ? trace_of(after.happened) : null);
  }

  /** Says something that is gone with the next input. */
  notify(words: string): void {
    this.notice = words;
    announcer.tell(words);
  }

  // The value, or null where the door refused and says why.
  #told<T>(answer: Answer<T>): T | null {
    if ("value" in answer) return answer.value;
    this.problems = answer.problems;
    for (const { code, arguments: values } of answer.problems) {
      announcer.call(text.say(code, values));
    }
    return null;
  }
}

function value_of<T>(answer: Answer<T>): T | null {
  return "value" in answer ? answer.value : null;
}

function still_of({ pieces, turn, roll }: Scene, trace: Trace | null): Still {
  return { pieces, turn, face: roll, trace };
}

function say_seat(seat: Seat | ""): string {
  return seat ? say(`seat.${seat}`) : "";
}
