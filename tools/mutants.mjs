// Compiles known faults into a room, one at a time, and demands that the tests see each.
// mutants.mjs [WORD]   only mutants whose name contains WORD
//
// tests/mutants.json of a room lists them: in `file` (in the room) the text `replace`, which stands
// there exactly once, becomes `by`; then the test `red` (a filter of GoogleTest) has to fail, or,
// where it says `crash`, to meet an assertion. Only
// what the room says below is compiled anew, the rest is linked as preset dev built it.
// Prints "passed: NAME" or "failed: NAME: why" for each mutant, at the end "N passed, N failed".
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUILD = join(ROOT, "build/dev");
const WORKSHOP = join(ROOT, "build/mutants");
// `sources`: what includes the headers that mutants change; without them only the changed source.
const ROOMS = [
  { name: "engine", folder: "engine", sources: ["src/apply.cpp", "src/setup.cpp"] },
  { name: "tables", folder: "libs/tables" },
];
const FLAGS = ["-std=c++20", "-O0", "-w"];
const PATIENCE_MS = 60_000; // a test that hangs is red as well

const run = promisify(execFile);

/** How preset dev builds the room's tests: the folders of headers, and the words that link them. */
function toolsOf({ name, folder }) {
  const building = ["--build", BUILD, "--target", `aero_${name}_test`];
  execFileSync("cmake", building, { stdio: ["ignore", 2, 2] });
  const target = ["-C", BUILD, "-t", "commands", `${folder}/aero_${name}_test`];
  const text = execFileSync("ninja", target, { encoding: "utf8", maxBuffer: 1 << 26 });
  const commands = text.trim().split("\n");
  const link = commands.at(-1).split("&&")[1].trim().split(/\s+/);
  link.splice(link.indexOf("-o"), 2);
  const headers = commands
    .find((command) => command.includes(`/aero_${name}.dir/`) && command.includes(" -c "))
    .split(/\s+/)
    .filter((word) => word.startsWith("-I"));
  return { link, headers };
}

/** Builds the tests with these sources in `folder`; the program's path. */
async function build(folder, sources, { link: [compiler, ...rest], headers }) {
  const own = sources.map((name) => join(folder, name));
  const paths = ["include", "src"].map((name) => `-I${join(folder, name)}`);
  const program = join(folder, "test");
  // They come first: the linker takes the first copy of an inline function, and nothing of the
  // room's library that it has already.
  const words = [...FLAGS, ...paths, ...headers, ...own, ...rest, "-o", program];
  await run(compiler, words, { cwd: BUILD });
  return program;
}

/** How the chosen tests end: "green", "none" where no test has that name, "red" or "crash". */
async function outcome(program, filter) {
  const options = { cwd: ROOT, timeout: PATIENCE_MS, killSignal: "SIGKILL", maxBuffer: 1 << 26 };
  try {
    const { stdout } = await run(program, [`--gtest_filter=${filter}`], options);
    return stdout.includes("Running 0 tests") ? "none" : "green";
  } catch (error) {
    return error.code === 1 || error.killed ? "red" : "crash";
  }
}

function copyOf(room, name) {
  const folder = join(WORKSHOP, room.name, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ["include", "src"]) {
    cpSync(join(ROOT, room.folder, part), join(folder, part), { recursive: true });
  }
  return folder;
}

/** What is wrong with a mutant: it does not fit any more, or its test does not see it. */
async function complaint(mutant, number, room) {
  room.outcomes[mutant.red] ??= outcome(room.sound, mutant.red);
  const before = await room.outcomes[mutant.red];
  if (before !== "green") return `without it ${mutant.red} is not green but ${before}`;

  const folder = copyOf(room, String(number));
  const file = join(folder, mutant.file);
  const parts = readFileSync(file, "utf8").split(mutant.replace);
  if (parts.length !== 2) return `${mutant.file} has its text ${parts.length - 1} times, not once`;
  writeFileSync(file, parts.join(mutant.by));
  try {
    const program = await build(folder, room.sources ?? [mutant.file], room.tools);
    const expected = mutant.crash ? "crash" : "red";
    const after = await outcome(program, mutant.red);
    return after === expected ? undefined : `${mutant.red} is not ${expected} but ${after}`;
  } catch (error) {
    return `does not compile\n${error.stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let passed = 0;
let failed = 0;
for (const room of ROOMS) {
  const list = JSON.parse(readFileSync(join(ROOT, room.folder, "tests/mutants.json"), "utf8"));
  const mutants = list.filter(({ name }) => name.includes(process.argv[2] ?? ""));
  if (mutants.length === 0) continue;
  room.tools = toolsOf(room);
  const sources = room.sources ?? [];
  room.outcomes = {};
  room.sound = await build(copyOf(room, "sound"), sources, room.tools);

  let next = 0;
  const work = async () => {
    while (next < mutants.length) {
      const number = next++;
      const why = await complaint(mutants[number], number, room);
      console.log(`${why ? "failed" : "passed"}: ${mutants[number].name}${why ? `: ${why}` : ""}`);
      why ? ++failed : ++passed;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
rmSync(WORKSHOP, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || passed === 0 ? 1 : 0;
