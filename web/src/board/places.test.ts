import { describe, expect, test } from "vitest";
import { geometry } from "./geometry.fixture";
import { nearest, spots_of } from "./offers";
import { arranged, heading_at, type Plane } from "./places";
import { length, minus, rounded, turned } from "./shapes";
import type { Piece, Target } from "./types";

const piece = (step: number, size = 1, marks = 0): Piece => ({ seat: "R", step, size, marks });
const by_step = (planes: Plane[]) => planes.map(({ id, step }) => `${id}:${step}`).sort();

describe("planes keep their identity", () => {
  test("one that is where a piece stands stays there", () => {
    const before = arranged(geometry, [], [piece(-1), piece(-1), piece(5), piece(9)]);
    const after = arranged(geometry, before, [piece(-1), piece(5), piece(9), piece(12)]);
    const still = (planes: Plane[], step: number) => planes.find((each) => each.step === step)?.id;
    expect(still(after, 5)).toBe(still(before, 5));
    expect(still(after, 9)).toBe(still(before, 9));
  });

  test("and each has its own spot in the hangar", () => {
    const away = arranged(
      geometry,
      [],
      [5, 6, 7, 8].map((step) => piece(step)),
    );
    const home = arranged(
      geometry,
      away,
      [-1, -1, -1, -1].map((step) => piece(step)),
    );
    expect(new Set(home.map(({ at }) => `${at.x} ${at.y}`)).size).toBe(4);
    expect(by_step(home)).toEqual(["R0:-1", "R1:-1", "R2:-1", "R3:-1"]);
  });

  test("a board of other pieces heals itself", () => {
    const before = arranged(geometry, [], [piece(1, 4)]);
    const after = arranged(geometry, before, [piece(56), piece(50, 2)]);
    expect(after.map(({ step, size }) => [step, size])).toEqual(
      expect.arrayContaining([
        [56, 1],
        [50, 2],
        [50, 2],
      ]),
    );
    expect(after.length).toBe(3);
  });
});

test("planes of a stack lie under the one that stands for it", () => {
  const planes = arranged(geometry, [], [piece(20, 3)]);
  expect(planes.map(({ rank }) => rank).sort()).toEqual([0, 1, 2]);
  const [top, under] = planes as [Plane, Plane];
  expect(length(minus(under.at, top.at))).toBeGreaterThan(0.05);
});

test("planes face along their route", () => {
  expect(heading_at(geometry, "R", 0)).toBeCloseTo(90); // from the pad to the right
  expect(heading_at(geometry, "R", 1)).toBeCloseTo(0); // up
  expect(heading_at(geometry, "Y", 1)).toBeCloseTo(90); // a quarter turn on
  expect(heading_at(geometry, "R", 51)).toBeCloseTo(0); // the column leads up
});

test("four quarter turns change nothing, and one carries a seat’s things to the next", () => {
  const pad = { x: 3.5, y: 14.5 };
  expect(turned(pad, 4, 15)).toEqual(pad);
  expect(turned(turned(pad, 1, 15), -1, 15)).toEqual(pad);
  expect(turned(pad, 1, 15)).toEqual(geometry.seats[1]?.route[1]);
});

test("a square with round corners stays within its sides", () => {
  const square = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ];
  expect(rounded(square, 0.1, 0.2)).toBe(
    "M0.1 0.3Q0.1 0.1 0.3 0.1L0.7 0.1Q0.9 0.1 0.9 0.3L0.9 0.7Q0.9 0.9 0.7 0.9L0.3 0.9Q0.1 0.9 0.1 0.7Z",
  );
});

describe("targets", () => {
  const target = (id: number, to: number): Target => ({
    id,
    piece: piece(1),
    stops: [to],
    to,
    captures: [],
    joins: id === 0,
    beside: id === 1,
    flies: false,
    jumps: false,
  });

  test("that share a square lie side by side, around it", () => {
    const [first, second] = spots_of(geometry, [target(0, 7), target(1, 7)], 2, { x: 1, y: 0 });
    expect(first?.at).toEqual({ x: 1, y: 10.5 }); // pushed away from the edge
    expect(second?.at).toEqual({ x: 3, y: 10.5 });
  });

  test("never hang over the edge", () => {
    const [only] = spots_of(geometry, [target(0, 10)], 2, { x: 1, y: 0 });
    expect(only?.at).toEqual({ x: 1, y: 8.5 });
  });

  test("the nearest within reach is taken, or none", () => {
    const things = [
      { at: { x: 1, y: 0 }, thing: "near" },
      { at: { x: 3, y: 0 }, thing: "far" },
    ];
    expect(nearest({ x: 1.8, y: 0 }, things, 2)).toBe("near");
    expect(nearest({ x: 2.2, y: 0 }, things, 2)).toBe("far");
    expect(nearest({ x: 9, y: 0 }, things, 2)).toBe(null);
  });
});
