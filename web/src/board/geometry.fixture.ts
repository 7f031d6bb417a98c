// The board's geometry for tests of this room, which has no engine to ask: Red's quarter, turned.
import { turned } from "./shapes";
import type { Geometry, Point, Seat, Tile } from "./types";

const SIZE = 15;
const SEATS: Seat[] = ["R", "Y", "B", "G"];
const CUT = 0.4; // of an outer corner
const INSET = 2 - Math.SQRT2; // from the legs of a triangle to the centre of the circle within

const HANGAR: Point = { x: 1.7, y: 13 }; // Red's
const APART = 0.72; // from there to each plane, both ways

// Column and row of Red's steps 1 … 13.
const QUARTER: [number, number][] = [
  [4, 14],
  [4, 13],
  [4, 12],
  [4, 11],
  [3, 10],
  [2, 10],
  [1, 10],
  [0, 10],
  [0, 9],
  [0, 8],
  [0, 7],
  [0, 6],
  [0, 5],
];

function red_tile(place: number): { at: Point; outline: Point[] } {
  const [x, y] = QUARTER[place] as [number, number];
  if (place === 3) {
    const outline = [
      { x: 5, y: 10 },
      { x: 5, y: 12 },
      { x: 3, y: 12 },
    ];
    return { at: { x: 5 - INSET, y: 12 - INSET }, outline };
  }
  if (place === 4) {
    const outline = [
      { x: 3, y: 10 },
      { x: 5, y: 10 },
      { x: 3, y: 12 },
    ];
    return { at: { x: 3 + INSET, y: 10 + INSET }, outline };
  }
  const outline = [
    { x, y },
    { x: x + 1, y },
    { x: x + 1, y: y + 1 },
    ...(place === 0 || place === 7
      ? [
          { x: x + CUT, y: y + 1 },
          { x, y: y + 1 - CUT },
        ]
      : [{ x, y: y + 1 }]),
  ];
  return { at: { x: x + 0.5, y: y + 0.5 }, outline };
}

/** The step that a seat counts on a ring square, 1 … 52. */
const step_on = (seat: number, square: number) => ((square - 13 * seat + 104 - 1) % 52) + 1;

function tile(square: number): Tile {
  const from_red = (square + 51) % 52;
  const quarters = Math.floor(from_red / 13);
  const { at, outline } = red_tile(from_red % 13);
  const of = (suits: (step: number) => boolean) =>
    SEATS.find((_, seat) => suits(step_on(seat, square)));
  return {
    at: turned(at, quarters, SIZE),
    outline: outline.map((corner) => turned(corner, quarters, SIZE)),
    colour: of((step) => step <= 50 && step % 4 === 2) as Seat,
    flight_from: of((step) => step === 18) ?? "",
    entrance_of: of((step) => step === 50) ?? "",
  };
}

const ring = Array.from({ length: 52 }, (_, square) => tile(square));

export const geometry: Geometry = {
  size: SIZE,
  ring,
  seats: SEATS.map((seat, i) => {
    const there = (x: number, y: number) => turned({ x, y }, i, SIZE);
    const on_ring = (step: number) => (ring[(13 * i + step) % 52] as Tile).at;
    return {
      seat,
      route: [
        there(HANGAR.x, HANGAR.y),
        there(3.5, 14.5),
        ...Array.from({ length: 50 }, (_, k) => on_ring(k + 1)),
        ...[13.5, 12.5, 11.5, 10.5, 9.5, 8.5].map((y) => there(7.5, y)),
      ],
      hangar: [
        there(HANGAR.x - APART, HANGAR.y - APART),
        there(HANGAR.x + APART, HANGAR.y - APART),
        there(HANGAR.x - APART, HANGAR.y + APART),
        there(HANGAR.x + APART, HANGAR.y + APART),
      ],
      flight: [there(4.5, 3.5), there(10.5, 3.5)],
    };
  }),
};
