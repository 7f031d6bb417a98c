import { readFileSync } from "node:fs";
import { cleanup, render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Analyst, type Asked, type Thread } from "../../engine/analyst";
import type { Door } from "../../engine/door";
import { type Engine, open_engine } from "../../engine/engine";
import { text } from "../../text/text.svelte";
import Analysis from "./Analysis.svelte";
import Candidates from "./Candidates.svelte";
import { played, WASM } from "./door.fixture";
import { Viewer } from "./viewer.svelte";

const STAGE = { cut_to() {}, run() {}, finish() {} };

/** The real engine in this thread; it answers when the test lets it. */
class Here implements Thread {
  onmessage: Thread["onmessage"] = null;
  onerror: Thread["onerror"] = null;
  is_alive = true;
  waiting: Asked[] = [];
  constructor(readonly door: Door) {}
  postMessage(asked: Asked): void {
    this.waiting.push(asked);
  }
  terminate(): void {
    this.is_alive = false;
  }
  answer(): void {
    const asked = this.waiting.shift();
    if (!asked) return;
    const answer = this.door.analyse(asked.request);
    this.onmessage?.({ data: { id: asked.id, answer } } as MessageEvent);
    flushSync();
  }
}

let bare: Engine;
let engine: Engine;
let viewer: Viewer;
let thread: Here;
beforeAll(async () => {
  bare = await open_engine(readFileSync(WASM));
  engine = await open_engine(readFileSync(WASM.replace(/\.wasm$/, "-strong.wasm")));
  const net = readFileSync("../libs/eval/net/standard.net");
  expect(engine.take_net(new Uint8Array(net).buffer)).toBe(true);
  await text.speak("en");
  await text.whole();
  const found = Viewer.open(engine.door, played(engine.door, 3).record, STAGE, () => 0);
  if ("problems" in found) throw new Error(JSON.stringify(found.problems));
  viewer = found.viewer;
});
afterEach(cleanup);

function show(door: Door): void {
  const analyst = new Analyst(() => {
    thread = new Here(door);
    return thread;
  });
  render(Analysis, { viewer, analyst });
  screen.getByRole("button", { name: "Analyse the game" }).click();
  flushSync();
}

describe("the analysis", () => {
  it("shows how far it is, and can be stopped", () => {
    show(engine.door);
    thread.answer();
    const bar = screen.getByRole("progressbar", { name: "Analysing" }) as HTMLProgressElement;
    expect(bar.value).toBe(20);
    expect(bar.max).toBeGreaterThan(100);
    screen.getByRole("button", { name: "Stop" }).click();
    flushSync();
    expect(thread.is_alive).toBe(false);
    expect(screen.getByRole("button", { name: "Analyse the game" })).toBeTruthy();
  });

  it("tells luck and skill, and leads to mistakes", () => {
    show(engine.door);
    while (thread.waiting.length > 0) thread.answer();
    expect(thread.is_alive).toBe(false);
    expect(screen.getByRole("img", { name: "Chance to win" })).toBeTruthy();
    const [, ...rows] = screen.getAllByRole("row");
    expect(rows).toHaveLength(4);
    expect(within(rows[0] as HTMLElement).getByRole("rowheader").textContent).toContain("Red");
    // Somebody wins what the others lose by the dice.
    const lucks = rows.map((row) => Number(within(row).getAllByRole("cell")[1]?.textContent));
    expect(Math.abs(lucks.reduce((all, each) => all + each, 0))).toBeLessThan(0.5);

    const [mistake] = screen.getAllByRole("button", { name: /better:/ });
    mistake?.click();
    flushSync();
    expect(mistake?.getAttribute("aria-current")).toBe("step");
    expect(viewer.scene.phase).toBe("choose");
  });

  it("lists inaccuracies where that is wanted, and extremes of luck", () => {
    show(engine.door);
    while (thread.waiting.length > 0) thread.answer();
    const listed = () => screen.queryAllByRole("button", { name: /better:/ });
    expect(listed().some(({ textContent }) => /inaccuracy/.test(textContent))).toBe(false);
    const mistakes = listed().length;
    const all = screen.getByRole("switch", { name: /^Inaccuracies too/ });
    const n = Number(/\((\d+)\)/.exec(all.getAttribute("aria-label") ?? "")?.[1]);
    expect(n).toBeGreaterThan(0);
    all.click();
    flushSync();
    expect(listed()).toHaveLength(mistakes + n);
    const extremes = screen.getAllByText(/: luckiest roll \d in round \d+ \([a-z ]+, .*, unlucki/);
    expect(extremes).toHaveLength(4);
    expect(extremes.some(({ textContent }) => /very lucky, \+/.test(textContent))).toBe(true);
  });

  it("tells the moves that there were, the best first, and which was played", () => {
    const part = engine.door.analyse({ record: viewer.record, plies: 1, from: 0, until: 10_000 });
    if ("problems" in part) throw new Error(JSON.stringify(part.problems));
    const roll = part.value.rolls.find(({ choice }) => choice?.verdict === "mistake");
    const choice = roll?.choice;
    if (!roll || !choice) throw new Error("the game has no mistake");
    render(Candidates, { roll });
    const [, ...rows] = screen.getAllByRole("row");
    expect(rows).toHaveLength(choice.candidates.length);
    expect(rows.findIndex((row) => /played/.test(row.textContent))).toBe(choice.played);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((one) => one.textContent),
    );
    const best = choice.candidates[0]?.chance ?? 0;
    expect(cells[0]).toEqual([`${best.toFixed(1)}%`, "–"]);
    expect(cells[choice.played]?.[1]).toBe(choice.loss.toFixed(1));
  });

  it("adds up", () => {
    const part = engine.door.analyse({ record: viewer.record, plies: 1, from: 0, until: 10_000 });
    if ("problems" in part) throw new Error(JSON.stringify(part.problems));
    const { rolls, rolls_in_all, seats } = part.value;
    expect(rolls).toHaveLength(rolls_in_all);
    for (const { start, luck, skill, others, foresight, end } of seats) {
      expect(Math.abs(start + luck + skill + others + foresight - end)).toBeLessThan(0.004);
    }
    expect(seats.map(({ end }) => end).sort()).toEqual([0, 0, 0, 100]);
  });

  it("takes a die that lay there from the start for nobody's luck", () => {
    const record = '[Start "R:h,16,17x2 B:hx2,5,c R 0 2 -"]\n1. R 16-18^22 B 3 5-8\n';
    const found = Viewer.open(engine.door, record, STAGE, () => 0);
    if ("problems" in found) throw new Error(JSON.stringify(found.problems));
    const usual = viewer;
    viewer = found.viewer;
    show(engine.door);
    viewer = usual;
    while (thread.waiting.length > 0) thread.answer();
    screen.getByRole("switch", { name: /^Inaccuracies too \(1\)/ }).click();
    flushSync();
    const choice = screen.getByRole("button", { name: /inaccuracy/ });
    choice.click();
    flushSync();
    expect(found.viewer.entry).toBe(0);
    expect(found.viewer.scene.phase).toBe("choose");
    // Blue alone has rolled.
    expect(screen.getAllByText(/: luckiest roll/).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Blue"),
    ]);
  });

  it("says that it needs its file", () => {
    show(bare.door);
    thread.answer();
    expect(screen.getByRole("alert").textContent).toMatch(/needs a file/);
    expect(screen.getByRole("button", { name: "Analyse the game" })).toBeTruthy();
  });
});
