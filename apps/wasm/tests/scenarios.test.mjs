// Every scenario, played through the door. Format: docs/formats/scenario.md.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { open_door } from "./door.mjs";

const door = await open_door(process.env.AEROPLANE_WASM);

class Player {
  rules = "standard";

  act(word, rest) {
    if (word === "rules") {
      this.rules = this.#value(door.rules({ rules: rest })).rules;
      this.state = undefined;
    } else if (word === "position") {
      // The canonical form is what any answer tells; a position that waits for a roll has no moves.
      this.state = { position: rest, moves: this.#moves(rest), events: [] };
    } else {
      assert.ok(["roll", "move"].includes(word), `unknown word: ${word}`);
      this.state = this.#value(this.#apply(rest));
    }
  }

  expect(word, rest) {
    assert.ok(this.state, "there is no position yet");
    if (word === "=") assert.equal(this.state.position, rest);
    else if (word === "moves") assert.equal(this.state.moves.join(" "), rest);
    else if (word === "events") assert.equal(this.state.events.join("; "), rest);
    else if (word === "refused") this.#refuse(rest.replace(/^(roll|move) /, ""));
    else assert.fail(`unknown expectation: ${word}`);
  }

  #value(answer) {
    assert.ok(answer.value, JSON.stringify(answer));
    return answer.value;
  }
  #apply(input) {
    return door.apply({ rules: this.rules, position: this.state.position, input });
  }
  #moves(position) {
    const answer = door.moves({ rules: this.rules, position });
    if (answer.problems?.[0].code === "play.roll_first") return [];
    return this.#value(answer).map((each) => each.move);
  }
  #refuse(input) {
    const { problems } = this.#apply(input);
    assert.ok(problems, `accepted: ${input}`);
    const codes = ["game_over", "roll_waiting", "roll_missing", "move_not_legal"];
    assert.ok(codes.includes(problems[0].code.replace("record.", "")), problems[0].code);
  }
}

/** Plays a script; how many expectations it had. */
function play(script) {
  const player = new Player();
  let expected = 0;
  script.split("\n").forEach((line, index) => {
    const text = line.trimStart();
    if (text === "" || text.startsWith("#")) return;
    const [, word, rest] = /^(\S+) ?(.*)$/.exec(text);
    try {
      if (text === line) {
        player.act(word, rest);
      } else {
        player.expect(word, rest);
        expected++;
      }
    } catch (error) {
      error.message = `line ${index + 1}: ${line}\n${error.message}`;
      throw error;
    }
  });
  return expected;
}

const folder = "scenarios";
const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".scn"));
assert.ok(files.length >= 100);
for (const file of files.sort()) {
  test(file, () => assert.ok(play(readFileSync(join(folder, file), "utf8")) > 0));
}

test("an expectation that is not met is seen", () => {
  const begin = "position R:p,hx3 B:hx4 R 0 - -\n";
  assert.equal(play(`${begin}roll 2\n  moves h-p p-2^6\n  refused roll 3\n  refused move p-3\n`), 3);
  for (const wrong of [
    "  moves h-p",
    "roll 2\n  moves p-2^6",
    "roll 2\n  events R rolled 3",
    "  = R:p,hx3 B:hx4 R 0 2 -",
    "  refused roll 2",
    "move p-2^6",
    "  refused move nonsense",
  ]) {
    assert.throws(() => play(begin + wrong), wrong);
  }
});
