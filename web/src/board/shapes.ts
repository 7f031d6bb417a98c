// Paths of the drawing, in squares unless a comment says otherwise.
import type { Point, Seat } from "./types";

export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const times = (a: Point, factor: number): Point => ({ x: a.x * factor, y: a.y * factor });
export const length = (a: Point): number => Math.hypot(a.x, a.y);
export const unit = (a: Point): Point => times(a, 1 / (length(a) || 1));
export const between = (a: Point, b: Point, t: number): Point => plus(a, times(minus(b, a), t));

/** Degrees clockwise from north, as a plane that flies from `a` to `b` faces. */
export const heading = (a: Point, b: Point): number =>
  (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI + 90;

const number = (value: number): string => String(Math.round(value * 1000) / 1000);
export const pair = (point: Point): string => `${number(point.x)} ${number(point.y)}`;
export const line = (points: Point[]): string => `M${points.map(pair).join("L")}`;

/** A quarter turn clockwise of the whole board, `quarters` times; negative ones turn back. */
export function turned(point: Point, quarters: number, size: number): Point {
  let { x, y } = point;
  for (let left = ((quarters % 4) + 4) % 4; left > 0; --left) [x, y] = [size - y, x];
  return { x, y };
}

/** The polygon, every side moved inwards by `inset`. It must be convex and clockwise (y down). */
function shrunk(outline: Point[], inset: number): Point[] {
  const sides = outline.map((from, i) => {
    const to = outline[(i + 1) % outline.length] as Point;
    const along = unit(minus(to, from));
    const inwards = { x: -along.y, y: along.x };
    return { from: plus(from, times(inwards, inset)), along };
  });
  return sides.map((side, i) => {
    const last = sides[(i + sides.length - 1) % sides.length] as typeof side;
    const gap = minus(side.from, last.from);
    const cross = last.along.x * side.along.y - last.along.y * side.along.x;
    const far = (gap.x * side.along.y - gap.y * side.along.x) / cross;
    return plus(last.from, times(last.along, far));
  });
}

/** A convex clockwise polygon, moved inwards by `inset`, with round corners. */
export function rounded(outline: Point[], inset: number, radius: number): string {
  const corners = shrunk(outline, inset);
  const at = (i: number) => corners[(i + corners.length) % corners.length] as Point;
  const parts = corners.map((corner, i) => {
    const back = minus(at(i - 1), corner);
    const ahead = minus(at(i + 1), corner);
    const cosine = (back.x * ahead.x + back.y * ahead.y) / (length(back) * length(ahead));
    const reach = radius / Math.tan(Math.acos(cosine) / 2);
    const cut = Math.min(reach, length(back) / 2, length(ahead) / 2);
    const enter = plus(corner, times(unit(back), cut));
    const leave = plus(corner, times(unit(ahead), cut));
    return `${i === 0 ? "M" : "L"}${pair(enter)}Q${pair(corner)} ${pair(leave)}`;
  });
  return `${parts.join("")}Z`;
}

/** The sign of a seat, in a box of -1…1 about 0; all four look equally large. */
export const GLYPHS: Record<Seat, string> = {
  R: "M0-.88A.88.88 0 1 1 0 .88A.88.88 0 1 1 0-.88Z",
  Y: "M0-1 1 .76H-1Z",
  B: "M-.8-.8H.8V.8H-.8Z",
  G: "M0-1.06 1.06 0 0 1.06-1.06 0Z",
};

/** A plane from above, nose up, in a box of -50…50 about 0. */
export const SILHOUETTE =
  "M0-47C5-47 9-39 9.500-28L10-15 17-11.500 17-16.500Q20.500-20 24-16.500V-7.500L42 3Q46 5.500 46 10V15.500L10 10.500" +
  " 8.500 27 19.500 34.500Q21 36 21 38V42.500L4 39.500 0 45-4 39.500-21 42.500V38Q-21 36-19.500 34.500L-8.500 27-10 10.500" +
  "-46 15.500V10Q-46 5.500-42 3L-24-7.500V-16.500Q-20.500-20-17-16.500V-11.500L-10-15-9.500-28C-9-39-5-47 0-47Z";

/** A chevron that points along `direction`, a unit vector, its tip `size` beyond `at`. */
export function chevron(at: Point, direction: Point, size: number): string {
  const side = { x: -direction.y, y: direction.x };
  const corner = (forth: number, aside: number) =>
    plus(at, plus(times(direction, forth * size), times(side, aside * size)));
  return line([corner(-0.55, -1), corner(0.55, 0), corner(-0.55, 1)]);
}
