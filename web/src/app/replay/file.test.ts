import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Door } from "../../engine/door";
import { MOST_BYTES } from "../record";
import { real_door } from "./door.fixture";
import { excerpt, file_name, load_file } from "./file";

let door: Door;
beforeAll(async () => {
  door = await real_door();
});

const blob = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === "string" ? part : new Uint8Array(part))));

describe("a file", () => {
  it("is read as it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
        expect(await load_file(blob(text))).toEqual({ text });
      }),
    );
  });

  it("may begin with a byte-order mark", async () => {
    expect(await load_file(blob([0xef, 0xbb, 0xbf], "[Start"))).toEqual({ text: "\ufeff[Start" });
  });

  it("that is no text is refused with the place of the first wrong byte", async () => {
    const found = await load_file(blob('[Seat R "Ayşe"]\r\n{Ş', [0xff], "}\n", [0xfe]));
    expect(found).toMatchObject({ problems: [{ code: "record.bad_utf8", line: 2, column: 4 }] });
  });

  it("that ends within a character is refused", async () => {
    const found = await load_file(blob("{a", [0xc5]));
    expect(found).toMatchObject({ problems: [{ code: "record.bad_utf8", line: 1 }] });
  });

  it("that is far too large is not read at all", async () => {
    const found = await load_file(new Blob([new Uint8Array(MOST_BYTES + 1)]));
    expect(found).toMatchObject({ problems: [{ code: "web.replay.too_large" }] });
  });
});

describe("an excerpt", () => {
  it("shows the line and the character at a byte", () => {
    const text = "first\r\nAyşe ✈ uçar\nlast";
    expect(excerpt(text, 1, 1)).toEqual({ before: "", at: "f", after: "irst" });
    expect(excerpt(text, 2, 3)).toEqual({ before: "Ay", at: "ş", after: "e ✈ uçar" });
    expect(excerpt(text, 2, 7)).toEqual({ before: "Ayşe ", at: "✈", after: " uçar" });
    expect(excerpt(text, 3, 5)).toEqual({ before: "last", at: "", after: "" });
  });

  it("is cut to what is near", () => {
    const { before, at, after } = excerpt("0123456789".repeat(100), 1, 501) ?? {};
    expect(at).toBe("0");
    expect(before).toMatch(/^…\d{40}$/);
    expect(after).toMatch(/^\d{40}…$/);
  });

  it("is none where a problem has no place", () => {
    expect(excerpt("text", 0, 0)).toBeNull();
    expect(excerpt("text", 2, 1)).toBeNull();
  });

  it("finds what the engine complains about", () => {
    const record = '[Start "R:hx4 B:hx4 R 0 - -"]\n\n{şöyle} 1. R 4 h-p B 3 h-p\n';
    const answer = door.at({ record, entry: 0 });
    if (!("problems" in answer)) throw new Error("it is no good record");
    const [{ line, column } = { line: 0, column: 0 }] = answer.problems;
    expect(excerpt(record, line, column)).toMatchObject({
      before: "{şöyle} 1. R 4 h-p B 3 ",
      at: "h",
    });
  });
});

it("a saved file is named by its day", () => {
  expect(file_name('[Date "2026-05-17"]\n[Start "…"]', "aero")).toBe("aeroplane-2026-05-17.aero");
  expect(file_name('[Date "yesterday"]', "json")).toBe("aeroplane.json");
});
