// The checker sees each fault: a small sound repository, one fault planted, exactly one report.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { violations } from "../tools/check-repository.mjs";

const ARROWS = `# lower first
engine ->
dice -> engine
testkit -> engine dice
ai -> engine dice
`;
const SOUND = {
  "ARCHITECTURE.md": "| `libs/ai` | engine, dice | bots |\n",
  "arrows.txt": ARROWS,
  "engine/include/aero/state.hpp": "#pragma once\n#include <cstdint>\n",
  "engine/include/aero/version.hpp.in": "#pragma once\n",
  "engine/src/rules/jump.cpp": '#include "aero/state.hpp"\n#include "rules/jump.hpp"\n',
  "engine/src/rules/jump.hpp": "#pragma once\n",
  "engine/tests/dice.cpp": '#include "aero/dice.hpp"\n#include "gtest/gtest.h"\n',
  "engine/tests/jump.cpp": '#include "rules/jump.hpp"\n',
  "libs/dice/README.md": "Dice.\n",
  "libs/dice/include/aero/dice.hpp": '#include "aero/version.hpp"\n',
  "libs/dice/src/table.hpp": "#pragma once\n",
  "libs/testkit/README.md": "For tests.\n",
};

function violationsOf(files) {
  const root = mkdtempSync(join(tmpdir(), "aeroplane-"));
  try {
    execFileSync("git", ["init", "--quiet", root]);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return violations(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const FAULTS = {
  "an include against the arrows": {
    files: { "engine/src/a.cpp": '\n#include "aero/dice.hpp"\n' },
    report: "engine/src/a.cpp:2: engine may not use dice: aero/dice.hpp",
  },
  "an include in angles against the arrows": {
    files: { "engine/src/a.cpp": "#include <aero/dice.hpp>\n" },
    report: "engine/src/a.cpp:1: engine may not use dice: aero/dice.hpp",
  },
  "an include of what only a neighbour may use": {
    files: {
      "arrows.txt": `${ARROWS}cli -> ai\n`,
      "apps/cli/src/a.cpp": '#include "aero/dice.hpp"\n',
    },
    report: "apps/cli/src/a.cpp:1: cli may not use dice: aero/dice.hpp",
  },
  "a path into another room": {
    files: { "engine/src/a.cpp": '#include "../../libs/dice/src/table.hpp"\n' },
    report: "engine/src/a.cpp:1: reaches into another room: ../../libs/dice/src/table.hpp",
  },
  "a header nobody has": {
    files: { "engine/src/a.cpp": '#include "aero/nothing.hpp"\n' },
    report: "engine/src/a.cpp:1: no room has this header: aero/nothing.hpp",
  },
  "an arrow that points up": {
    files: { "arrows.txt": ARROWS.replace("engine ->", "engine -> ai") },
    report: "arrows.txt:2: engine uses ai, which is not below it",
  },
  "a table that tells other arrows": {
    files: { "ARCHITECTURE.md": "| room | uses |\n| `libs/ai` | engine | bots |\n" },
    report: "ARCHITECTURE.md:2: ai uses engine, dice, not engine",
  },
  "a line that is no arrow": {
    files: { "arrows.txt": `${ARROWS}dice, engine\n` },
    report: "arrows.txt:6: is neither an arrow nor a comment",
  },
  "a folder without arrows": {
    files: { "libs/magic/README.md": "?\n" },
    report: "libs/magic/README.md:1: arrows.txt has no room magic",
  },
  "a library without README": {
    files: { "libs/ai/src/a.cpp": "\n" },
    report: "libs/ai/README.md:1: is missing",
  },
  "a folder of one machine": {
    files: { "docs/guide.md": "See\n/ho" + "me/me/notes\n" },
    report: "docs/guide.md:2: names a folder of one machine",
  },
  "unfinished work": {
    files: { "engine/src/a.cpp": "// TO" + "DO: later\n" },
    report: "engine/src/a.cpp:1: is a mark of unfinished work",
  },
};

test("a sound repository has no violations", () => assert.deepEqual(violationsOf(SOUND), []));
for (const [fault, { files, report }] of Object.entries(FAULTS)) {
  test(fault, () => assert.deepEqual(violationsOf({ ...SOUND, ...files }), [report]));
}
