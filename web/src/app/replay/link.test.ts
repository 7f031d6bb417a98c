import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Door } from "../../engine/door";
import { MOST_BYTES } from "../record";
import { played, real_door } from "./door.fixture";
import { packed, unpacked } from "./link";
import { rest_of_link, source_of } from "./source";

let door: Door;
beforeAll(async () => {
  door = await real_door();
});
afterEach(() => vi.unstubAllGlobals());

const TEXTS = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({ maxLength: 5000 }),
);

describe("a link", () => {
  it("gives back every text", async () => {
    await fc.assert(
      fc.asyncProperty(TEXTS, async (text) => {
        const payload = await packed(text);
        expect(payload).toMatch(/^z[\w-]*$/);
        expect(await unpacked(payload)).toEqual({ record: text });
      }),
    );
  });

  it("does so without compression where the browser has none", async () => {
    vi.stubGlobal("CompressionStream", undefined);
    await fc.assert(
      fc.asyncProperty(TEXTS, async (text) => {
        const payload = await packed(text);
        expect(payload).toMatch(/^t[\w-]*$/);
        expect(await unpacked(payload)).toEqual({ record: text });
      }),
    );
  });

  it("says that the browser is too old to unpack", async () => {
    const payload = await packed("[Start …]");
    vi.stubGlobal("DecompressionStream", undefined);
    expect(await unpacked(payload)).toEqual({ problem: "old_browser" });
  });

  it("is damaged where anything is missing or changed", async () => {
    const payload = await packed("A record of some length, with some words in it. ".repeat(9));
    for (let size = 0; size < payload.length; ++size) {
      expect(await unpacked(payload.slice(0, size))).toEqual({ problem: "damaged" });
    }
    for (const wrong of ["", "x", "zzz", "t%", "t🛩", "t_w", "q00", "z0", "zAAAA"]) {
      expect(await unpacked(wrong)).toEqual({ problem: "damaged" });
    }
  });

  it("never opens what would fill the memory", async () => {
    const record = "0".repeat(MOST_BYTES);
    expect(await unpacked(await packed(record))).toEqual({ record });
    const payload = await packed("0".repeat(50_000_000));
    expect(payload.length).toBeLessThan(100_000);
    expect(await unpacked(payload)).toEqual({ problem: "too_large" });
  });

  it("of a long game is short enough for any messenger", async () => {
    const { record, seats } = played(door, 1, "standard", "random");
    const rolls = seats.flatMap(({ faces }) => faces).reduce((all, each) => all + each, 0);
    expect(rolls).toBeGreaterThan(400);
    expect((await packed(record)).length).toBeLessThan(3500);
  });
});

describe("an address", () => {
  it("leads back to the record and the moment", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[zt][\w-]{1,50}$/), fc.nat(100_000), (payload, entry) => {
        expect(source_of(rest_of_link(payload, entry))).toEqual({ kind: "link", payload, entry });
      }),
    );
  });

  it("can name the table, a kept game, or nothing", () => {
    expect(source_of("")).toEqual({ kind: "none" });
    expect(source_of("now")).toEqual({ kind: "now", entry: Number.MAX_SAFE_INTEGER });
    expect(source_of("now/12")).toEqual({ kind: "now", entry: 12 });
    expect(source_of("game/0abc")).toEqual({ kind: "game", id: "0abc", entry: 0 });
    expect(source_of("game/0abc/3")).toEqual({ kind: "game", id: "0abc", entry: 3 });
    for (const wrong of ["game", "game/", "r", "r/", "what/ever", "/"]) {
      expect(source_of(wrong)).toEqual({ kind: "none" });
    }
    expect(source_of("r/zAB/-1")).toEqual({ kind: "link", payload: "zAB", entry: 0 });
  });
});
