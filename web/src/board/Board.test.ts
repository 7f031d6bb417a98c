import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Board from "./Board.svelte";
import { geometry } from "./geometry.fixture";
import { turned } from "./shapes";
import type { Happening, Piece, Point, Seat, Target } from "./types";

// ---- a browser's animations, which end when they are told to

class Played {
  static all: Played[] = [];
  finished: Promise<void>;
  end!: () => void;
  drop!: (reason: Error) => void;
  playState = "running";
  constructor(
    readonly element: Element,
    readonly timing: number | KeyframeAnimationOptions | undefined,
  ) {
    this.finished = new Promise((resolve, reject) => {
      this.end = resolve;
      this.drop = reject;
    });
    this.finished.catch(() => {});
    Played.all.push(this);
  }
  cancel() {
    this.playState = "idle";
    this.drop(new Error("cancelled"));
  }
}

const SIDE_PX = 300; // of the board: 20 px a square

beforeEach(() => {
  Played.all = [];
  Element.prototype.animate = function (this: Element, _, timing) {
    return new Played(this, timing) as unknown as Animation;
  };
  const box = { left: 0, top: 0, width: SIDE_PX, height: SIDE_PX, right: SIDE_PX, bottom: SIDE_PX };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(box as DOMRect);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(SIDE_PX);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// ---- positions in short: "R 14 23x2! h" is a seat's pieces by step, size and marks

function placed(...fleets: string[]): Piece[] {
  return fleets.flatMap((fleet) => {
    const [seat, ...places] = fleet.split(" ") as [Seat, ...string[]];
    return places.map((place) => {
      const [, step, size, marks] = /^(-?\d+)(?:x(\d))?(!*)$/.exec(place) as string[];
      return { seat, step: Number(step), size: Number(size ?? 1), marks: marks?.length ?? 0 };
    });
  });
}
const piece = (text: string) => placed(text)[0] as Piece;

function target(id: number, from: string, stops: number[], more: Partial<Target> = {}): Target {
  const to = stops[stops.length - 1] as number;
  const rest = { captures: [], joins: false, beside: false, flies: false, jumps: false };
  return { id, piece: piece(from), stops, to, ...rest, ...more };
}

const words = {
  board: "the board",
  piece: ({ seat, step, size }: Piece) => `${seat} at ${step}, ${size}`,
  target: ({ id, to }: Target) => `choice ${id} to ${to}`,
};

function mounted(props: Partial<Parameters<typeof render<typeof Board>>[1]> & object) {
  const onchoose = vi.fn();
  const onselect = vi.fn();
  const usual = {
    geometry,
    seats: ["R", "Y", "B", "G"] as Seat[],
    pieces: [] as Piece[],
    turn: "R" as const,
    words,
    onchoose,
    onselect,
  };
  const { component, rerender, container } = render(Board, { ...usual, ...props });
  return { board: component, rerender, container, onchoose, onselect };
}

/** Planes by seat and step: { "R 14": 2 }. */
function standing(container: Element): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const plane of container.querySelectorAll<HTMLElement>("[data-step]")) {
    const key = `${plane.dataset.seat} ${plane.dataset.step}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** A touch on a spot of the board, as it lies in front of the player. */
function touch(container: Element, { x, y }: Point): Promise<boolean> {
  const stage = container.querySelector(".stage") as Element;
  const scale = SIDE_PX / geometry.size;
  return fireEvent.click(stage, { detail: 1, clientX: x * scale, clientY: y * scale });
}
const where = (seat: Seat, step: number): Point =>
  geometry.seats.find((each) => each.seat === seat)?.route[step + 1] as Point;

describe("the printed board", () => {
  test("has every square once", () => {
    const { container } = mounted({});
    const faces = [...container.querySelectorAll(".tile .face")].map((each) =>
      each.getAttribute("d"),
    );
    expect(faces.length).toBe(52);
    expect(new Set(faces).size).toBe(52);
    expect(container.querySelectorAll(".column .face").length).toBe(20);
    expect(container.querySelectorAll(".pad").length).toBe(4);
    expect(container.querySelectorAll(".spot").length).toBe(16);
  });

  test("has thirteen squares of each seat, which say so without colour", () => {
    const { container } = mounted({});
    for (const seat of ["R", "Y", "B", "G"]) {
      expect(container.querySelectorAll(`.tile[data-seat="${seat}"]`).length).toBe(13);
      expect(container.querySelectorAll(`.tile > g[data-seat="${seat}"] path`).length).toBe(12);
    }
    expect(container.querySelectorAll(".tile .arrow").length).toBe(4);
  });

  test("is not read out, and has no text that would stand on its head", () => {
    const { container } = mounted({});
    const field = container.querySelector("svg.field");
    expect(field?.getAttribute("aria-hidden")).toBe("true");
    expect(field?.querySelector("text")).toBeNull();
  });

  test("fades the corners of seats that do not play", () => {
    const { container } = mounted({ seats: ["R", "B"] });
    const absent = [...container.querySelectorAll<SVGElement>(".hangar.absent")];
    expect(absent.map((each) => each.dataset.seat)).toEqual(["Y", "G"]);
  });
});

describe("pieces", () => {
  const pieces = placed("R 14x3! 56", "B -1 -1 0 30");

  test("are shown plane by plane, with the count of a stack", () => {
    const { container } = mounted({ pieces });
    expect(standing(container)).toEqual({ "R 14": 3, "R 56": 1, "B -1": 2, "B 0": 1, "B 30": 1 });
    const counts = [...container.querySelectorAll(".count")].map((each) => each.textContent);
    expect(counts).toEqual(["3"]);
    expect(container.querySelectorAll(".risk").length).toBe(1);
    expect(container.querySelectorAll(".face_down").length).toBe(1);
  });

  test("are named once each, in words", () => {
    mounted({ pieces });
    const names = screen.getAllByRole("img").map((each) => each.getAttribute("aria-label"));
    expect(names.sort()).toEqual([
      "B at -1, 2",
      "B at 0, 1",
      "B at 30, 1",
      "R at 14, 3",
      "R at 56, 1",
    ]);
  });

  test("follow what is set while nothing is shown", async () => {
    const { container, rerender } = mounted({ pieces: placed("R -1 -1") });
    await rerender({ pieces: placed("R -1 7") });
    expect(standing(container)).toEqual({ "R -1": 1, "R 7": 1 });
  });

  test("stand apart on one square", () => {
    const { container } = mounted({ pieces: placed("R 9 9 9") });
    const places = [...container.querySelectorAll<HTMLElement>("[data-step]")];
    expect(new Set(places.map((each) => each.style.transform)).size).toBe(3);
  });
});

describe("what happens", () => {
  const event = (kind: Happening["kind"], more: Partial<Happening>): Happening => ({
    kind,
    seat: "R",
    value: 0,
    before: null,
    after: null,
    path: [],
    pieces: [],
    ...more,
  });
  const cases: [string, Piece[], Happening][] = [
    [
      "a take-off",
      placed("R -1 -1"),
      event("took_off", {
        before: piece("R -1"),
        after: piece("R 0"),
        path: [-1, 0],
        pieces: placed("R -1 0"),
      }),
    ],
    [
      "a walk",
      placed("R 3 9"),
      event("walked", {
        before: piece("R 3"),
        after: piece("R 6"),
        path: [3, 4, 5, 6],
        pieces: placed("R 6 9"),
      }),
    ],
    [
      "a walk that bounces off the centre",
      placed("R 54"),
      event("walked", {
        before: piece("R 54"),
        after: piece("R 54"),
        path: [54, 55, 56, 55, 54],
        pieces: placed("R 54"),
      }),
    ],
    [
      "a walk into the centre",
      placed("R 54x2"),
      event("walked", {
        before: piece("R 54x2"),
        after: piece("R 56x2"),
        path: [54, 55, 56],
        pieces: placed("R 56 56"),
      }),
    ],
    [
      "a jump",
      placed("R 6x2 6"),
      event("jumped", {
        before: piece("R 6x2"),
        after: piece("R 10x2"),
        path: [6, 7, 8, 9, 10],
        pieces: placed("R 6 10x2"),
      }),
    ],
    [
      "a flight",
      placed("R 18"),
      event("flew", {
        before: piece("R 18"),
        after: piece("R 30"),
        path: [18, 30],
        pieces: placed("R 30"),
      }),
    ],
    [
      "a capture of a stack",
      placed("R 10", "G 23x3 -1"),
      event("captured", {
        seat: "G",
        before: piece("G 23x3"),
        after: null,
        pieces: placed("R 10", "G -1 -1 -1 -1"),
      }),
    ],
    [
      "a mover that is struck",
      placed("R 10 4", "G 23x2"),
      event("struck", {
        before: piece("R 10"),
        after: piece("R -1"),
        pieces: placed("R -1 4", "G 23x2"),
      }),
    ],
    [
      "a recall of part of a stack",
      placed("R 20x3!"),
      event("recalled", {
        before: piece("R 20x3!"),
        after: piece("R 20x2"),
        pieces: placed("R -1 20x2"),
      }),
    ],
    [
      "planes that stack",
      placed("R 20 20 5"),
      event("stacked", { before: null, after: piece("R 20x2"), pieces: placed("R 5 20x2") }),
    ],
    ["a place", placed("R 56"), event("placed", { value: 1, pieces: placed("R 56") })],
    ["no legal move", placed("R 55"), event("no_move", { pieces: placed("R 55") })],
    ["a third six", placed("R 55"), event("third_six", { pieces: placed("R 55") })],
    ["a roll", placed("R 55"), event("rolled", { value: 3, pieces: placed("R 55") })],
  ];
  const counts = (pieces: Piece[]) => {
    const sums: Record<string, number> = {};
    for (const { seat, step, size } of pieces) {
      sums[`${seat} ${step}`] = (sums[`${seat} ${step}`] ?? 0) + size;
    }
    return sums;
  };

  test.each(cases)("%s ends as it says", async (_, pieces, happening) => {
    const { board, container } = mounted({ pieces });
    const shown = board.show(happening, 1);
    for (const animation of Played.all) animation.end();
    vi.runAllTimers();
    await shown;
    await tick();
    expect(standing(container)).toEqual(counts(happening.pieces));
  });

  test.each(cases)("%s can be ended at once", async (_, pieces, happening) => {
    const { board, container } = mounted({ pieces });
    const shown = board.show(happening, 1);
    board.finish();
    await shown;
    await tick();
    expect(standing(container)).toEqual(counts(happening.pieces));
    expect(Played.all.every(({ playState }) => playState === "idle")).toBe(true);
  });

  test.each(cases)("%s takes no time at tempo 0", async (_, pieces, happening) => {
    const { board, container } = mounted({ pieces });
    await board.show(happening, 0);
    await tick();
    expect(standing(container)).toEqual(counts(happening.pieces));
    expect(Played.all.length).toBe(0);
  });

  test("moves the elements of the planes themselves", async () => {
    const [, pieces, happening] = cases[6] as (typeof cases)[number];
    const { board, container } = mounted({ pieces });
    const green = [...container.querySelectorAll('[data-step="23"]')];
    board.show(happening, 1);
    board.finish();
    await tick();
    expect([...container.querySelectorAll('[data-seat="G"][data-step="-1"]')]).toEqual(
      expect.arrayContaining(green),
    );
  });

  test("of planes that are alike, the one that travels arrives", async () => {
    const { board, container } = mounted({ pieces: placed("R 9 9") });
    board.show(
      event("walked", {
        before: piece("R 9"),
        after: piece("R 11"),
        path: [9, 10, 11],
        pieces: placed("R 9 11"),
      }),
      1,
    );
    const walks = ({ timing }: Played) => typeof timing === "object" && timing.duration === 280;
    const walking = Played.all.find(walks)?.element;
    board.finish();
    await tick();
    expect(container.querySelector('[data-step="11"]')).toBe(walking);
  });

  test("waits until it has been seen", async () => {
    const [, pieces, happening] = cases[1] as (typeof cases)[number];
    const { board, container } = mounted({ pieces });
    let seen = false;
    const shown = board.show(happening, 1).then(() => {
      seen = true;
    });
    await tick();
    expect(seen).toBe(false);
    expect(standing(container)).toEqual({ "R 3": 1, "R 9": 1 });
    for (const animation of Played.all) animation.end();
    await shown;
    expect(seen).toBe(true);
  });

  test("ends what was being shown when the next event comes", async () => {
    const { board, container } = mounted({ pieces: placed("R 3") });
    const walked = (from: number, to: number) =>
      event("walked", {
        before: piece(`R ${from}`),
        after: piece(`R ${to}`),
        path: [from, to],
        pieces: placed(`R ${to}`),
      });
    const first = board.show(walked(3, 4), 1);
    const second = board.show(walked(4, 5), 1);
    await first;
    board.finish();
    await second;
    await tick();
    expect(standing(container)).toEqual({ "R 5": 1 });
  });

  test("does not travel where motion is not wanted", async () => {
    vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    const [, pieces, happening] = cases[5] as (typeof cases)[number];
    const { board, container } = mounted({ pieces });
    await board.show(happening, 1);
    await tick();
    expect(standing(container)).toEqual({ "R 30": 1 });
    expect(Played.all.length).toBe(1); // the fade of the one plane
  });
});

describe("choices", () => {
  const pieces = placed("R 14 23x2 -1", "B 53");
  const targets = [
    target(0, "R -1", [0]),
    target(1, "R 14", [18, 22], { jumps: true }),
    target(2, "R 14", [18, 30], { flies: true, captures: [piece("B 53")] }),
    target(3, "R 23x2", [27]),
  ];

  test("are buttons in the order of the targets, named in words", () => {
    mounted({ pieces, targets });
    const names = screen.getAllByRole("button").map((each) => each.getAttribute("aria-label"));
    expect(names).toEqual(["R at -1, 1 choice 0 to 0", "R at 14, 1", "R at 23, 2 choice 3 to 27"]);
    const others = screen.getAllByRole("img").map((each) => each.getAttribute("aria-label"));
    expect(others).toEqual(["B at 53, 1"]);
  });

  test("a piece with one target plays it", async () => {
    const { onchoose, onselect } = mounted({ pieces, targets });
    await fireEvent.click(screen.getByRole("button", { name: /^R at 23/ }));
    expect(onchoose).toHaveBeenCalledExactlyOnceWith(3);
    expect(onselect).not.toHaveBeenCalled();
  });

  test("a piece with several is selected, and its destinations can be chosen", async () => {
    const { onchoose, onselect, rerender } = mounted({ pieces, targets });
    await fireEvent.click(screen.getByRole("button", { name: "R at 14, 1" }));
    expect(onselect).toHaveBeenCalledExactlyOnceWith(1);
    expect(onchoose).not.toHaveBeenCalled();
    expect(screen.queryByRole("button", { name: "choice 2 to 30" })).toBeNull();
    await rerender({ selected: 1 });
    await fireEvent.click(screen.getByRole("button", { name: "choice 2 to 30" }));
    expect(onchoose).toHaveBeenCalledExactlyOnceWith(2);
  });

  test("show what they would send home, and their numbers", async () => {
    const { container } = mounted({ pieces, targets, selected: 2 });
    expect(container.querySelectorAll(".aim").length).toBe(1);
    expect(container.querySelector(".aim")?.closest("[data-step]")).toHaveProperty(
      "dataset.step",
      "53",
    );
    const numbers = [...container.querySelectorAll(".marker b")].map((each) => each.textContent);
    expect(numbers).toEqual(["2", "3"]);
  });

  test("are shown for the piece in focus, and not after", async () => {
    const { container } = mounted({ pieces, targets });
    const button = screen.getByRole("button", { name: /^R at 23/ });
    await fireEvent.focusIn(button);
    expect(container.querySelectorAll(".course").length).toBe(1);
    expect(container.querySelectorAll(".marker b")[0]?.textContent).toBe("4");
    await fireEvent.focusOut(button);
    expect(container.querySelectorAll(".course").length).toBe(0);
  });

  test("stack and beside lie side by side", () => {
    const { container } = mounted({
      pieces: placed("R 14 18"),
      targets: [
        target(0, "R 14", [18], { joins: true }),
        target(1, "R 14", [18], { beside: true }),
      ],
      selected: 0,
    });
    const markers = [...container.querySelectorAll<HTMLElement>(".marker")];
    expect(markers.length).toBe(2);
    expect(new Set(markers.map((each) => each.style.transform)).size).toBe(2);
    expect(screen.getAllByRole("button", { name: /^choice/ }).length).toBe(2);
  });

  test("are closed while an event is shown", async () => {
    const { board } = mounted({ pieces, targets });
    board.show(
      {
        kind: "walked",
        seat: "R",
        value: 4,
        before: piece("R 23x2"),
        after: piece("R 27x2"),
        path: [23, 24, 25, 26, 27],
        pieces: placed("R 14 27x2 -1", "B 53"),
      },
      1,
    );
    await tick();
    expect(screen.queryAllByRole("button").length).toBe(0);
  });

  test("a touch takes the nearest piece within a finger’s reach", async () => {
    const near = placed("R 9 10", "B 20");
    const both = [target(0, "R 9", [12]), target(1, "R 10", [13])];
    const { container, onchoose } = mounted({ pieces: near, targets: both });
    const ninth = where("R", 9);
    const tenth = where("R", 10); // one square above the ninth
    await touch(container, { x: ninth.x + 1, y: ninth.y + 0.2 });
    expect(onchoose).toHaveBeenLastCalledWith(0);
    await touch(container, { x: tenth.x + 1, y: tenth.y - 1 });
    expect(onchoose).toHaveBeenLastCalledWith(1);
    expect(onchoose).toHaveBeenCalledTimes(2);
    await touch(container, { x: ninth.x + 3, y: ninth.y }); // 60 px away
    expect(onchoose).toHaveBeenCalledTimes(2);
  });

  test.each([1, 2, 3] as const)(
    "a touch is understood after %i quarter turns",
    async (quarters) => {
      const { container, onchoose } = mounted({ pieces, targets, turned: quarters });
      const seen = turned(where("R", 23), quarters, geometry.size);
      await touch(container, { x: seen.x + 0.3, y: seen.y - 0.2 });
      expect(onchoose).toHaveBeenCalledExactlyOnceWith(3);
      const stage = container.querySelector<HTMLElement>(".stage");
      expect(stage?.style.transform).toBe(`rotate(${90 * quarters}deg)`);
    },
  );

  test("a touch takes an open destination", async () => {
    const { container, onchoose } = mounted({ pieces, targets, selected: 1 });
    const goal = where("R", 30);
    await touch(container, { x: goal.x + 0.2, y: goal.y });
    expect(onchoose).toHaveBeenCalledExactlyOnceWith(2);
  });
});

describe("turning", () => {
  test("goes the shorter way", async () => {
    const { container, rerender } = mounted({ turned: 3 });
    const stage = container.querySelector<HTMLElement>(".stage");
    expect(stage?.style.transform).toBe("rotate(270deg)");
    await rerender({ turned: 0 });
    expect(stage?.style.transform).toBe("rotate(360deg)");
  });
});

test("the last move is traced from end to end", () => {
  const { container } = mounted({ trace: { seat: "R", path: [18, 30] } });
  expect(container.querySelectorAll(".trace .ring").length).toBe(2);
});

test("the die that waits lies in the corner of the seat on turn", () => {
  const { container } = mounted({ turn: "G", roll: 5 });
  expect(container.querySelectorAll(".die circle").length).toBe(5);
  expect(
    [...container.querySelectorAll<SVGElement>(".glow.on")].map((each) => each.dataset.seat),
  ).toEqual(["G"]);
});
