import { cleanup, render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Door } from "../../engine/door";
import { text } from "../../text/text.svelte";
import { real_door } from "./door.fixture";
import Faces from "./Faces.svelte";
import History from "./History.svelte";
import Problems from "./Problems.svelte";
import { Viewer } from "./viewer.svelte";

const TEA = `[Start "R:hx4 B:hx4 R 0 - -"]

0. R 5  B 1
1. R 4 h-p  B 3 .
2. R 6 p-6^10 {look at that} 5 10*-15  B 2 h-p
3. R 4 15-19 <takeback 1>
3. R h-p <timeout B>  B 6
`;
const STAGE = { cut_to() {}, run() {}, finish() {} };

let door: Door;
beforeAll(async () => {
  door = await real_door();
  await text.speak("en");
  await text.whole();
});
afterEach(cleanup);

function viewer_of(record: string, entry = 0): Viewer {
  const found = Viewer.open(door, record, STAGE, () => 0, entry);
  if ("problems" in found) throw new Error(JSON.stringify(found.problems));
  return found.viewer;
}

describe("the list of what happened", () => {
  it("tells everything in words, by rounds", () => {
    render(History, { viewer: viewer_of(TEA) });
    const titles = screen.getAllByRole("heading").map(({ textContent }) => textContent?.trim());
    expect(titles).toEqual(["Who begins", "Round 1", "Round 2", "Round 3"]);
    const rows = screen
      .getAllByRole("button")
      .map(({ textContent }) => textContent?.replace(/\s+/g, " ").trim());
    expect(rows).toEqual([
      "The start",
      "R Red 5",
      "B Blue 1",
      "R Red 4 : takes off",
      "B Blue 3 : no legal move, the roll is lost",
      "R Red 6 : pad → 6, jumps to 10, rolls again",
      "look at that",
      "R Red 5 : 10 → 15",
      "B Blue 2 : takes off",
      "R Red 4 : 15 → 19 (taken back)",
      "1 step is taken back.",
      "R Red 4 : takes off",
      "Note: timeout B",
      "B Blue 6 : the die waits",
    ]);
  });

  it("marks the one moment that is shown, and leads to any", () => {
    const viewer = viewer_of(TEA);
    render(History, { viewer });
    const current = () =>
      screen
        .getAllByRole("button")
        .filter((row) => row.getAttribute("aria-current") === "step")
        .map(({ dataset }) => Number(dataset.entry));
    expect(current()).toEqual([0]);
    screen.getByRole("button", { name: /15 → 19/ }).click();
    flushSync();
    expect(viewer.entry).toBe(14);
    expect(current()).toEqual([13]);
    screen.getByText("look at that").click();
    flushSync();
    expect(current()).toEqual([6]); // the roll and move that it is about
  });
});

describe("problems of a record", () => {
  it("are told with their place and the line", () => {
    const record = TEA.replace("15-19", "15-20");
    const answer = door.at({ record, entry: 0 });
    if (!("problems" in answer)) throw new Error("it is no good record");
    const close = vi.fn();
    render(Problems, { problems: answer.problems, text: record, onclose: close });
    const alert = within(screen.getByRole("alert"));
    expect(alert.getByText(/Seat R cannot play 15-20 with a 4/)).toBeTruthy();
    expect(alert.getByText("Line 6, column 8")).toBeTruthy();
    const line = alert.getByText((_, element) => element?.tagName === "CODE");
    expect(line.textContent).toBe("3. R 4 15-20 <takeback 1>");
    expect(line.querySelector("mark")?.textContent).toBe("1");
    alert.getByRole("button", { name: "Close" }).click();
    expect(close).toHaveBeenCalledOnce();
  });

  it("are all told at once", () => {
    const record = '[Start nonsense\n[Rules "stack=sometimes"]\n';
    const answer = door.at({ record, entry: 0 });
    if (!("problems" in answer)) throw new Error("it is no good record");
    expect(answer.problems.length).toBeGreaterThan(1);
    render(Problems, { problems: answer.problems, text: record, onclose() {} });
    expect(screen.getAllByRole("listitem")).toHaveLength(answer.problems.length);
  });
});

describe("the table of dice", () => {
  it("adds up, with what a fair die would give", () => {
    render(Faces, { seats: viewer_of(TEA).final.seats });
    const rows = screen.getAllByRole("row").map((row) =>
      within(row)
        .queryAllByRole("cell")
        .map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      [],
      ["0", "0", "0", "2", "2", "1", "5", "0.8"],
      ["1", "1", "1", "0", "0", "1", "4", "0.7"],
      ["1", "1", "1", "2", "2", "2", "9", "1.5"],
    ]);
  });
});
