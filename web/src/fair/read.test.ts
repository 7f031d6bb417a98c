import { expect, test } from "vitest";
import { read_record, Unreadable } from "./read";

const TEXT = `\uFEFF[Dice "chains T"] {first}
[Seat R "a \\"b\\" \\\\"]
[ Chain  R  "x y" ]
[Rules "standard"][Start "R:hx4 B:hx4 R 0 - -"]
[Result "*"]
0. R 5<proof  S
 R> B 1 <proof S>
1. R 4 h-p{look
at that}  B 3 . <chain R> 2. R 6 p-6^10 5 10*-15 <cheer>
B pass <takeback 2>
`;

test("a text is read as its twin is", () => {
  const record = read_record(TEXT);
  expect(record.start).toBe("R:hx4 B:hx4 R 0 - -");
  expect(record.tags).toEqual([
    { name: "Dice", value: "chains T" },
    { name: "Seat R", value: 'a "b" \\' },
    { name: "Chain R", value: "x y" },
  ]);
  expect(record.entries).toEqual([
    { comment: "first" },
    { seat: "R", starting_roll: 5 },
    { note: "proof", text: "S R" },
    { seat: "B", starting_roll: 1 },
    { note: "proof", text: "S" },
    { seat: "R", roll: 4 },
    { move: "h-p" },
    { comment: "look at that" },
    { seat: "B", roll: 3 },
    { note: "chain", text: "R" },
    { seat: "R", roll: 6 },
    { move: "p-6^10" },
    { seat: "R", roll: 5 },
    { move: "10*-15" },
    { note: "cheer", text: "" },
    { move: "pass" },
    { takeback: 2 },
  ]);
  const twin = { format: "aeroplane-record", version: 1, rules: "standard", ...record };
  expect(read_record(JSON.stringify(twin, null, 2))).toEqual(record);
});

test("what is no record is refused with its line", () => {
  const line = (text: string) => {
    try {
      read_record(text);
    } catch (error) {
      return error instanceof Unreadable ? error.line : error;
    }
    return undefined;
  };
  const start = '[Start "R:hx4 B:hx4 R 0 - -"]\n';
  expect(line("")).toBe(1);
  expect(line("Dear diary")).toBe(1);
  expect(line(`${start}4`)).toBe(2);
  expect(line(`${start}\n1. R 7`)).toBe(3);
  expect(line(`${start}{open`)).toBe(2);
  expect(line(`${start}<proof`)).toBe(2);
  expect(line(`${start}<7>`)).toBe(2);
  expect(line(`${start}<takeback x>`)).toBe(2);
  expect(line('[Start "x]')).toBe(1);
  expect(line('{"format":"something else"}')).toBe(0);
  expect(line('{"format":')).toBe(0);
  const twin = (entry: unknown) =>
    line(JSON.stringify({ format: "aeroplane-record", start: "", entries: [entry] }));
  expect(twin({ roll: 4, seat: "R" })).toBeUndefined();
  expect(twin({ roll: 7, seat: "R" })).toBe(0);
  expect(twin({ roll: "4", seat: "R" })).toBe(0);
  expect(twin({ roll: 4, seat: "X" })).toBe(0);
  expect(twin({ rolls: 4 })).toBe(0);
  expect(twin(null)).toBe(0);
});
