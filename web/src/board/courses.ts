// The way of a move as lines on the board.
import { flies_from, geometry_of, point_of } from "./places";
import { between, line, minus, pair, plus, times } from "./shapes";
import type { Geometry, Piece, Point, Seat, Target } from "./types";

export interface Leg {
  kind: "walk" | "jump" | "flight";
  path: string;
}

/** All steps from one to another, both included. */
function steps(from: number, to: number): number[] {
  const way = Math.sign(to - from);
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + way * i);
}

function arc(from: Point, to: Point): string {
  const way = minus(to, from);
  const top = plus(between(from, to, 0.5), times({ x: way.y, y: -way.x }, 0.22));
  return `M${pair(from)}Q${pair(top)} ${pair(to)}`;
}

/** What a move does, leg by leg: by the roll, then hop by hop. `from` is where the plane stands. */
export function legs(geometry: Geometry, piece: Piece, target: Target, from: Point): Leg[] {
  const at = (step: number) => point_of(geometry, piece.seat, step);
  const [first, ...hops] = target.stops;
  if (first === undefined) return [];
  const walked = steps(piece.step, first).slice(1).map(at);
  let last = first;
  return [
    { kind: "walk", path: line([from, ...walked]) },
    ...hops.map((stop): Leg => {
      const [start, end] = [at(last), at(stop)];
      const flies = target.flies && flies_from(geometry, piece.seat, last);
      last = stop;
      return flies
        ? { kind: "flight", path: line([start, end]) }
        : { kind: "jump", path: arc(start, end) };
    }),
  ];
}

/** The steps of a path as points. */
export function points_along(geometry: Geometry, seat: Seat, path: number[]): Point[] {
  const { route } = geometry_of(geometry, seat);
  return path.map((step) => route[step + 1] as Point);
}
