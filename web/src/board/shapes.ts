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

/** The plate of a hangar in its corner of the board. */
export function plate_of({ x, y, reach }: Point & { reach: number }): string {
  const corners = [
    { x, y },
    { x: x + reach, y },
    { x: x + reach, y: y + reach },
    { x, y: y + reach },
  ];
  return rounded(corners, 0.09, 0.62);
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
  "M0-49C6.500-49 10.500-41 11-31V-13.500L44.500 8.500Q49 11.500 49 16.500V19Q49 23.500 44.500 22.500L11 14.500 9 28.500" +
  "20.500 36.500Q23 38.500 23 41.500V43Q23 46.500 19.500 46L4.500 43.500Q0 50-4.500 43.500L-19.500 46Q-23 46.500-23 43V41.500" +
  "Q-23 38.500-20.500 36.500L-9 28.500-11 14.500-44.500 22.500Q-49 23.500-49 19V16.500Q-49 11.500-44.500 8.500L-11-13.500V-31" +
  "C-10.500-41-6.500-49 0-49Z";

/** A chevron that points along `direction`, a unit vector, its tip `size` beyond `at`. */
export function chevron(at: Point, direction: Point, size: number): string {
  const side = { x: -direction.y, y: direction.x };
  const corner = (forth: number, aside: number) =>
    plus(at, plus(times(direction, forth * size), times(side, aside * size)));
  return line([corner(-0.55, -1), corner(0.55, 0), corner(-0.55, 1)]);
}
