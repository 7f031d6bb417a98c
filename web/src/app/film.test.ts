import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Happening, Piece, Seat } from "../engine/door";
import { Film, trace_of } from "./film.svelte";
import type { Speed } from "./settings.svelte";

const at = (step: number): Piece[] => [{ seat: "R", step, size: 1, marks: 0 }];

function happening(kind: Happening["kind"], some: Partial<Happening> = {}): Happening {
  return {
    kind,
    seat: "R",
    value: 0,
    before: null,
    after: null,
    path: [],
    message: { key: kind, arguments: {} },
    pieces: at(10),
    roll: 0,
    ...some,
  };
}

const ROLLED = happening("rolled", { value: 4, roll: 4 });
const WALKED = happening("walked", { path: [10, 11, 12, 13, 14], pieces: at(14) });
const JUMPED = happening("jumped", { path: [14, 18], pieces: at(18) });
const NEXT = happening("next", { seat: "Y", pieces: at(18) });
const MOVE = [WALKED, JUMPED, NEXT];

/** A board that takes 100 ms for everything at tempo 1, and tells what it was asked. */
function fake_board() {
  let end: (() => void) | null = null;
  const shown: string[] = [];
  return {
    shown,
    show({ kind }: Happening, tempo: number): Promise<void> {
      shown.push(`${kind}×${tempo}`);
      return new Promise((resolve) => {
        end = resolve;
        setTimeout(resolve, 100 * tempo);
      });
    },
    finish(): void {
      shown.push("finish");
      end?.();
    },
  };
}

function film_at(speed: Speed) {
  const heard: string[] = [];
  const film = new Film(
    () => speed,
    ({ kind }) => heard.push(kind),
  );
  film.cut_to({ pieces: at(10), turn: "R" as Seat, face: 0, trace: null });
  const board = fake_board();
  film.board = board;
  return { film, heard, board };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("without animation everything is shown before run() returns", () => {
  const { film, heard, board } = film_at("off");
  const done = vi.fn(() => expect(film.is_running).toBe(false));
  film.run([ROLLED], done);
  film.run(MOVE, done);
  expect(done).toHaveBeenCalledTimes(2);
  expect(film.pieces).toEqual(at(18));
  expect(film.turn).toBe("Y");
  expect(film.face).toBe(0);
  expect(film.rolled).toEqual({ R: 4 });
  expect(film.trace).toEqual({ seat: "R", path: [10, 11, 12, 13, 14, 18] });
  expect(heard).toEqual(["rolled", "walked", "jumped", "next"]);
  expect(board.shown).toEqual([]);
});

test("one thing is shown after the other, and each for its time", async () => {
  const { film, board } = film_at("normal");
  const done = vi.fn();
  film.run(MOVE, done);
  expect(film.is_running).toBe(true);
  expect(board.shown).toEqual(["walked×1"]);
  expect(film.caption).toBe("⟨walked⟩");
  await vi.advanceTimersByTimeAsync(349);
  expect(board.shown).toEqual(["walked×1"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(board.shown).toEqual(["walked×1", "jumped×1"]);
  expect(film.pieces).toEqual(at(14));
  expect(done).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(done).toHaveBeenCalledTimes(1);
  expect(film.pieces).toEqual(at(18));
  expect(film.is_running).toBe(false);
});

test.each([
  ["fast", 0.4],
  ["slow", 2],
] as const)("%s is a factor of the time", (speed, tempo) => {
  const { film, board } = film_at(speed);
  film.run(MOVE);
  expect(board.shown).toEqual([`walked×${tempo}`]);
});

test("finish() comes to the end at once, and nothing is lost or told twice", async () => {
  const { film, heard, board } = film_at("slow");
  const done = vi.fn();
  film.run([ROLLED], done);
  film.run(MOVE, done);
  film.finish();
  expect(done).toHaveBeenCalledTimes(2);
  expect(film.is_running).toBe(false);
  expect(film.pieces).toEqual(at(18));
  expect(heard).toEqual(["rolled", "walked", "jumped", "next"]);
  const shown = [...board.shown];
  await vi.runAllTimersAsync();
  expect(board.shown).toEqual(shown);
  expect(done).toHaveBeenCalledTimes(2);
});

test("finish() in the middle ends what the board shows", async () => {
  const { film, board } = film_at("normal");
  film.run(MOVE);
  await vi.advanceTimersByTimeAsync(50);
  film.finish();
  expect(board.shown).toEqual(["walked×1", "finish"]);
  film.run([happening("flew", { path: [18, 30], pieces: at(30) })]);
  await vi.runAllTimersAsync();
  expect(board.shown).toEqual(["walked×1", "finish", "flew×1"]);
  expect(film.pieces).toEqual(at(30));
});

test("a board that fails does not stop the game", async () => {
  const { film, board, heard } = film_at("normal");
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  board.show = () => Promise.reject(new Error("planted"));
  const done = vi.fn();
  film.run([WALKED, NEXT], done);
  await vi.advanceTimersByTimeAsync(5000);
  vi.unstubAllGlobals();
  expect(report).toHaveBeenCalledTimes(2);
  expect(done).toHaveBeenCalledOnce();
  expect([film.is_running, film.pieces, heard]).toEqual([false, NEXT.pieces, ["walked", "next"]]);
});

test("what `done` asks for is shown next", async () => {
  const { film } = film_at("normal");
  film.run([ROLLED], () => film.run(MOVE));
  await vi.runAllTimersAsync();
  expect(film.pieces).toEqual(at(18));
  expect(film.is_running).toBe(false);
});

test("a lost roll can be read at every speed that shows anything", async () => {
  const { film } = film_at("fast");
  const done = vi.fn();
  film.run([happening("no_move")], done);
  await vi.advanceTimersByTimeAsync(1099);
  expect(done).not.toHaveBeenCalled();
  expect(film.caption).toBe("⟨no_move⟩");
  await vi.advanceTimersByTimeAsync(50);
  expect(done).toHaveBeenCalledTimes(1);
  expect(film.caption).toBe("⟨no_move⟩");
});

test("what is shown once more is told to nobody, and at a speed of its own", () => {
  const { film, heard, board } = film_at("off");
  film.run(MOVE, () => {}, { speed: "normal", silent: true });
  expect(heard).toEqual([]);
  expect(board.shown).toEqual(["walked×1"]);
});

test("the die of each seat tells who begins", async () => {
  const { film } = film_at("normal");
  const tumbled: number[] = [];
  film.die = { tumble: async (value) => void tumbled.push(value), finish: () => {} };
  const done = vi.fn();
  const message = { key: "roll", arguments: {} };
  const rolls = [
    { seat: "R" as Seat, value: 3, message },
    { seat: "B" as Seat, value: 5, message },
  ];
  film.run_start(rolls, { key: "begins", arguments: {} }, done);
  await vi.advanceTimersByTimeAsync(100);
  expect([film.turn, film.face]).toEqual(["R", 3]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([film.turn, film.face]).toEqual(["B", 5]);
  expect(film.rolled).toEqual({ R: 3, B: 5 });
  await vi.runAllTimersAsync();
  expect(tumbled).toEqual([3, 5]);
  expect(film.caption).toBe("⟨begins⟩");
  expect(film.face).toBe(0);
  expect(done).toHaveBeenCalledTimes(1);
});

test("the trace of a move is its way", () => {
  expect(trace_of(MOVE)).toEqual({ seat: "R", path: [10, 11, 12, 13, 14, 18] });
  expect(trace_of([ROLLED])).toBeNull();
});
