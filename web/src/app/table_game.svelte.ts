// A game at a table, as the screen of the table wants it, wherever it is played: what is there, what
// has been shown of it, what the person on turn is asked, and what they can do. How an input comes to
// be, and what goes on by itself, is for those who derive from it.
import type { Bots } from "../engine/bots";
import type { Answer, Choice, Door, Entry, Problem, Scene, Seat } from "../engine/door";
import { type Key, listed, say, tell, text } from "../text/text.svelte";
import { announcer } from "./announcer.svelte";
import { Film, type Still, type Trace, trace_of } from "./film.svelte";
import type { Kept } from "./kept";
import type { Pause, Settings } from "./settings.svelte";
import { entry_words, player_name, tenths } from "./words";

/** What every game needs from outside. */
export interface TableMeans {
  door: Door;
  bots: Pick<Bots, "hint">;
  settings: Pick<
    Settings,
    | "speed"
    | "pause"
    | "play_only_moves"
    | "always_fly"
    | "always_stack"
    | "turn_board"
    | "show_hints"
  >;
  /** Takes the record of a finished game into the ledger. */
  list: (record: string) => void;
}

/** Why the person can do nothing, and what they can do about it. */
export interface Interruption {
  words: string;
  label: string;
  does: () => void;
}

/** The time of whoever is on turn, where there is a limit. */
export interface Countdown {
  seconds: number;
  is_short: boolean;
}

export const PAUSES_MS: Record<Pause, number> = { off: 0, short: 250, normal: 700, long: 1600 };
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

export abstract class TableGame {
  protected readonly means: TableMeans;
  protected kept: Kept = { record: "" };
  protected timer: ReturnType<typeof setTimeout> | undefined;
  protected is_closed = false;
  #is_held = false;
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
  /** False where the browser keeps nothing. */
  is_kept = $state(true);

  /** Those who decide on this device. */
  readonly people: readonly Seat[] = $derived(this.people_here());
  /** Whom the board is turned to; empty where it lies as it lies. */
  readonly bottom: Seat | "" = $derived.by(() => {
    if (this.people.length === 1) return this.people[0] ?? "";
    return this.means.settings.turn_board ? this.holder : "";
  });
  /** What the person on turn is asked; none while something is being shown. */
  readonly asks: "roll" | "choose" | null = $derived.by(() => {
    const { phase, turn } = this.shown;
    const is_idle = !this.film.is_running && !this.is_starting && this.interruption === null;
    const is_here = !this.hand_over || !this.means.settings.turn_board;
    if (!is_idle || !is_here || phase === "over" || !this.decides(turn)) return null;
    return this.may_act() ? phase : null;
  });
  /** What can be chosen now. */
  readonly choices: readonly Choice[] = $derived.by(() =>
    this.asks === "choose" ? offered(this.shown.choices, this.means.settings) : [],
  );

  // ---- what differs

  /** Inputs can be taken back at all. */
  abstract readonly has_take_back: boolean;
  /** Someone else, or something, has to be waited for; empty where nothing need be said. */
  get waits_for(): string {
    return "";
  }
  /** What is wrong with the way to the game; empty where nothing is. */
  get trouble(): string {
    return "";
  }
  get countdown(): Countdown | null {
    return null;
  }
  get can_take_back(): boolean {
    return false;
  }
  get can_pause(): boolean {
    return false;
  }
  get interruption(): Interruption | null {
    return null;
  }
  /** What going away comes to. */
  get leave_key(): Key {
    return "web.table.leave";
  }
  /** The address at which its dice can be checked; empty where they cannot. */
  get dice_address(): string {
    return "";
  }
  /** Once it is over, it can be begun once more. */
  get can_rematch(): boolean {
    return true;
  }
  /** It can be begun once more before it is over. */
  get can_start_over(): boolean {
    return false;
  }

  protected abstract people_here(): Seat[];
  protected abstract send_roll(): boolean;
  protected abstract send_choice(move: string): boolean;
  abstract rematch(): void;

  /** Nobody on this device decides for that seat. */
  protected is_bot(seat: Seat | ""): boolean {
    return this.scene.seats.some((each) => each.seat === seat && each.bot !== "");
  }
  /** Somebody on this device decides for that seat now. */
  protected decides(seat: Seat | ""): boolean {
    return !this.is_bot(seat) && this.people.includes(seat as Seat);
  }
  /** More about a player, such as that they are away; empty for nothing. */
  remark(_seat: Seat): string {
    return "";
  }
  /** More about what is in the log; empty for nothing. */
  entry_note(_entry: Entry): string {
    return "";
  }
  /** An input would be taken now. */
  protected may_act(): boolean {
    return true;
  }
  /** True where this game is played elsewhere now, and must not be touched here. */
  protected is_taken_over(): boolean {
    return false;
  }
  protected keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
  }
  /** Whatever happens next by itself, and when; null where nothing does. */
  protected next_by_itself(): { after_ms: number; does: () => void } | null {
    const choice = this.automatic;
    if (!choice) return null;
    return {
      after_ms: Math.max(PAUSES_MS[this.means.settings.pause] / 2, GLANCE_MS),
      does: () => {
        announcer.tell(say("web.table.by_itself"));
        this.choose(choice.move);
      },
    };
  }
  take_back(): void {}
  pause(): void {}
  /** The record as it is given away. */
  get record(): string {
    return this.scene.record;
  }
  /** There is something that skip() would hurry. */
  get can_skip(): boolean {
    return this.film.is_running;
  }

  protected constructor(means: TableMeans) {
    this.means = means;
    this.film = new Film(
      () => means.settings.speed,
      (happening) => {
        if (happening.kind === "next" || this.is_bot(this.#actor)) return;
        announcer.tell(tell(happening.message));
      },
    );
  }

  /** Takes no more part. */
  close(): void {
    this.is_closed = true;
    this.film.finish();
    clearTimeout(this.timer);
    announcer.clear();
    document.removeEventListener("visibilitychange", this.#see);
  }

  // ---- what a person does

  /** Rolls for the person on turn; `ply` is what the button was meant for. False: not now. */
  roll(ply = this.scene.ply): boolean {
    this.film.finish();
    if (this.asks !== "roll" || ply !== this.scene.ply || this.is_taken_over()) return false;
    return this.send_roll();
  }

  /** Plays a choice of the person on turn, likewise. */
  choose(move: string, ply = this.scene.ply): boolean {
    this.film.finish();
    if (this.asks !== "choose" || ply !== this.scene.ply || this.is_taken_over()) return false;
    if (!this.scene.choices.some((each) => each.move === move)) return false;
    return this.send_choice(move);
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

  /** Whatever is being shown is over. */
  skip(): void {
    this.film.finish();
  }

  async hint(): Promise<void> {
    this.film.finish();
    if (this.asks !== "choose") {
      this.notify(tell(this.scene.request));
      return;
    }
    const { record } = this.scene;
    const answer = await this.means.bots.hint(record);
    if (this.is_closed || record !== this.scene.record || "problems" in answer) return;
    const { move, chance } = answer.value;
    const advised = this.scene.choices.find((each) => each.move === move);
    // Where "always fly" or "always stack" has settled it, the hint is about the piece.
    let index = this.choices.findIndex((each) => each.move === move);
    if (index < 0 && advised) {
      index = this.choices.findIndex((each) => is_same_piece(each, advised));
    }
    if (index < 0) return;
    this.chosen = index;
    const choice = index + 1;
    // What is known of the piece's other ways is not known of this one.
    if (chance === null || this.choices[index]?.move !== move) {
      this.notify(say("web.table.hint", { choice }));
    } else {
      this.notify(say("play.hint_chance", { choice, chance: tenths(chance) }));
    }
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
    clearTimeout(this.timer);
    const { speed } = this.means.settings;
    this.film.cut_to(still_of(before, null));
    this.film.run(
      after.happened,
      () => {
        this.film.cut_to(this.#still());
        this.pump();
      },
      { speed: speed === "off" ? "normal" : speed, silent: true },
    );
  }

  /** The person has the device. */
  take_over_device(): void {
    this.holder = this.hand_over || this.holder;
    this.hand_over = "";
    this.keep({ holder: this.holder });
    this.pump();
  }

  /** The result has been seen. */
  close_result(): void {
    this.is_result_open = false;
    this.keep({ is_told: true });
  }

  /** While it is held, nothing plays by itself: something else has the person's attention. */
  hold(is_held: boolean): void {
    this.#is_held = is_held;
    this.pump();
  }

  // ---- how it goes on

  /** Call it once, when the game stands as it stands. */
  protected open(): void {
    document.addEventListener("visibilitychange", this.#see);
    this.go_on();
  }

  /** Shows it as it stands. */
  protected enter_at(scene: Scene, kept: Kept): void {
    this.kept = { ...kept, record: scene.record };
    this.holder = kept.holder ?? "";
    this.hand_over = "";
    this.is_result_open = false;
    this.notice = "";
    this.problems = [];
    this.#bot_did = [];
    this.cut_to(scene);
    this.film.caption = "";
  }

  protected cut_to(scene: Scene): void {
    clearTimeout(this.timer);
    this.scene = scene;
    this.shown = scene;
    this.log = value_of(this.means.door.history({ record: scene.record })) ?? [];
    this.chosen = null;
    this.film.cut_to(this.#still());
  }

  // From a moment in which nothing is being shown.
  protected go_on(): void {
    if (this.kept.is_begun) {
      this.arrive();
      return;
    }
    const { record } = this.scene;
    const rolls = value_of(this.means.door.starting_rolls({ record })) ?? [];
    const is_new = this.log.every(({ kind }) => kind === "starting_roll");
    const begins = { key: "play.starting.begins", arguments: { seat: say_seat(this.scene.turn) } };
    const begin = () => {
      this.is_starting = false;
      this.keep({ is_begun: true });
      this.film.turn = this.scene.turn;
      this.arrive();
    };
    if (rolls.length === 0 || !is_new) {
      begin();
      return;
    }
    this.is_starting = true;
    this.film.turn = "";
    this.film.run_start(rolls, begins, () => {
      if (!this.is_closed && !document.hidden) begin(); // else they are shown again
    });
  }

  /** Goes on to a scene that one input has made, and shows how. False: it was refused. */
  protected accept(answer: Answer<Scene>): boolean {
    const actor = this.scene.turn;
    const scene = this.told(answer);
    if (!scene) return false;
    this.#actor = actor;
    if (this.decides(actor)) {
      this.hand_over = "";
      this.holder = actor;
    }
    this.keep({ record: scene.record, holder: this.holder });
    this.scene = scene;
    this.list();
    this.chosen = null;
    this.notice = "";
    this.film.run(scene.happened, () => {
      this.shown = scene;
      if (scene.latest) this.log = [...this.log, scene.latest];
      this.film.turn = scene.turn;
      this.#tell_bots_turn(scene);
      this.arrive();
    });
    if (document.hidden) this.film.finish();
    return true;
  }

  // A game that is over goes into the ledger before its end is shown, which not everybody waits for.
  protected list(): void {
    if (this.scene.phase !== "over" || this.kept.is_listed) return;
    // In this order: the ledger knows a game that it has already.
    this.means.list(this.scene.record);
    this.keep({ is_listed: true });
  }

  // A bot's whole turn is one sentence.
  #tell_bots_turn(scene: Scene): void {
    if (!this.is_bot(this.#actor)) return;
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
  protected arrive(): void {
    const { phase, turn, request } = this.scene;
    if (phase === "over") {
      this.list();
      this.is_result_open = !this.kept.is_told;
      announcer.tell(tell(request));
      return;
    }
    if (turn !== "" && this.decides(turn)) {
      this.#see_whom_to_ask(turn);
      if (phase === "roll") announcer.call(tell(request));
      else announcer.tell(tell(request));
      if (this.choices.length === 1) this.chosen = 0;
      else if (this.choices.length > 1 && this.means.settings.show_hints) void this.hint();
    }
    this.pump();
  }

  #see_whom_to_ask(turn: Seat): void {
    if (this.holder === turn) return;
    const is_passed = this.holder !== "" && this.people.length > 1;
    if (is_passed) this.hand_over = turn;
    if (is_passed && this.means.settings.turn_board) return; // once they have it
    this.holder = turn;
    this.keep({ holder: turn });
  }

  // Sets a timer for what happens next by itself, if anything does.
  protected pump(): void {
    clearTimeout(this.timer);
    const next = this.may_go_on() ? this.next_by_itself() : null;
    if (next) this.timer = setTimeout(next.does, next.after_ms);
  }

  protected may_go_on(): boolean {
    return (
      !this.is_closed &&
      !this.#is_held &&
      !this.film.is_running &&
      !this.is_starting &&
      this.interruption === null &&
      !document.hidden &&
      this.problems.length === 0 &&
      this.scene.phase !== "over" &&
      !this.is_paused
    );
  }

  /** The choice that plays itself, if there is one. */
  get automatic(): Choice | null {
    const [only, ...others] = this.choices;
    if (!only || others.length > 0) return null;
    // What was taken back is for the person to choose.
    if (this.scene.latest?.kind === "take_back") return null;
    const is_settled = this.scene.choices.length > 1; // by "always fly", "always stack"
    return is_settled || this.means.settings.play_only_moves ? only : null;
  }

  readonly #see = (): void => {
    if (document.hidden) this.film.finish();
    else if (this.is_starting && !this.film.is_running) this.go_on();
    this.pump();
  };

  // ---- small questions

  #last_move(): Entry | undefined {
    return this.log.findLast(
      ({ kind, words, in_force }) =>
        in_force && (kind === "move" || (kind === "roll" && words.length > 0)),
    );
  }

  #at(entry: number): Scene | null {
    return value_of(this.means.door.at({ record: this.scene.record, entry }));
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
  protected told<T>(answer: Answer<T>): T | null {
    if ("value" in answer) return answer.value;
    this.problems = answer.problems;
    for (const { code, arguments: values } of answer.problems) {
      announcer.call(text.say(code, values));
    }
    return null;
  }
}

export function value_of<T>(answer: Answer<T>): T | null {
  return "value" in answer ? answer.value : null;
}

function still_of({ pieces, turn, roll }: Scene, trace: Trace | null): Still {
  return { pieces, turn, face: roll, trace };
}

function say_seat(seat: Seat | ""): string {
  return seat ? say(`seat.${seat}`) : "";
}
