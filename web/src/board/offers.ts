// What a person may touch: the pieces that can move, and where they would go.
import { fits, type Plane, planes_of, point_of } from "./places";
import { length, minus, plus, times } from "./shapes";
import type { Geometry, Point, Target } from "./types";

/** A piece that can move, with everything it can do. */
export interface Offer {
  planes: Plane[]; // of all pieces that are alike; the first stands for them
  at: Point;
  targets: Target[];
}

/** Where a target is shown. */
export interface Spot {
  target: Target;
  at: Point;
}

/** In the order of the targets. */
export function offers_of(planes: Plane[], targets: Target[]): Offer[] {
  const offers: Offer[] = [];
  for (const target of targets) {
    const { piece } = target;
    if (!piece) continue;
    const known = offers.find(({ planes: [first] }) => first && fits(first, piece));
    if (known) {
      known.targets.push(target);
      continue;
    }
    const [first] = planes_of(planes, piece);
    if (!first) continue;
    const alike = planes.filter((plane) => fits(plane, piece) && plane.rank === 0);
    offers.push({ planes: alike, at: first.at, targets: [target] });
  }
  return offers;
}

/**
 * Where the targets of a piece are shown: at their destinations; side by side along `across` where
 * they share one, `size` apart, and never over the edge.
 */
export function spots_of(
  geometry: Geometry,
  targets: Target[],
  size: number,
  across: Point,
): Spot[] {
  const clear = (value: number, margin: number) =>
    Math.min(Math.max(value, margin), geometry.size - margin);
  return targets.flatMap((target) => {
    if (!target.piece) return [];
    const sharing = targets.filter((each) => each.to === target.to);
    const half = ((sharing.length - 1) * size) / 2; // from the middle one to the last
    const goal = point_of(geometry, target.piece.seat, target.to);
    const middle = {
      x: clear(goal.x, size / 2 + half * Math.abs(across.x)),
      y: clear(goal.y, size / 2 + half * Math.abs(across.y)),
    };
    const aside = sharing.indexOf(target) * size - half;
    return [{ target, at: plus(middle, times(across, aside)) }];
  });
}

/** The nearest of some things to a point, if any lies within reach. */
export function nearest<Thing>(
  point: Point,
  things: { at: Point; thing: Thing }[],
  reach: number,
): Thing | null {
  let best: Thing | null = null;
  let least = reach;
  for (const { at, thing } of things) {
    const far = length(minus(at, point));
    if (far > least) continue;
    least = far;
    best = thing;
  }
  return best;
}
