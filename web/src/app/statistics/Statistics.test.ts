import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Door } from "../../engine/door";
import { text } from "../../text/text.svelte";
import { backup_made } from "../backup";
import { use_door } from "../door";
import * as files from "../files";
import { id_of, Ledger } from "../ledger";
import { played, real_door } from "../replay/door.fixture";
import { expectation } from "./dice";
import Faces from "./Faces.svelte";
import Statistics from "./Statistics.svelte";

let door: Door;
let records: string[];
beforeAll(async () => {
  door = await real_door();
  use_door(door);
  await text.speak("en");
  await text.whole();
  records = [1, 2, 3].map((seed) => played(door, seed, "quick").record);
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function rows_of(table: HTMLElement): string[][] {
  return within(table)
    .getAllByRole("row")
    .map((row) =>
      [...row.querySelectorAll("th, td")].map(
        (cell) => cell.textContent?.replace(/\s+/g, " ").trim() ?? "",
      ),
    );
}

function faces(counts: number[]): string {
  const who = createRawSnippet(() => ({ render: () => "<span>Ayşe</span>" }));
  const { container } = render(Faces, { who, faces: counts });
  return container.querySelector("figcaption")?.textContent?.trim() ?? "";
}

describe("what a fair die shows", () => {
  it("is each number equally often, within twice the standard deviation", () => {
    const expected = expectation([60, 60, 60, 60, 60, 60]);
    expect([expected.rolls, expected.each, expected.outside]).toEqual([360, 60, 0]);
    expect(expected.spread).toBeCloseTo(2 * Math.sqrt(360 * (1 / 6) * (5 / 6)), 10);
    expect(expectation([75, 45, 60, 60, 60, 60]).outside).toBe(2);
    expect(expectation([74, 46, 60, 60, 60, 60]).outside).toBe(0);
    expect(expectation([0, 0, 0, 0, 0, 0])).toEqual({ rolls: 0, each: 0, spread: 0, outside: 0 });
  });

  it("is told with what the sample can say", () => {
    expect(faces([0, 0, 0, 0, 0, 0])).toBe("No rolls yet.");
    expect(faces([1, 2, 0, 3, 4, 2])).toBe(
      "12 rolls tell nothing yet: a fair die would show each number about 2 times, but with so few it often misses one altogether.",
    );
    expect(faces([60, 60, 60, 60, 60, 60])).toBe(
      "In 360 rolls a fair die shows each number 60 times, give or take 14.1. All six are within that.",
    );
    expect(faces([75, 57, 57, 57, 57, 57])).toMatch(
      /One of the six is outside, .* one count of four\.$/,
    );
    expect(faces([90, 30, 80, 40, 60, 60])).toMatch(/4 of the six are outside, which chance alone/);
  });

  it("stands in a table that can be read", () => {
    faces([1, 2, 0, 3, 4, 2]);
    const table = screen.getByRole("table", { name: /Ayşe.*12 rolls/ });
    expect(rows_of(table)).toEqual([
      ["pip", "how often"],
      ["1", "1"],
      ["2", "2"],
      ["3", "0"],
      ["4", "3"],
      ["5", "4"],
      ["6", "2"],
    ]);
  });
});

describe("the statistics", () => {
  it("say that there are none yet", () => {
    render(Statistics);
    expect(screen.getByText(/^No game has been finished/)).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("count games, places and dice", () => {
    const ledger = new Ledger(door);
    for (const record of records) ledger.add(record);
    render(Statistics);
    const totals = ledger.totals();
    const seats = rows_of(screen.getByRole("table", { name: "Seats" }));
    expect(seats[0]).toEqual(["", "played", "first places", "equal chances"]);
    expect(seats.slice(1).map(([seat, played]) => [seat, played])).toEqual([
      ["Red", "3"],
      ["Yellow", "3"],
      ["Blue", "3"],
      ["Green", "3"],
    ]);
    const won = seats.slice(1).map(([, , first]) => Number(first?.split(" ")[0]));
    expect(won.reduce((sum, n) => sum + n)).toBe(3);
    expect(rows_of(screen.getByRole("table", { name: "Bots" }))[1]?.slice(0, 2)).toEqual([
      "bot (greedy)",
      "12",
    ]);
    const dice = rows_of(screen.getByRole("table", { name: /^everyone/ })).slice(1);
    expect(dice.map(([, count]) => Number(count))).toEqual(totals.faces);
  });

  it("list the games, with their records to replay and to save", async () => {
    const saved = vi.spyOn(files, "download").mockImplementation(() => {});
    new Ledger(door).add(records[0] ?? "");
    render(Statistics);
    const id = id_of(records[0] ?? "");
    expect(screen.getByText("May 17, 2026")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Replay" }).getAttribute("href")).toBe(
      `#/replay/game/${id}`,
    );
    await fireEvent.click(screen.getByRole("button", { name: "Download" }));
    expect(saved.mock.calls[0]).toEqual([`aeroplane-2026-05-17-${id}.aero`, records[0]]);
    expect(screen.queryByRole("table", { name: /^Ayşe/ })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Dice" }));
    expect(screen.getAllByRole("table", { name: /^bot \(greedy\)/ }).length).toBe(5);
  });

  it("take in records from files, and say what became of each", async () => {
    const ledger = new Ledger(door);
    ledger.add(records[0] ?? "");
    const backup = JSON.stringify(backup_made(door));
    const twin = door.to_json({ record: records[1] ?? "" });
    if ("problems" in twin) throw new Error();
    render(Statistics);
    const contents = [
      ["known.json", backup],
      ["twin.json", twin.value.json],
      ["third.aero", records[2] ?? ""],
      ["short.aero", '[Start "R:hx4 B:hx4 R 0 - -"]\n\n1. R 4'],
      ["wrong.aero", '[Start "R:hx4 B:hx4 R 0 - -"]\n\n1. B 4'],
    ];
    const input = screen.getByLabelText("Add records from files");
    const chosen = contents.map(([name = "", content = ""]) => new File([content], name));
    await fireEvent.change(input, { target: { files: chosen } });
    expect(
      await screen.findByText(/^2 games were added\. 1 was here already\. 1 is not finished/),
    ).toBeTruthy();
    expect(
      screen.getByText("wrong.aero, line 3: It is the turn of seat R, not of seat B."),
    ).toBeTruthy();
    expect(ledger.games()).toHaveLength(3);
    expect(screen.getAllByRole("link", { name: "Replay" })).toHaveLength(3);
  });

  it("say how many records had to make room", () => {
    const few = new Ledger(door, { most: 1 });
    for (const record of records) few.add(record);
    render(Statistics);
    expect(screen.getByText(/^2 older games had to make room/)).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "Replay" })).toHaveLength(1);
    expect(rows_of(screen.getByRole("table", { name: "Seats" }))[1]?.[1]).toBe("3");
  });
});
