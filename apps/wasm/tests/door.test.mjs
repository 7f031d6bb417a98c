// The module answers as the native program does.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openDoor } from "./door.mjs";

const door = await openDoor(process.env.AEROPLANE_WASM);

for (const name of ["standard", "presets", "options"]) {
  test(`conformance: ${name}`, async () => {
    const lines = (await readFile(`conformance/${name}.jsonl`, "utf8")).trimEnd().split("\n");
    for (const line of lines) {
      const { op, rules, position, roll, result, moves } = JSON.parse(line);
      if (op === "roll") {
        assert.equal(door.roll(rules, position, roll), result, line);
      } else {
        const answer = door.moves(rules, position).trimEnd().split("\n");
        assert.deepEqual(Object.fromEntries(answer.map((each) => each.split("\t"))), moves, line);
      }
    }
  });
}

test("what is refused says why and where", () => {
  assert.equal(
    door.moves("jmp=on", "R:hx4 B:hx4 R 0 - -").split("\t").slice(0, 4).join(" "),
    "!notation.unknown_key 1 1 key=jmp",
  );
  assert.match(door.moves("standard", "R:hx4 R 0 - -"), /^!position\.too_few_seats\t1\t1\t/);
  assert.equal(door.moves("standard", "R:hx4 B:hx4 R 0 - -"), "!moves.no_roll\t1\t1\n");
  assert.equal(door.roll("standard", "R:hx4 B:hx4 R 0 4 -", 3), "!roll.waiting\t1\t1\n");
  assert.equal(door.roll("standard", "R:hx4 B:hx4 R 0 - -", 7), "!roll.out_of_range\t1\t1\tvalue=7\n");
  assert.match(door.moves("", ""), /^!notation\.empty_item\t/);
});
