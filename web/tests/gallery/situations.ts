// Positions and moments that the board has to look well in.
import type { Happening, Piece, Seat, Target, Trace } from "../../src/board/types";

export interface Situation {
  seats?: Seat[];
  pieces: Piece[];
  turn: Seat | "";
  targets?: Target[];
  selected?: number;
  trace?: Trace;
  roll?: number;
  show_steps?: boolean;
  shows?: Happening; // and stands still in its midst
  at_ms?: number;
}

const ALL: Seat[] = ["R", "Y", "B", "G"];

/** "R 14x2! h h": a seat's pieces by step, size and a mark; h hangar, p pad, c centre. */
function placed(...fleets: string[]): Piece[] {
  return fleets.flatMap((fleet) => {
    const [seat, ...places] = fleet.split(" ") as [Seat, ...string[]];
    return places.map((place) => {
      const [, where, size, marks] = /^(h|p|c|\d+)(?:x(\d))?(!*)$/.exec(place) ?? [];
      const step = { h: -1, p: 0, c: 56 }[where as string] ?? Number(where);
      return { seat, step, size: Number(size ?? 1), marks: marks?.length ?? 0 };
    });
  });
}
const piece = (text: string) => placed(text)[0] as Piece;
const walk = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + Math.sign(to - from) * i);

function target(id: number, from: string, stops: number[], more: Partial<Target> = {}): Target {
  const to = stops[stops.length - 1] as number;
  const rest = { captures: [], joins: false, beside: false, flies: false, jumps: false };
  return { id, piece: piece(from), stops, to, ...rest, ...more };
}

function happening(
  kind: Happening["kind"],
  before: string,
  after: string,
  path: number[],
  pieces: Piece[],
): Happening {
  const [from, to] = [piece(before), piece(after)];
  return { kind, seat: from.seat, value: 0, before: from, after: to, path, pieces };
}

const START = placed("R h h h h", "Y h h h h", "B h h h h", "G h h h h");
const MIDDLE = placed("R 14 23x2! 52", "Y p 8 29x2", "B 3 18 18 41", "G h 16x3");

export const SITUATIONS: Record<string, Situation> = {
  start: { pieces: START, turn: "R", roll: 2 },
  middle: {
    pieces: MIDDLE,
    turn: "Y",
    trace: { seat: "R", path: walk(10, 14) },
  },
  choices: {
    pieces: placed("R 14 23x2 h", "Y p 8 14 c", "B 53 4 18 41", "G h 16x3"),
    turn: "R",
    roll: 4,
    targets: [
      target(0, "R h", [0]),
      target(1, "R 14", [18, 22], { jumps: true }),
      target(2, "R 14", [18, 30], { flies: true, captures: [piece("B 53")] }),
      target(3, "R 23x2", [27], { captures: [piece("Y 14")] }),
    ],
    selected: 2,
  },
  stack: {
    pieces: placed("R 14 18 p h", "Y h h h h", "B h h h h", "G h h h h"),
    turn: "R",
    roll: 4,
    targets: [
      target(0, "R h", [0]),
      target(1, "R p", [4]),
      target(2, "R 14", [18], { joins: true }),
      target(3, "R 14", [18], { beside: true }),
      target(4, "R 14", [18, 30], { flies: true }),
      target(5, "R 18", [22, 26], { jumps: true }),
    ],
    selected: 2,
  },
  flight: {
    pieces: placed("R 18x2 23 h", "Y p 8 29x2", "B 53 4 h h", "G h 16x3"),
    turn: "R",
    shows: happening(
      "flew",
      "R 18x2",
      "R 30x2",
      [18, 30],
      placed("R 30x2 23 h", "Y p 8 29x2", "B 53 4 h h", "G h 16x3"),
    ),
    at_ms: 330,
  },
  capture: {
    pieces: placed("R 23 18 h h", "Y 10 h h h", "B h h h h", "G h h h h"),
    turn: "R",
    shows: happening(
      "captured",
      "Y 10",
      "Y h",
      [],
      placed("R 23 18 h h", "Y h h h h", "B h h h h", "G h h h h"),
    ),
    at_ms: 260,
  },
  walk: {
    pieces: placed("R 2 h h h", "Y h h h h", "B h h h h", "G h h h h"),
    turn: "R",
    shows: happening(
      "walked",
      "R 2",
      "R 6",
      walk(2, 6),
      placed("R 6 h h h", "Y h h h h", "B h h h h", "G h h h h"),
    ),
    at_ms: 210,
  },
  jump: {
    pieces: placed("R 6x2 h h", "Y h h h h", "B h h h h", "G h h h h"),
    turn: "R",
    shows: happening(
      "jumped",
      "R 6x2",
      "R 10x2",
      walk(6, 10),
      placed("R 10x2 h h", "Y h h h h", "B h h h h", "G h h h h"),
    ),
    at_ms: 170,
  },
  home: {
    pieces: placed("R 54x2 h h", "Y h h h h", "B h h h h", "G h h h h"),
    turn: "R",
    shows: happening(
      "walked",
      "R 54x2",
      "R c",
      walk(54, 56),
      placed("R c c h h", "Y h h h h", "B h h h h", "G h h h h"),
    ),
    at_ms: 600,
  },
  finished: {
    pieces: placed("R c c c 53", "Y c c c c", "B 52 54 55 c", "G c c 51x2"),
    turn: "B",
  },
  two: { seats: ["R", "B"], pieces: placed("R h p p 40", "B 2 2 26x2"), turn: "B", roll: 6 },
  crowd: {
    pieces: placed("R 14 14 14 14", "Y p p p p", "B 22x4!!", "G 4 4 33x2!"),
    turn: "G",
  },
  steps: { pieces: MIDDLE, turn: "G", show_steps: true },
};

export { ALL };
