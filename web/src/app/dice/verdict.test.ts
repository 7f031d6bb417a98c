import { expect, test } from "vitest";
import vectors from "../../../../docs/formats/fair-dice.vectors.json";
import { is_unchecked, verdict_of } from "./verdict";

const twin = (record: object) =>
  JSON.stringify({ format: "aeroplane-record", version: 1, ...record });

test("right dice are right", () => {
  const verdict = verdict_of(twin(vectors.right.record));
  expect(verdict.report?.rolls).toHaveLength(vectors.right.report.rolls);
  expect(is_unchecked(verdict)).toBe(false);
});

test("what cannot be checked is no lie", () => {
  const unreadable = verdict_of("Dear diary");
  expect(unreadable.faults?.map(({ code }) => code)).toEqual(["web.dice.unreadable"]);
  expect(is_unchecked(unreadable)).toBe(true);
  expect(is_unchecked(verdict_of(twin({ ...vectors.right.record, tags: [] })))).toBe(true);
  const no_seat = { code: "web.fair.no_seat", arguments: { roll: 3 }, entry: 5 };
  expect(is_unchecked({ faults: [no_seat] })).toBe(true);
  const lie = { code: "fair.wrong_die", arguments: {}, entry: 5 };
  expect(is_unchecked({ faults: [lie] })).toBe(false);
  expect(is_unchecked({ faults: [lie, no_seat] })).toBe(false);
});

test("a lie is one", () => {
  for (const { record, error } of vectors.wrong) {
    const verdict = verdict_of(twin(record));
    expect(is_unchecked(verdict), error.code).toBe(error.code === "fair.no_chains");
  }
});
