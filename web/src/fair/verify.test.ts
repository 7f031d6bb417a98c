import { describe, expect, test } from "vitest";
import vectors from "../../../docs/formats/fair-dice.vectors.json";
import { type GameRecord, verify } from "./verify";

const right = vectors.right.record as GameRecord;

describe("the record of the vectors", () => {
  test("has right dice", () => {
    const { report } = verify(right);
    expect(report).toMatchObject({
      table: vectors.right.report.table,
      seats: ["R", "B"],
      without: vectors.right.report.without,
    });
    expect(report?.rolls).toHaveLength(vectors.right.report.rolls);
    expect(report?.rolls[0]).toEqual({
      entry: 1,
      number: 1,
      seat: "R",
      pip: 5,
      is_starting: true,
      givers: ["R"],
    });
  });

  test("is found out in every lie", () => {
    for (const { record, error } of vectors.wrong) {
      const [fault] = verify(record as GameRecord).faults ?? [];
      expect({ code: fault?.code, entry: fault?.entry }, JSON.stringify(record)).toEqual(error);
    }
    expect(vectors.wrong).toHaveLength(52);
  });
});

test("a roll has to tell its seat", () => {
  const entries = right.entries.map(({ seat, ...rest }) => (rest.roll ? rest : { seat, ...rest }));
  expect(verify({ ...right, entries }).faults?.[0]).toEqual({
    code: "web.fair.no_seat",
    entry: 5,
    arguments: { roll: 3 },
  });
});
