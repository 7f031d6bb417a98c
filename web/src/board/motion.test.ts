import { describe, expect, test } from "vitest";
import { geometry } from "./geometry.fixture";
import { keyframes, look_of, type Motion, motions } from "./motion";
import { arranged, type Plane, point_of } from "./places";
import { length, minus } from "./shapes";
import type { Happening, Piece } from "./types";

const red = (step: number, size = 1): Piece => ({ seat: "R", step, size, marks: 0 });

/** The motion of the one plane that an event moves, and where it stands before and after. */
function moved(
  kind: Happening["kind"],
  from: number,
  to: number,
  path: number[],
): { motion: Motion; before: Plane; afterwards: Plane } {
  const planes = arranged(geometry, [], [red(from)]);
  const [before] = planes as [Plane];
  const next = arranged(geometry, [{ ...before, step: to }], [red(to)]);
  const happening: Happening = {
    kind,
    seat: "R",
    value: 0,
    before: red(from),
    after: red(to),
    path,
    pieces: [red(to)],
  };
  const motion = motions(geometry, happening, planes, next).get(before.id) as Motion;
  return { motion, before, afterwards: next[0] as Plane };
}

const CASES: [Happening["kind"], number, number, number[]][] = [
  ["took_off", -1, 0, [-1, 0]],
  ["walked", 3, 7, [3, 4, 5, 6, 7]],
  ["walked", 54, 55, [54, 55, 56, 55]],
  ["walked", 54, 56, [54, 55, 56]],
  ["jumped", 6, 10, [6, 7, 8, 9, 10]],
  ["flew", 18, 30, [18, 30]],
  ["captured", 18, -1, []],
  ["struck", 18, -1, []],
];

describe("every motion", () => {
  test.each(CASES)(
    "%s from %i to %i begins and ends where the plane stands",
    (kind, from, to, path) => {
      const { motion, before, afterwards } = moved(kind, from, to, path);
      const frames = keyframes(motion);
      expect(frames.place[0]?.transform).toBe(look_of(before).place);
      expect(frames.place.at(-1)?.transform).toBe(look_of(afterwards).place);
      for (const t of [0, 1]) expect(motion.pose(t).lift).toBeCloseTo(0);
    },
  );

  test.each(CASES)("%s from %i to %i has no leap", (kind, from, to, path) => {
    const { motion } = moved(kind, from, to, path);
    const count = Math.ceil(motion.duration_ms / 5);
    for (let i = 0; i < count; ++i) {
      const [here, there] = [motion.pose(i / count), motion.pose((i + 1) / count)];
      expect(length(minus(there.at, here.at))).toBeLessThan(0.35);
      expect(Math.abs(there.angle - here.angle) % 360).toBeLessThan(30);
      expect(Math.abs(there.lift - here.lift)).toBeLessThan(0.1);
    }
  });
});

test("a walk stands on every square of its path, 140 ms a step", () => {
  const { motion } = moved("walked", 3, 7, [3, 4, 5, 6, 7]);
  expect(motion.duration_ms).toBe(560);
  for (const [i, step] of [3, 4, 5, 6, 7].entries()) {
    const { at, lift } = motion.pose(i / 4);
    expect(length(minus(at, point_of(geometry, "R", step)))).toBeCloseTo(0);
    expect(lift).toBeCloseTo(0);
  }
});

test("a walk that turns back passes the farthest square", () => {
  const { motion } = moved("walked", 54, 55, [54, 55, 56, 55]);
  expect(length(minus(motion.pose(2 / 3).at, point_of(geometry, "R", 56)))).toBeCloseTo(0);
});

test("a jump, a flight and the way home take the time that is given to them", () => {
  expect(moved("jumped", 6, 10, [6, 10]).motion.duration_ms).toBe(350);
  expect(moved("flew", 18, 30, [18, 30]).motion.duration_ms).toBe(800);
  expect(moved("captured", 18, -1, []).motion.duration_ms).toBe(600);
});

test("a flight crosses the column of the opposite seat half-way", () => {
  const { motion } = moved("flew", 18, 30, [18, 30]);
  const crossing = point_of(geometry, "B", 53);
  const nearest = Math.min(
    ...Array.from({ length: 101 }, (_, i) => length(minus(motion.pose(i / 100).at, crossing))),
  );
  expect(nearest).toBeLessThan(0.2);
});

test("only the planes that a third six takes back leave a stack", () => {
  const planes = arranged(geometry, [], [{ ...red(20, 3), marks: 1 }]);
  const pieces = [red(-1), red(20, 2)];
  const happening: Happening = {
    kind: "recalled",
    seat: "R",
    value: 0,
    before: { ...red(20, 3), marks: 1 },
    after: red(20, 2),
    path: [],
    pieces,
  };
  const sent = planes.map((plane, i) => (i === 2 ? { ...plane, step: -1 } : plane));
  const found = motions(geometry, happening, planes, arranged(geometry, sent, pieces));
  expect([...found.values()].map(({ duration_ms }) => duration_ms)).toEqual([600]);
});
