// The module answers as the native program does.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open_door, open_raw_door } from "./door.mjs";

const path = process.env.AEROPLANE_WASM;
const strong_path = process.env.AEROPLANE_STRONG_WASM;
const NET = "libs/eval/net/standard.net";
const door = await open_door(path);

function value_of(answer) {
  assert.ok("value" in answer, JSON.stringify(answer));
  return answer.value;
}

for (const name of ["standard", "presets", "options"]) {
  test(`conformance: ${name}`, async () => {
    const lines = (await readFile(`conformance/${name}.jsonl`, "utf8")).trimEnd().split("\n");
    for (const line of lines) {
      const { op, rules, position, roll, result, moves } = JSON.parse(line);
      if (op === "roll") {
        const applied = value_of(door.apply({ rules, position, input: `${roll}` }));
        assert.equal(applied.position, result, line);
      } else {
        const outcomes = value_of(door.moves({ rules, position }));
        const found = Object.fromEntries(outcomes.map((each) => [each.move, each.position]));
        assert.deepEqual(found, moves, line);
        for (const [move, after] of Object.entries(moves)) {
          const applied = value_of(door.apply({ rules, position, input: move }));
          assert.equal(applied.position, after, line);
        }
      }
    }
  });
}

// Goes on from scene to scene; persons play as they are advised.
function next_scene(scene, door) {
  const { record, turn: seat, ply } = scene;
  if (scene.phase === "roll") return value_of(door.roll({ record, seat, ply }));
  const is_bot = scene.seats.find((each) => each.seat === seat).bot !== "";
  const { move } = value_of(is_bot ? door.bot_move({ record }) : door.hint({ record }));
  assert.ok(scene.choices.some((choice) => choice.move === move), move);
  return value_of(door.choose({ record, seat, ply, move }));
}

test("a game is played from the set-up to its end", () => {
  const players = [
    { seat: "R", name: "Ayşe \"王\"", bot: "" },
    { seat: "Y", name: "", bot: "greedy" },
    { seat: "B", name: "", bot: "cautious" },
    { seat: "G", name: "", bot: "random" },
  ];
  const plan = { rules: "standard", players, seed: "11", first: "", tags: [] };
  let scene = value_of(door.begin(plan));
  assert.equal(scene.seats[0].name, "Ayşe \"王\"");
  assert.equal(value_of(door.starting_rolls({ record: scene.record })).length, scene.entries);
  let rolls = scene.entries;
  while (scene.phase !== "over") {
    if (scene.phase === "roll") rolls++;
    scene = next_scene(scene, door);
    assert.deepEqual(scene.happened.at(-1).pieces, scene.pieces);
  }
  assert.equal(scene.order.length, 4);
  assert.equal(scene.turn, "");
  const faces = scene.seats.flatMap((seat) => seat.faces);
  assert.equal(faces.reduce((sum, count) => sum + count), rolls);

  const { json } = value_of(door.to_json({ record: scene.record }));
  assert.equal(JSON.parse(json).result, scene.order.join(""));
  assert.deepEqual(value_of(door.resume({ record: json })), scene);
  const entries = value_of(door.history({ record: scene.record }));
  assert.equal(entries.length, scene.entries);
  const { record } = scene;
  for (const { entry, kind, text } of entries) {
    const then = value_of(door.at({ record, entry }));
    assert.equal(then.latest.text, text);
    if (kind === "roll") assert.equal(then.happened[0].kind, "rolled");
  }
  assert.equal(value_of(door.board({ record })).length, 5);
});

// The same constants stand in play_test.cpp.
test("with the net its bots play as in the native program", async () => {
  const record = '[Bot R "champion"][Rules "planes=2"][Start "R:31,47 B:p,h R 0 2 -"]';
  for (const weak of [door, await open_door(strong_path)]) {
    assert.equal(weak.bot_move({ record }).problems[0].code, "door.no_net");
    assert.deepEqual(value_of(weak.hint({ record })), { move: "47-49", chance: null });
  }
  const strong = await open_door(strong_path, NET);
  assert.equal(value_of(strong.bot_move({ record })).move, "31-33");
  assert.equal(value_of(strong.hint({ record })).move, "31-33");

  // The end of the game is known: by the net alone it would fly.
  const end = '[Bot R "champion"][Start "R:17,c,c,c B:2,c,c,c R 0 1 -"]';
  assert.equal(value_of(strong.bot_move({ record: end })).move, "17-18^22");
  const { move, chance } = value_of(strong.hint({ record: end }));
  assert.equal(move, "17-18^22");

  // And an analysis finds no fault in it.
  const chosen = '[Start "R:17,c,c,c B:2,c,c,c R 0 - -"]\n1. R 1 17-18^22';
  const whole = { record: chosen, plies: 1, from: 0, until: 1 };
  const { choice } = value_of(strong.analyse(whole)).rolls[0];
  assert.deepEqual([choice.loss, choice.played, choice.candidates[0].chance], [0, 0, chance]);

  const players = ["R", "B"].map((seat, i) => ({ seat, name: "", bot: ["master", "champion"][i] }));
  let scene = value_of(strong.begin({ rules: "standard", players, seed: "3", first: "", tags: [] }));
  while (scene.phase !== "over") scene = next_scene(scene, strong);
  assert.equal(scene.entries, 205);
  assert.equal(scene.position, "R:cx4 B:hx2,p,8 - 0 - RB");
});

test("bytes of any kind get an answer", async () => {
  const ask = await open_raw_door(path);
  const answer_to = (bytes) => JSON.parse(ask(typeof bytes === "string" ? Buffer.from(bytes) : bytes));
  const huge = 1 << 24;
  const requests = [
    "",
    "\n",
    "roll",
    "roll\n",
    "roll\nnull",
    "roll\n{\"record\":1}",
    "then\n{}",
    `begin\n${"[".repeat(huge)}`,
    `begin\n${"{\"rules\":".repeat(1000)}`,
    `rules\n{"rules":"${"x,".repeat(100_000)}"}`,
    `at\n{"record":"[Start \\"R:hx4 B:hx4 R 0 - -\\"]","entry":${"9".repeat(1000)}}`,
    `resume\n{"record":"${" ".repeat(huge)}"}`,
    `resume\n{"record":"[Start \\"R:${"h,".repeat(100_000)}\\"]"}`,
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.concat([Buffer.from("rules\n{\"rules\":\""), Buffer.from([0xc0, 0x80]), Buffer.from("\"}")]),
  ];
  for (const request of requests) {
    const { problems } = answer_to(request);
    assert.ok(problems.length > 0, String(request).slice(0, 80));
    for (const { code, line, column } of problems) {
      assert.match(code, /^[a-z]+\.[a-z_0-9]+$/);
      assert.ok(line >= 0 && column >= 0);
    }
  }
  assert.equal(answer_to('rules\n{"rules":"standard"}').value.preset, "standard");
});
