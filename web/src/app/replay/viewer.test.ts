import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Door, Happening, Scene } from "../../engine/door";
import { MOST_BYTES, MOST_ENTRIES } from "../record";
import { played, real_door } from "./door.fixture";
import { found_from, round_start, row_at, rows_of, stop_at, stops_of } from "./steps";
import { cut_record, Viewer } from "./viewer.svelte";

const TEA = `[Event "Tea time"]
[Seat R "Ayşe"]
[Bot B "greedy"]
[Start "R:hx4 B:hx4 R 0 - -"]

0. R 5  B 1
1. R 4 h-p  B 3 .
2. R 6 p-6^10 {look at that} 5 10*-15  B 2 h-p
3. R 4 15-19 <takeback 1>
3. R h-p  B 6
`;

let door: Door;
beforeAll(async () => {
  door = await real_door();
});

/** Shows nothing and writes down what it is told; steps last until they are finished. */
class Notes {
  told: string[] = [];
  #done: (() => void) | null = null;
  cut_to(scene: Scene): void {
    this.finish();
    this.told.push(`cut ${scene.entry}`);
  }
  run(happened: Happening[], done: () => void): void {
    this.told.push(happened.map(({ kind }) => kind).join(" "));
    this.#done = done;
  }
  finish(): void {
    const done = this.#done;
    this.#done = null;
    done?.();
  }
  taken(): string[] {
    return this.told.splice(0);
  }
}

let notes: Notes;
beforeEach(() => {
  notes = new Notes();
});

function opened(text: string, entry = 0): Viewer {
  const found = Viewer.open(door, text, notes, () => 100, entry);
  if ("problems" in found) throw new Error(JSON.stringify(found.problems));
  return found.viewer;
}

function history(record: string) {
  const answer = door.history({ record });
  if ("problems" in answer) throw new Error(JSON.stringify(answer.problems));
  return answer.value;
}

it("tells a game of checkable dice as any other", () => {
  const tags = '[Start "R:hx4 B:hx4 R 0 - -"] ';
  const moves = "0. R 5 B 1 1. R 4 h-p";
  const plain = tags + moves;
  const proven =
    tags + moves.replace(/(\d)(?= )/g, "$1 <proof S R>").replace("1. R", "<chain R> 1. R");
  const told = (record: string) =>
    rows_of(history(record)).map((row) => ({ ...row, first: 0, last: 0 }));
  expect(history(proven).length).toBeGreaterThan(history(plain).length);
  expect(told(proven)).toEqual(told(plain));
});

describe("rows", () => {
  it("hold a roll with its move, and everything else by itself", () => {
    const rows = rows_of(history(TEA));
    expect(
      rows.map(({ first, last, kind, seat, roll }) => [first, last, kind, seat, roll]),
    ).toEqual([
      [1, 1, "starting_roll", "R", 5],
      [2, 2, "starting_roll", "B", 1],
      [3, 4, "roll", "R", 4],
      [5, 5, "roll", "B", 3],
      [6, 7, "roll", "R", 6],
      [8, 8, "comment", "", 0],
      [9, 10, "roll", "R", 5],
      [11, 12, "roll", "B", 2],
      [13, 14, "roll", "R", 4],
      [15, 15, "take_back", "", 0],
      [16, 16, "roll", "R", 4],
      [17, 17, "roll", "B", 6],
    ]);
    expect(rows.filter(({ in_force }) => !in_force).map(({ first }) => first)).toEqual([13]);
    expect(rows.filter(({ waits }) => waits).map(({ first }) => first)).toEqual([17]);
    expect(rows.filter((row) => row.begins_turn).map(({ first }) => first)).toEqual([
      3, 5, 6, 11, 13, 16, 17,
    ]);
  });

  it("cover every entry once and in order", () => {
    for (const seed of [1, 2, 3]) {
      const rows = rows_of(history(played(door, seed).record));
      let next = 1;
      for (const { first, last } of rows) {
        expect(first).toBe(next);
        next = last + 1;
      }
    }
  });

  it("say what is interesting", () => {
    const record = `[Start "R:h,9,15,50 B:hx2,40,53 R 0 - -"]
1. R 1 9-10^14 B 1 53-54 2. R 3 15-18~30 B 5 . 3. R 6 50-c 6 14*-20 6 #\n`.replace("14*", "14");
    const rows = rows_of(history(record));
    expect(rows.map(({ interests }) => interests)).toEqual([
      ["capture"],
      [],
      ["flight"],
      [],
      ["home"],
      [],
      ["third_six"],
    ]);
  });
});

describe("places in a record", () => {
  const entries = () => history(TEA);

  it("are stops where the board changes", () => {
    const stops = stops_of(entries());
    expect(stops).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    expect(stop_at(stops, 0)).toBe(0);
    expect(stop_at(stops, 8)).toBe(7); // a comment belongs to what is before it
    expect(stop_at(stops, 9)).toBe(8);
    expect(stop_at(stops, 1000)).toBe(16);
  });

  it("are found by round, in force", () => {
    const rows = rows_of(entries());
    expect([0, 1, 2, 3, 4, 99].map((round) => round_start(rows, round))).toEqual([
      3, 3, 6, 16, 16, 16,
    ]);
  });

  it("are found by what happens and by whose turn it is", () => {
    const rows = rows_of(entries());
    const stops = stops_of(entries());
    const entry = (stop: number | null) => (stop === null ? null : stops[stop]);
    expect(entry(found_from(rows, stops, 0, "B", 1))).toBe(5);
    expect(entry(found_from(rows, stops, stop_at(stops, 5), "B", 1))).toBe(11);
    expect(entry(found_from(rows, stops, stop_at(stops, 5), "B", -1))).toBe(null);
    expect(entry(found_from(rows, stops, 0, "comment", 1))).toBe(7);
    expect(found_from(rows, stops, stop_at(stops, 7), "comment", 1)).toBe(null);
    expect(found_from(rows, stops, 0, "capture", 1)).toBe(null);
  });

  it("belong to a row", () => {
    const rows = rows_of(entries());
    expect(row_at(rows, 0)).toBeUndefined();
    expect(row_at(rows, 6)).toBe(row_at(rows, 7));
  });
});

describe("a viewer", () => {
  it("opens at the start, or where it is told", () => {
    expect(opened(TEA).entry).toBe(0);
    expect(notes.taken()).toEqual(["cut 0"]);
    expect(opened(TEA, 8).entry).toBe(7);
    expect(opened(TEA, 999).entry).toBe(17);
    expect(opened(TEA).tags).toContainEqual({ name: "Event", value: "Tea time" });
  });

  it("opens the JSON twin just so", () => {
    const twin = door.to_json({ record: TEA });
    expect("value" in twin && opened(twin.value.json).record).toBe(opened(TEA).record);
  });

  it("tells what is wrong with a record", () => {
    const found = Viewer.open(door, TEA.replace("15-19", "15-20"), notes, () => 0);
    expect(found).toMatchObject({ problems: [{ code: "record.move_not_legal", line: 9 }] });
    expect(notes.told).toEqual([]);
  });

  it("refuses what would hold the page up", () => {
    const refused = { problems: [{ code: "web.replay.too_large" }] };
    const start = '[Start "R:hx4 B:hx4 R 0 - -"]\n\n';
    const open = (text: string) => Viewer.open(door, text, notes, () => 0);
    expect(open(`${start}{${"a".repeat(MOST_BYTES)}}`)).toMatchObject(refused);
    expect(open(`${start}${"{a} ".repeat(MOST_ENTRIES + 1)}`)).toMatchObject(refused);
    expect(open(`${start}${"{a} ".repeat(MOST_ENTRIES)}`)).toHaveProperty("viewer");
  });

  it("shows steps forward and cuts back", () => {
    const viewer = opened(TEA);
    notes.taken();
    for (let step = 0; step < 4; ++step) expect(viewer.forward()).toBe(true);
    expect(viewer.entry).toBe(4);
    viewer.back();
    expect(viewer.entry).toBe(3);
    expect(notes.taken()).toEqual(["rolled", "rolled next", "rolled", "took_off next", "cut 3"]);
  });

  it("stops at both ends", () => {
    const viewer = opened(TEA);
    viewer.back();
    expect([viewer.entry, viewer.is_at_start]).toEqual([0, true]);
    viewer.last();
    expect([viewer.entry, viewer.is_at_end]).toEqual([17, true]);
    expect(viewer.forward()).toBe(false);
    viewer.first();
    expect(viewer.entry).toBe(0);
  });

  it("is at the same moment whatever way it got there", () => {
    const { record } = played(door, 5, "quick");
    const viewer = opened(record);
    const forwards: string[] = [];
    do forwards.push(viewer.scene.position);
    while (viewer.forward());
    const backwards: string[] = [];
    for (;;) {
      backwards.unshift(viewer.scene.position);
      if (viewer.is_at_start) break;
      viewer.back();
    }
    expect(backwards).toEqual(forwards);
  });

  it("cuts over what was taken back", () => {
    const viewer = opened(TEA, 14);
    const before = opened(TEA, 13).scene.position;
    notes.taken();
    viewer.forward();
    expect(viewer.scene.position).toBe(before);
    expect(notes.taken()).toEqual(["cut 15"]);
  });

  it("goes to a round, and shows what is searched for as it happens", () => {
    const viewer = opened(TEA);
    viewer.round(2);
    expect(viewer.entry).toBe(6);
    notes.taken();
    expect(viewer.seek("B", 1)).toBe(true);
    expect(viewer.entry).toBe(11);
    expect(notes.taken()).toEqual(["cut 10", "rolled"]);
    expect(viewer.seek("third_six", -1)).toBe(false);
    expect(viewer.entry).toBe(11);
    expect(notes.taken()).toEqual([]);
  });

  it("plays by itself to the end, and from the start again", () => {
    vi.useFakeTimers();
    const viewer = opened(TEA, 15);
    viewer.run();
    expect([viewer.entry, viewer.is_running]).toEqual([16, true]);
    vi.advanceTimersByTime(1000);
    expect(viewer.entry).toBe(16); // the step is still being shown
    notes.finish();
    vi.advanceTimersByTime(99);
    expect(viewer.entry).toBe(16);
    vi.advanceTimersByTime(1);
    expect(viewer.entry).toBe(17);
    notes.finish();
    vi.advanceTimersByTime(100);
    expect([viewer.entry, viewer.is_running]).toEqual([17, false]);
    viewer.run();
    expect([viewer.entry, viewer.is_running]).toEqual([1, true]);
    vi.useRealTimers();
  });

  it("stops playing when the person takes over", () => {
    vi.useFakeTimers();
    for (const act of [
      (viewer: Viewer) => viewer.stop_running(),
      (viewer: Viewer) => viewer.back(),
      (viewer: Viewer) => viewer.forward(),
      (viewer: Viewer) => viewer.seek("any", 1) || viewer.go(4),
    ]) {
      const viewer = opened(TEA, 3);
      viewer.run();
      act(viewer);
      const { entry } = viewer;
      notes.finish();
      vi.advanceTimersByTime(10_000);
      expect([viewer.entry, viewer.is_running]).toEqual([entry, false]);
    }
    vi.useRealTimers();
  });

  it("asks the engine for no moment twice while it is near", () => {
    const at = vi.fn(door.at);
    const spied = new Proxy(door, {
      get: (target, name) => (name === "at" ? at : Reflect.get(target, name)),
    });
    const found = Viewer.open(spied, TEA, notes, () => 0);
    if ("problems" in found) throw new Error("it is a good record");
    for (let step = 0; step < 5; ++step) found.viewer.forward();
    const asked = at.mock.calls.length;
    for (let step = 0; step < 5; ++step) found.viewer.back();
    expect(at.mock.calls.length).toBe(asked);
  });
});

describe("a game that is gone on with", () => {
  it("has all that was before, and waits where it was cut", () => {
    const { record } = played(door, 9, "quick");
    const starting = history(record).filter(({ kind }) => kind === "starting_roll").length;
    expect(starting).toBeGreaterThan(3);
    for (const entry of [0, 1, 3, 4, 5, 20, 41]) {
      const text = cut_record(door, record, entry);
      const scene = door.resume({ record: text ?? "" });
      const kept = Math.max(entry, starting);
      const there = door.at({ record, entry: kept });
      if (!("value" in scene && "value" in there)) throw new Error(`no scene at ${entry}`);
      expect([scene.value.position, scene.value.entries]).toEqual([there.value.position, kept]);
      expect(scene.value.has_dice).toBe(true);
    }
  });

  it("is none where the rolls came from elsewhere", () => {
    expect(cut_record(door, TEA, 5)).toBeNull();
  });
});
