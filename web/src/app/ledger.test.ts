import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Door } from "../engine/door";
import { backup_made, backup_of, delete_all, games_added, put_back } from "./backup";
import { type Game, id_of, Ledger, no_totals, type Result, with_game } from "./ledger";
import { MOST_BYTES } from "./record";
import { played, real_door } from "./replay/door.fixture";
import { settings } from "./settings.svelte";
import { forget, keep, kept_names, load } from "./storage";

let door: Door;
let records: string[];
beforeAll(async () => {
  door = await real_door();
  records = [1, 2, 3, 4, 5].map((seed) => played(door, seed, "quick").record);
});
beforeEach(() => localStorage.clear());

function sum(faces: number[]): number {
  return faces.reduce((all, count) => all + count, 0);
}

/** The number of rolls of a record, read from its text: digits that stand alone are rolls. */
function rolls_in(record: string): number {
  return (record.split("\n\n")[1] ?? "").split(/\s+/).filter((word) => /^[1-6]$/.test(word)).length;
}

function result_of(results: Result[], who: string): Result {
  const found = results.find((result) => result.who === who);
  if (!found) throw new Error(`nothing about ${who}`);
  return found;
}

function game(changes: Partial<Game> = {}): Game {
  const faces = [1, 2, 3, 4, 5, 6];
  return {
    id: "a",
    date: "2026-05-17",
    kept_at: 0,
    rules: "standard",
    rounds: 10,
    players: [
      { seat: "R", name: "Ayşe", bot: "", place: 1, faces },
      { seat: "Y", name: "", bot: "", place: 3, faces },
      { seat: "B", name: "", bot: "greedy", place: 2, faces },
      { seat: "G", name: "", bot: "greedy", place: 0, faces },
    ],
    ...changes,
  };
}

describe("totals", () => {
  it("add up seats, people and bots", () => {
    const totals = with_game(with_game(no_totals(), game()), game({ rounds: 4 }));
    expect([totals.games, totals.rounds, totals.faces]).toEqual([2, 14, [8, 16, 24, 32, 40, 48]]);
    const faces = [2, 4, 6, 8, 10, 12];
    expect(result_of(totals.seats, "R")).toEqual({ who: "R", games: 2, won: 2, fair: 0.5, faces });
    expect(result_of(totals.people, "Ayşe").won).toBe(2);
    expect(result_of(totals.people, "")).toEqual({ who: "", games: 2, won: 0, fair: 0.5, faces });
    expect(result_of(totals.bots, "greedy")).toEqual({
      who: "greedy",
      games: 4,
      won: 0,
      fair: 1,
      faces: [4, 8, 12, 16, 20, 24],
    });
  });

  it("leave alone what they are added to", () => {
    const before = with_game(no_totals(), game());
    const copy = structuredClone(before);
    with_game(before, game());
    expect(before).toEqual(copy);
    expect(with_game(no_totals(), game()).seats).toHaveLength(4);
  });

  it("take any name for a name", () => {
    const players = [{ ...game().players[0], name: "__proto__" }] as Game["players"];
    expect(result_of(with_game(no_totals(), game({ players })).people, "__proto__").won).toBe(1);
  });
});

/** What is kept, on a device that has no room for more records than that. */
function with_room_for(records: number): Storage {
  const there = localStorage;
  const keep_it = (name: string, value: string) => {
    const kept = kept_names().filter((each) => each.startsWith("ledger.")).length;
    if (name.includes("ledger.") && kept >= records)
      throw new DOMException("", "QuotaExceededError");
    there.setItem(name, value);
  };
  return new Proxy(there, {
    get: (_, name) => (name === "setItem" ? keep_it : Reflect.get(there, name).bind(there)),
  });
}

describe("the ledger", () => {
  it("knows of a game what the engine says of its record", () => {
    const ledger = new Ledger(door, { now: () => 42 });
    const [record = ""] = records;
    const outcome = ledger.add(record);
    expect(outcome.kind).toBe("added");
    const [kept] = ledger.games();
    const answer = door.resume({ record });
    const scene = "value" in answer ? answer.value : null;
    expect(kept).toMatchObject({ id: id_of(record), date: "2026-05-17", kept_at: 42 });
    expect(kept?.players.find(({ place }) => place === 1)?.seat).toBe(scene?.order[0]);
    expect(sum(kept?.players.flatMap(({ faces }) => faces) ?? [])).toBe(rolls_in(record));
    expect(ledger.record(id_of(record))).toBe(record);
    expect(ledger.totals().games).toBe(1);
  });

  it("takes a game once", () => {
    const ledger = new Ledger(door);
    const [record = ""] = records;
    ledger.add(record);
    expect(ledger.add(record.replace("\n0.", "\n\n  0.")).kind).toBe("known");
    expect(ledger.games()).toHaveLength(1);
  });

  it("refuses what is not finished and what is no record, and says why", () => {
    const ledger = new Ledger(door);
    expect(ledger.add('[Start "R:hx4 B:hx4 R 0 - -"]\n\n1. R 4').kind).toBe("unfinished");
    const wrong = ledger.add("nonsense");
    expect(wrong).toMatchObject({ kind: "wrong", problems: [{ code: "record.tag_missing" }] });
    expect(ledger.games()).toEqual([]);
  });

  it("does not read what is too large for a record", () => {
    const wrong = { kind: "wrong", problems: [{ code: "web.replay.too_large" }] };
    expect(new Ledger(door).add("x".repeat(MOST_BYTES + 1))).toMatchObject(wrong);
  });

  it("lists the newest first, by the day that the record says", () => {
    const at = (n: number, date: string) => (records[n] ?? "").replace("2026-05-17", date);
    let now = 0;
    const ledger = new Ledger(door, { now: () => ++now });
    for (const record of [at(0, "2026-05-17"), at(1, "2026-06-01"), at(2, "2026-05-17")]) {
      ledger.add(record);
    }
    expect(ledger.games().map(({ date, kept_at }) => [date, kept_at])).toEqual([
      ["2026-06-01", 2],
      ["2026-05-17", 3],
      ["2026-05-17", 1],
    ]);
  });

  it("drops the oldest record and nothing else", () => {
    let now = 0;
    const many = new Ledger(door, { now: () => ++now });
    for (const record of records) many.add(record);
    const whole = many.totals();
    localStorage.clear();
    const few = new Ledger(door, { most: 2, now: () => ++now });
    for (const record of records) few.add(record);
    expect(few.games().map(({ id }) => id)).toEqual(
      [records[4], records[3]].map((r = "") => id_of(r)),
    );
    expect(few.record(id_of(records[0] ?? ""))).toBeNull();
    const by_name = (totals: typeof whole) => ({
      ...totals,
      seats: [...totals.seats].sort((a, b) => a.who.localeCompare(b.who)),
    });
    expect(by_name(few.totals())).toEqual(by_name(whole));
    expect(few.totals().games).toBe(5);
    // One that was dropped is known all the same.
    expect(few.add(records[0] ?? "").kind).toBe("known");
    expect(kept_names().filter((name) => name.startsWith("ledger."))).toHaveLength(2);
  });

  it("makes room on a full device", () => {
    let now = 0;
    const ledger = new Ledger(door, { now: () => ++now });
    const [first = "", second = "", third = ""] = records;
    ledger.add(first);
    ledger.add(second);
    vi.stubGlobal("localStorage", with_room_for(2));
    ledger.add(third);
    vi.unstubAllGlobals();
    expect(ledger.games().map(({ id }) => id)).toEqual([id_of(third), id_of(second)]);
    expect(ledger.totals().games).toBe(3);
    expect(ledger.record(id_of(third))).toBe(third);
  });

  it("makes its list again from the records", () => {
    const ledger = new Ledger(door);
    for (const record of records) ledger.add(record);
    const totals = ledger.totals();
    localStorage.setItem("aeroplane.ledger", "{damaged");
    expect(ledger.games()).toHaveLength(5);
    expect(ledger.totals().faces).toEqual(totals.faces);
    // A list of another version is made again too, and keeps the numbers of what is gone.
    const list = load<Record<string, unknown>>("ledger");
    keep("ledger", { ...list, summary: 0, past: { totals: { ...totals }, ids: ["x"] } });
    expect(ledger.totals().games).toBe(10);
    expect(ledger.games()).toHaveLength(5);
  });

  it("leaves the older games alone where it is not room that is missing", () => {
    let now = 0;
    const ledger = new Ledger(door, { now: () => ++now });
    for (const record of records) ledger.add(record);
    const newest = played(door, 99, "quick", "random").record;
    vi.stubGlobal("localStorage", with_room_for(0));
    expect(ledger.add(newest).kind).toBe("added");
    vi.unstubAllGlobals();
    const gone = records.filter((record) => load(`ledger.${id_of(record)}`) === null);
    const lengths = gone.map((record) => record.length);
    expect(gone).toEqual(records.slice(0, gone.length)); // the oldest
    const most = lengths.slice(0, -1).reduce((sum, length) => sum + length, 0);
    expect(most).toBeLessThan(2 * newest.length);
    expect(gone.length).toBeLessThan(records.length);
  });

  it("finds again what another tab has written over", () => {
    const ledger = new Ledger(door);
    for (const record of records.slice(0, 4)) ledger.add(record);
    const before = load("ledger");
    ledger.add(records[4] ?? "");
    keep("ledger", before);
    expect(ledger.games()).toHaveLength(5);
    expect(ledger.totals().games).toBe(5);
  });

  it("mends what is damaged in its list, and keeps the numbers of games without record", () => {
    const ledger = new Ledger(door);
    for (const record of records) ledger.add(record);
    const totals = ledger.totals();
    const { games, ...rest } = load("ledger") as { games: { players: unknown[] }[] };
    const [first, second, third, ...others] = games as [never, object, { id: string }, never];
    for (const damaged of [
      { ...rest, games: [null, 7, first, { ...second, players: "?" }, third, ...others] },
      { ...rest, games: [first, { ...second, players: [null] }, third, ...others] },
      { ...rest, games: {}, past: [] },
      { ...rest, games: [first, second, first, third, ...others] },
    ]) {
      keep("ledger", damaged);
      expect(ledger.games()).toHaveLength(5);
      expect(ledger.totals().faces).toEqual(totals.faces);
    }
    forget(`ledger.${third.id}`);
    keep("ledger", { ...(load("ledger") as object), summary: 0 });
    expect(ledger.games()).toHaveLength(4);
    expect(ledger.totals().faces).toEqual(totals.faces);
  });
});

describe("everything as one file", () => {
  it("comes back as it was", () => {
    let now = 0;
    const ledger = new Ledger(door, { most: 3, now: () => ++now });
    for (const record of records) ledger.add(record);
    keep("settings", { ...settings, theme: "dark", volume: 40 });
    keep("table", { preset: "ludo" });
    keep("game", { record: '[Start "R:hx4 B:hx4 R 0 - -"]' });
    const totals = ledger.totals();
    const file = JSON.stringify(backup_made(door));
    delete_all();
    expect(kept_names()).toEqual([]);
    const backup = backup_of(file);
    expect(backup?.records).toHaveLength(3);
    if (backup) put_back(door, backup);
    expect(ledger.totals()).toEqual(totals);
    expect(ledger.games()).toHaveLength(3);
    expect([settings.theme, settings.volume]).toEqual(["dark", 40]);
    expect(load("table")).toEqual({ preset: "ludo" });
    expect(load("game")).toEqual({ record: '[Start "R:hx4 B:hx4 R 0 - -"]' });
  });

  it("leaves who one is at online tables as it is, and takes it from no file", () => {
    const mine = { device: "key", "online.tokens": [{ token: "t" }], "online.name": "Ayşe" };
    const file = JSON.stringify({
      ...backup_made(door),
      device: "another",
      "online.name": "Deniz",
    });
    for (const [name, value] of Object.entries(mine)) keep(name, value);
    keep("online.plan", {});
    const backup = backup_of(file);
    if (!backup) throw new Error("refused");
    put_back(door, backup);
    for (const [name, value] of Object.entries(mine)) expect(load(name)).toEqual(value);
    expect(load("online.plan")).toBeNull();
    delete_all();
    for (const name of Object.keys(mine)) expect(load(name)).toBeNull();
  });

  it("adds to what is here the games that are not", () => {
    const ledger = new Ledger(door);
    for (const record of records) ledger.add(record);
    const backup = backup_made(door);
    delete_all();
    ledger.add(records[0] ?? "");
    keep("game", { record: "mine" });
    expect(games_added(door, backup)).toBe(4);
    expect(ledger.games()).toHaveLength(5);
    expect(load("game")).toEqual({ record: "mine" });
  });

  it("is refused where it is another file, and never half taken", () => {
    expect(backup_of("no JSON")).toBeNull();
    expect(backup_of("null")).toBeNull();
    expect(backup_of('{"format": "aeroplane-record", "version": 1}')).toBeNull();
    const odd = backup_of(
      JSON.stringify({
        format: "aeroplane-data",
        version: 1,
        records: [1, null, "nonsense"],
        game: { record: 7 },
        settings: { theme: "pink", volume: 1e9, language: "tr", keys: { roll: 3, hint: "j" } },
        past: { totals: { games: -1 }, ids: "x" },
      }),
    );
    if (!odd) throw new Error("refused");
    put_back(door, odd);
    expect(new Ledger(door).games()).toEqual([]);
    expect(new Ledger(door).totals()).toEqual(no_totals());
    expect(load("game")).toBeNull();
    expect(settings).toMatchObject({
      theme: "system",
      volume: 0,
      language: "tr",
      keys: { hint: "j" },
    });
  });
});
