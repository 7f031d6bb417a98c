import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Asked, Bots, type Thread, type Wish } from "./bots";
import type { Door } from "./door";

const here = { value: { move: "here", chance: null } };
const there = { value: { move: "there", chance: null } };
const door = {
  facts: () => ({ net_bots: ["master", "champion"] }),
  bot_move: () => here,
  hint: () => here,
} as unknown as Door;

class FakeThread implements Thread {
  onmessage: Thread["onmessage"] = null;
  onerror: Thread["onerror"] = null;
  onmessageerror: Thread["onmessageerror"] = null;
  asked: Asked[] = [];
  wishes = 0;
  is_alive = true;
  postMessage(asked: Asked | Wish): void {
    if (asked.ask === "prepare") this.wishes++;
    else this.asked.push(asked);
  }
  terminate(): void {
    this.is_alive = false;
  }
  answer(index: number): void {
    const id = this.asked[index]?.id ?? -1;
    this.onmessage?.({ data: { id, answer: there } } as MessageEvent);
  }
}

let threads: FakeThread[];
let bots: Bots;

beforeEach(() => {
  vi.useFakeTimers();
  threads = [];
  bots = new Bots(door, () => {
    const thread = new FakeThread();
    threads.push(thread);
    return thread;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test("one thread answers, each question for itself", async () => {
  const first = bots.move("record 1", "greedy");
  const second = bots.hint("record 2");
  expect(threads).toHaveLength(1);
  const [thread] = threads as [FakeThread];
  expect(thread.asked.map(({ ask, record, needs_net }) => [ask, record, needs_net])).toEqual([
    ["bot_move", "record 1", false],
    ["hint", "record 2", false],
  ]);
  thread.answer(1);
  expect(await second).toEqual(there);
  thread.answer(0);
  expect(await first).toEqual(there);
});

test("where it dies the module of this thread answers, and a new one starts", async () => {
  const move = bots.move("record", "greedy");
  const error = new ErrorEvent("error", { cancelable: true });
  threads[0]?.onerror?.(error);
  expect(error.defaultPrevented).toBe(true);
  expect(await move).toEqual(here);
  expect(threads[0]?.is_alive).toBe(false);
  const next = bots.move("record", "greedy");
  threads[1]?.answer(0);
  expect(await next).toEqual(there);
});

test("the net is fetched before it is needed, and only for those who need it", () => {
  bots.prepare(["", "greedy", "club"]);
  expect(threads).toHaveLength(0);
  bots.prepare(["", "champion"]);
  expect(threads[0]?.wishes).toBe(1);
  bots.move("record", "champion");
  expect(threads).toHaveLength(1);
  expect(threads[0]?.asked.map(({ needs_net }) => needs_net)).toEqual([true]);
});

test("a bot that may have to wait for the net is waited for a minute", async () => {
  const answered = vi.fn();
  bots.move("record", "master").then(answered);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledWith(here);
});

test("one that does not answer is given up after ten seconds", async () => {
  const answered = vi.fn();
  bots.move("record", "greedy").then(answered);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledWith(here);
  expect(threads[0]?.is_alive).toBe(false);
});

test("without threads the module of this one answers", async () => {
  const alone = new Bots(door, () => {
    throw new Error("no workers here");
  });
  expect(await alone.move("record", "greedy")).toEqual(here);
});

test("an answer in time stops the clock", async () => {
  const move = bots.move("record", "greedy");
  threads[0]?.answer(0);
  await move;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads[0]?.is_alive).toBe(true);
});
