// What the board shows, and the queue of what has still to be shown: one queue for planes, die,
// sounds, caption and whoever listens.
import { CENTRE } from "../board/places";
import type { Happening, Message, Piece, Seat } from "../engine/door";
import { type SoundName, sound } from "../sound/sound";
import { in_a_row, tell } from "../text/text.svelte";
import type { Speed } from "./settings.svelte";

/** What a film needs of a board; src/board has it. Tempo is a factor of time: 0 at once, 1 normal, 2 slow. */
export interface BoardView {
  /** Leaves the board as `happening.pieces` says. */
  show(happening: Happening, tempo: number): Promise<void>;
  /** Whatever runs jumps to its end. */
  finish(): void;
}
export interface DieView {
  tumble(value: number, tempo: number): Promise<void>;
  finish(): void;
}

/** Where the last move went. */
export interface Trace {
  seat: Seat;
  path: number[];
}

/** A moment in which nothing moves. */
export interface Still {
  pieces: Piece[];
  turn: Seat | "";
  face: number; // of the die, 0 where it is blank
  trace: Trace | null;
}

const TEMPOS: Record<Speed, number> = { off: 0, fast: 0.4, normal: 1, slow: 2 };

// How long something stays before the next comes, in milliseconds at normal speed.
const SETTLE_MS = 450;
const GLANCE_MS = 250;
const NOTICE_MS = 650;
const READ_MS = 1400;
const READ_TWICE_MS = 2200;
// What is only said, and not seen on the board, stays at least so long even when the film is fast.
const LEAST_READ_MS = 1100;
const HOLDS_MS: Record<Happening["kind"], number> = {
  rolled: SETTLE_MS,
  no_move: READ_MS,
  passed: READ_MS,
  third_six: READ_TWICE_MS,
  took_off: GLANCE_MS,
  walked: GLANCE_MS,
  jumped: GLANCE_MS,
  flew: GLANCE_MS,
  captured: NOTICE_MS,
  struck: NOTICE_MS,
  recalled: GLANCE_MS,
  stacked: NOTICE_MS,
  placed: READ_TWICE_MS,
  next: 0,
  again: GLANCE_MS,
  over: 0,
};
// Where planes do not travel, a glance has to be enough to see that they stand elsewhere.
const STILL_MS = 600;
const STEP_MS = 140; // of a walk, as the board shows it

const SOUNDS: Partial<Record<Happening["kind"], SoundName>> = {
  no_move: "lost",
  third_six: "lost",
  took_off: "take_off",
  jumped: "jump",
  flew: "flight",
  captured: "capture",
  struck: "capture",
  recalled: "lost",
  stacked: "stack",
  placed: "win",
};

function is_motion_reduced(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

interface Frame {
  begin(): void;
  /** Resolves when it has been seen long enough. */
  show(tempo: number): Promise<void>;
  end(): void;
}

export class Film {
  pieces: Piece[] = $state.raw([]);
  turn: Seat | "" = $state("");
  face = $state(0);
  trace: Trace | null = $state.raw(null);
  /** What each seat has rolled last, since the last cut. */
  rolled: Partial<Record<Seat, number>> = $state.raw({});
  /** What is happening, in words; it stays when the film is over. */
  caption = $state("");
  is_running = $state(false);
  is_tumbling = $state(false);

  /** Set by the component that has them; without one nothing travels. */
  board: BoardView | null = null;
  die: DieView | null = null;

  readonly #speed: () => Speed;
  readonly #heard: (happening: Happening) => void;
  #queue: Frame[] = [];
  #now: Frame | null = null;
  #showing = 0; // which showing of the queue this is; an older one that wakes up goes no further
  #is_draining = false;
  #wake: (() => void) | null = null;
  #is_moving = false; // a plane has moved since the last roll

  /** `heard` is called once for every happening, in order, also for those that are skipped. */
  constructor(speed: () => Speed, heard: (happening: Happening) => void = () => {}) {
    this.#speed = speed;
    this.#heard = heard;
  }

  /** Shows that and nothing else. */
  cut_to(still: Still): void {
    this.finish();
    this.pieces = still.pieces;
    this.turn = still.turn;
    this.face = still.face;
    this.trace = still.trace;
    this.rolled = {};
    this.#is_moving = false;
  }

  /**
   * Shows what happened, after what runs already, and then calls `done`; at speed off both before
   * it returns. `silent`: nobody hears of it, as it has been told before.
   */
  run(
    happened: Happening[],
    done: () => void = () => {},
    { speed, silent = false }: { speed?: Speed; silent?: boolean } = {},
  ): void {
    const frames = happened.map((happening) => this.#frame_of(happening, silent));
    this.#add([...frames, frame_at_end(done)], speed ? () => speed : this.#speed);
  }

  /** A die for each seat in turn, to see who begins, and a sentence that says who does. */
  run_start(
    rolls: { seat: Seat; value: number; message: Message }[],
    outcome: Message,
    done: () => void = () => {},
  ): void {
    const frames = rolls.map((roll): Frame => {
      return {
        begin: () => {
          this.turn = roll.seat;
          this.caption = tell(roll.message);
        },
        show: async (tempo) => {
          await this.#tumble(roll.value, tempo);
          await this.#hold(SETTLE_MS * 2 * tempo);
        },
        end: () => this.#settle(roll.value),
      };
    });
    const telling: Frame = {
      begin: () => {
        this.caption = tell(outcome);
      },
      show: (tempo) => this.#hold(READ_MS * tempo),
      end: () => {
        this.face = 0;
      },
    };
    this.#add([...frames, telling, frame_at_end(done)], this.#speed);
  }

  /** Whatever is left is over at once, and every `done` has been called. */
  finish(): void {
    if (!this.is_running) return;
    ++this.#showing;
    const now = this.#now;
    this.#now = null;
    this.board?.finish();
    this.die?.finish();
    this.#wake?.();
    this.is_tumbling = false;
    now?.end();
    this.#drain();
  }

  #add(frames: Frame[], speed: () => Speed): void {
    this.#queue.push(...frames);
    if (this.#is_draining || this.is_running) return;
    this.is_running = true;
    if (TEMPOS[speed()] === 0) this.#drain();
    else void this.#play(speed);
  }

  // What `done` adds meanwhile is over at once as well.
  #drain(): void {
    this.#is_draining = true;
    for (let frame = this.#queue.shift(); frame; frame = this.#queue.shift()) {
      this.is_running = this.#queue.length > 0;
      frame.begin();
      frame.end();
    }
    this.#is_draining = false;
  }

  async #play(speed: () => Speed): Promise<void> {
    const showing = ++this.#showing;
    while (showing === this.#showing) {
      const frame = this.#queue.shift();
      if (!frame) return;
      this.#now = frame;
      frame.begin();
      // What cannot be shown does not stop the game.
      await frame.show(TEMPOS[speed()]).catch((error) => reportError(error));
      if (showing !== this.#showing) return; // finish() has done the rest
      this.#now = null;
      this.is_running = this.#queue.length > 0;
      frame.end();
    }
  }

  #frame_of(happening: Happening, silent: boolean): Frame {
    const { kind } = happening;
    return {
      begin: () => {
        if (kind === "again") this.caption = in_a_row([this.caption, tell(happening.message)]);
        else if (kind !== "next") this.caption = tell(happening.message);
        if (kind === "rolled" || kind === "next" || kind === "again") this.turn = happening.seat;
        this.#follow(happening);
        if (!silent) this.#heard(happening);
      },
      show: async (tempo) => {
        this.#sound(happening, tempo);
        if (kind === "rolled") await this.#tumble(happening.value, tempo);
        else await this.board?.show(happening, tempo);
        await this.#hold(this.#hold_ms(happening, tempo));
      },
      end: () => {
        this.pieces = happening.pieces;
        if (kind === "rolled") this.#settle(happening.value);
        if (kind === "next" || kind === "again") this.face = 0;
      },
    };
  }

  // The trace is that of one move: what took off or walked begins it, hops go on.
  #follow(happening: Happening): void {
    if (happening.kind === "rolled") this.#is_moving = false;
    if (!is_on_the_way(happening)) return;
    this.trace = gone_on(this.#is_moving ? this.trace : null, happening);
    this.#is_moving = true;
  }

  #hold_ms({ kind }: Happening, tempo: number): number {
    const ms = HOLDS_MS[kind] * tempo;
    const is_only_said = kind === "no_move" || kind === "passed" || kind === "third_six";
    if (is_only_said) return Math.max(ms, LEAST_READ_MS);
    return ms > 0 && is_motion_reduced() ? Math.max(ms, STILL_MS * tempo) : ms;
  }

  async #tumble(value: number, tempo: number): Promise<void> {
    sound.play("rattle");
    this.is_tumbling = true;
    await this.die?.tumble(value, tempo);
    this.is_tumbling = false;
    this.#settle(value);
  }

  #settle(face: number): void {
    this.face = face;
    if (this.turn !== "") this.rolled = { ...this.rolled, [this.turn]: face };
  }

  #sound(happening: Happening, tempo: number): void {
    if (happening.kind === "walked") {
      sound.play("step", happening.path.length - 1, (STEP_MS / 1000) * tempo);
      if (happening.after?.step === CENTRE) sound.play("home");
    }
    const name = SOUNDS[happening.kind];
    if (name) sound.play(name);
  }

  #hold(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function frame_at_end(done: () => void): Frame {
  return { begin: () => {}, show: async () => {}, end: done };
}

/** The trace of what happened; null where nothing moved. */
export function trace_of(happened: Happening[]): Trace | null {
  return happened.filter(is_on_the_way).reduce<Trace | null>(gone_on, null);
}

function is_on_the_way({ kind, path }: Happening): boolean {
  return path.length > 0 && ["took_off", "walked", "jumped", "flew"].includes(kind);
}

function gone_on(before: Trace | null, { seat, path }: Happening): Trace {
  return before ? { ...before, path: [...before.path, ...path.slice(1)] } : { seat, path };
}
