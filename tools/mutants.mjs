// Compiles known faults into the engine, one at a time, and demands that the tests see each.
// mutants.mjs [WORD]   only mutants whose name contains WORD
//
// engine/tests/mutants.json lists them: in `file` (under engine/) the text `replace`, which stands
// there exactly once, becomes `by`; then the test `red` (a filter of GoogleTest) has to fail. Only
// the sources that know the rules are compiled anew, the rest is linked as preset dev built it.
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
const SOURCES = ["src/apply.cpp", "src/setup.cpp"]; // what includes the rules
const FLAGS = ["-std=c++20", "-O0", "-w"];
const PATIENCE_MS = 20_000; // a test that hangs is red as well

const run = promisify(execFile);

/** The command that links the tests of the engine, as words, less the program's name. */
function linkCommand() {
  const building = ["--build", BUILD, "--target", "aero_engine_test"];
  execFileSync("cmake", building, { stdio: ["ignore", 2, 2] });
  const target = ["-C", BUILD, "-t", "commands", "engine/aero_engine_test"];
  const commands = execFileSync("ninja", target, { encoding: "utf8", maxBuffer: 1 << 26 });
  const words = commands.trim().split("\n").at(-1).split("&&")[1].trim().split(/\s+/);
  words.splice(words.indexOf("-o"), 2);
  return words;
}

/** Builds the tests with the sources in `folder`; the program's path. */
async function build(folder, [compiler, ...rest]) {
  const own = SOURCES.map((name) => join(folder, name));
  const paths = ["include", "src"].map((name) => `-I${join(folder, name)}`);
  const program = join(folder, "test");
  // They come first: the linker takes the first copy of an inline function, and nothing of the
  // engine's library that it has already.
  await run(compiler, [...FLAGS, ...paths, ...own, ...rest, "-o", program], { cwd: BUILD });
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

function copyOfEngine(name) {
  const folder = join(WORKSHOP, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ["include", "src"]) {
    cpSync(join(ROOT, "engine", part), join(folder, part), { recursive: true });
  }
  return folder;
}

/** What is wrong with a mutant: it does not fit any more, or its test does not see it. */
async function complaint(mutant, number, sound, link) {
  const before = await outcome(sound, mutant.red);
  if (before !== "green") return `without it ${mutant.red} is not green but ${before}`;

  const folder = copyOfEngine(String(number));
  const file = join(folder, mutant.file);
  const parts = readFileSync(file, "utf8").split(mutant.replace);
  if (parts.length !== 2) return `${mutant.file} has its text ${parts.length - 1} times, not once`;
  writeFileSync(file, parts.join(mutant.by));
  try {
    const program = await build(folder, link);
    const after = await outcome(program, mutant.red);
    return after === "red" ? undefined : `${mutant.red} is not red but ${after}`;
  } catch (error) {
    return `does not compile\n${error.stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const list = JSON.parse(readFileSync(join(ROOT, "engine/tests/mutants.json"), "utf8"));
const mutants = list.filter(({ name }) => name.includes(process.argv[2] ?? ""));
const link = linkCommand();
const sound = await build(copyOfEngine("sound"), link);

let next = 0;
let failed = 0;
async function work() {
  while (next < mutants.length) {
    const number = next++;
    const why = await complaint(mutants[number], number, sound, link);
    console.log(`${why ? "failed" : "passed"}: ${mutants[number].name}${why ? `: ${why}` : ""}`);
    if (why) ++failed;
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
rmSync(WORKSHOP, { recursive: true });
console.log(`${mutants.length - failed} passed, ${failed} failed`);
process.exitCode = failed || mutants.length === 0 ? 1 : 0;
