// The planes on the board, and the event that is being shown with them.
import { EFFECT_MS, type Effect, effect_of } from "./effects";
import { type Motion, motions, moved_by } from "./motion";
import { arranged, has_finished, NOWHERE, type Plane } from "./places";
import type { Geometry, Happening, Piece } from "./types";

/** What a plane's element can do. */
export interface Mover {
  travel(motion: Motion, tempo: number): Animation[];
  shake(duration_ms: number): Animation[];
  appear(): void;
}

/** An event under way. */
interface Run {
  planes: Plane[]; // as they stand afterwards
  animations: Animation[];
  duration_ms: number;
  effect: Effect | null;
  travelling: Set<string>;
  done: () => void;
}

const SHAKE_MS = 420;

export class Fleet {
  planes: Plane[] = $state.raw([]);
  run: Run | null = $state.raw(null);
  movers: Record<string, Mover | undefined> = $state({}); // by the plane's id

  /** Stands the planes as `pieces` say, unless an event is being shown: that one tells how it ends. */
  place(geometry: Geometry, pieces: Piece[]): void {
    if (!this.run) this.planes = arranged(geometry, this.planes, pieces);
  }

  /** Shows an event; done when it has been seen. `tempo` is a factor of the time it takes. */
  show(geometry: Geometry, happening: Happening, tempo: number): Promise<void> {
    this.finish();
    const riders = new Set(moved_by(this.planes, happening).map(({ id }) => id));
    const leaving = this.planes.map((plane) =>
      riders.has(plane.id) ? { ...plane, step: NOWHERE } : plane,
    );
    const next = arranged(geometry, leaving, happening.pieces);
    const found = motions(geometry, happening, this.planes, next);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (tempo <= 0 || still) {
      this.planes = next;
      if (tempo > 0) for (const id of found.keys()) this.movers[id]?.appear();
      return Promise.resolve();
    }
    const effect = effect_of(geometry, happening);
    const longest = Math.max(0, ...[...found.values()].map((motion) => motion.duration_ms));
    const duration_ms = (longest === 0 && effect ? EFFECT_MS : longest) * tempo;
    const animations = [
      ...[...found].flatMap(([id, motion]) => this.movers[id]?.travel(motion, tempo) ?? []),
      ...this.#refused(happening).flatMap(
        ({ id }) => this.movers[id]?.shake(SHAKE_MS * tempo) ?? [],
      ),
    ];
    if (duration_ms === 0 && animations.length === 0) {
      this.planes = next;
      return Promise.resolve();
    }
    const travelling = new Set(found.keys());
    return new Promise((done) => {
      const mine = { planes: next, animations, duration_ms, effect, travelling, done };
      this.run = mine;
      const end = () => {
        if (this.run === mine) this.finish();
      };
      if (animations.length === 0) setTimeout(end, duration_ms);
      else Promise.allSettled(animations.map(({ finished }) => finished)).then(end);
    });
  }

  /** Whatever is being shown ends at once. */
  finish(): void {
    if (!this.run) return;
    const { planes, animations, done } = this.run;
    this.run = null;
    this.planes = planes;
    for (const animation of animations) animation.cancel();
    done();
  }

  travels({ id }: Plane): boolean {
    return this.run?.travelling.has(id) ?? false;
  }

  /** Planes of the piece a plane belongs to; a stack that falls apart on its way is none any more. */
  count({ id, size }: Plane): number {
    const next = this.run?.planes.find((plane) => plane.id === id);
    return next ? Math.min(size, next.size) : size;
  }

  /** The planes that had to stay where they are. */
  #refused({ kind, seat }: Happening): Plane[] {
    if (kind !== "no_move" && kind !== "passed") return [];
    return this.planes.filter((plane) => plane.seat === seat && !has_finished(plane));
  }
}
