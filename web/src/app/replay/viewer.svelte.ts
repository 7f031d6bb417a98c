// A game that is looked at: which moment of it is shown, and all ways to get to another one.
import type { Door, Entry, Happening, Problem, Scene } from "../../engine/door";
import { MOST_BYTES, MOST_ENTRIES, too_large } from "../record";
import {
  found_from,
  type Row,
  round_start,
  row_at,
  rows_of,
  stop_at,
  stops_of,
  type Wanted,
} from "./steps";

/** What shows the scenes: the board with its film. */
export interface Stage {
  /** Shows the scene at once. */
  cut_to(scene: Scene): void;
  /** Shows how a scene came to be; `done` when it has been seen. */
  run(happened: Happening[], done: () => void): void;
  /** What runs is over at once. */
  finish(): void;
}

const KEPT_SCENES = 60;

export class Viewer {
  readonly record: string; // canonical
  readonly entries: readonly Entry[];
  readonly rows: readonly Row[];
  readonly stops: readonly number[];
  readonly final: Scene;
  readonly tags: readonly { name: string; value: string }[];

  /** The moment that is shown; while a step is being shown, the one at its end. */
  scene: Scene = $state.raw() as Scene;
  is_running = $state(false);

  readonly #door: Door;
  readonly #stage: Stage;
  readonly #pause_ms: () => number;
  readonly #scenes = new Map<number, Scene>();
  #run = 0; // which run this is; an older one that wakes up goes no further
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    door: Door,
    stage: Stage,
    pause_ms: () => number,
    final: Scene,
    entries: Entry[],
  ) {
    this.#door = door;
    this.#stage = stage;
    this.#pause_ms = pause_ms;
    this.record = final.record;
    this.final = final;
    this.tags = twin_of(door, final.record)?.tags ?? [];
    this.entries = entries;
    this.rows = rows_of(entries);
    this.stops = stops_of(entries);
  }

  /** `pause_ms` is how long a step is left on the board when the game plays by itself. */
  static open(
    door: Door,
    text: string,
    stage: Stage,
    pause_ms: () => number,
    entry = 0,
  ): { viewer: Viewer } | { problems: Problem[] } {
    if (text.length > MOST_BYTES) return { problems: [too_large()] };
    const first = door.at({ record: text, entry: 0 });
    if ("problems" in first) return first;
    const { record, entries } = first.value;
    if (entries > MOST_ENTRIES) return { problems: [too_large()] };
    const final = door.at({ record, entry: entries });
    if ("problems" in final) return final;
    const history = door.history({ record });
    if ("problems" in history) return history;
    const viewer = new Viewer(door, stage, pause_ms, final.value, history.value);
    viewer.go(entry);
    return { viewer };
  }

  /** The entry that is shown. */
  get entry(): number {
    return this.scene.entry;
  }

  /** The index in `stops` of what is shown. */
  get stop(): number {
    return stop_at(this.stops, this.entry);
  }

  get is_at_start(): boolean {
    return this.stop === 0;
  }

  get is_at_end(): boolean {
    return this.stop === this.stops.length - 1;
  }

  get row(): Row | undefined {
    return row_at(this.rows, this.entry);
  }

  get rounds(): number {
    return this.final.round;
  }

  /** Cuts to the moment after that entry. */
  go(entry: number): void {
    this.stop_running();
    this.#cut(entry);
  }

  go_to_stop(stop: number): void {
    this.go(this.stops[Math.max(0, Math.min(stop, this.stops.length - 1))] ?? 0);
  }

  back(): void {
    this.go_to_stop(this.stop - 1);
  }

  first(): void {
    this.go(0);
  }

  last(): void {
    this.go_to_stop(this.stops.length - 1);
  }

  round(round: number): void {
    this.go(round_start(this.rows, round));
  }

  /** Shows the next step; false at the end. */
  forward(): boolean {
    this.stop_running();
    return this.#forward(() => {});
  }

  /** To the next or last one of what is wanted, and shows how it comes about; false where there is
      none. */
  seek(wanted: Wanted, direction: 1 | -1): boolean {
    const found = found_from(this.rows, this.stops, this.stop, wanted, direction);
    if (found === null) return false;
    this.go_to_stop(found - 1);
    if (found > 0) this.#forward(() => {});
    return true;
  }

  /** Plays the game from here to its end, or from the start where it is at its end. */
  run(): void {
    if (this.is_at_end) this.#cut(0);
    this.is_running = true;
    const run = ++this.#run;
    const next = () => {
      if (run !== this.#run) return;
      const is_shown = this.#forward(() => {
        if (run === this.#run) this.#timer = setTimeout(next, this.#pause_ms());
      });
      if (!is_shown) this.is_running = false;
    };
    next();
  }

  stop_running(): void {
    ++this.#run;
    clearTimeout(this.#timer);
    this.is_running = false;
    this.#stage.finish();
  }

  #cut(entry: number): void {
    const wanted = this.stops[stop_at(this.stops, entry)] ?? 0;
    this.scene = this.#scene_at(wanted);
    this.#stage.cut_to(this.scene);
  }

  #forward(done: () => void): boolean {
    this.#stage.finish();
    const next = this.stops[this.stop + 1];
    if (next === undefined) return false;
    const scene = this.#scene_at(next);
    this.scene = scene;
    // A take-back has nothing that could be shown on its way.
    if (scene.happened.length > 0) {
      this.#stage.run(scene.happened, done);
    } else {
      this.#stage.cut_to(scene);
      done();
    }
    return true;
  }

  #scene_at(entry: number): Scene {
    const kept = this.#scenes.get(entry);
    if (kept) return kept;
    const answer = this.#door.at({ record: this.record, entry });
    if ("problems" in answer) throw new Error(`no scene at ${entry}`);
    this.#scenes.set(entry, answer.value);
    for (const old of this.#scenes.keys()) {
      if (this.#scenes.size <= KEPT_SCENES) break;
      this.#scenes.delete(old);
    }
    return answer.value;
  }
}

/** What the page reads of a record's JSON twin; docs/formats/record.md tells it all. */
interface Twin {
  tags: { name: string; value: string }[];
  entries: object[];
  result?: string;
}

function twin_of(door: Door, record: string): Twin | null {
  const answer = door.to_json({ record });
  return "value" in answer ? JSON.parse(answer.value.json) : null;
}

/** The game up to that entry as a record of its own, to be gone on with; null where the door
    refuses it. */
export function cut_record(door: Door, record: string, entry: number): string | null {
  const twin = twin_of(door, record);
  if (!twin) return null;
  const { result: _, ...rest } = twin;
  // Who begins has been settled before anything else.
  const starting = twin.entries.findLastIndex((each) => "starting_roll" in each) + 1;
  const entries = twin.entries.slice(0, Math.max(entry, starting));
  const text = JSON.stringify({ ...rest, entries });
  const answer = door.resume({ record: text });
  return "value" in answer && answer.value.has_dice ? answer.value.record : null;
}
