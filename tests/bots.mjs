// The examples play a game against each other and a bot of the server's, which is killed in the
// middle and started again; and find each other by quick match: bots.mjs AEROPLANE BOT BOT_PY
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [aeroplane, cppBot, pythonBot] = process.argv.slice(2);
const PLIES_BEFORE_KILL = 20;
const TOKEN = `${"watcher".padEnd(42, "x")}A`;

const folder = mkdtempSync(join(tmpdir(), "aeroplane-"));
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A program, the lines it prints, and how it ends. */
function start(program, ...words) {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise((resolve) => child.on("exit", resolve));
  ended.then((status) => {
    if (!status) return;
    console.error(`${program} has ended with ${status}`); // nobody would wait for its game in vain
    process.exit(1);
  });
  return { child, ended, line: async () => (await lines.next()).value };
}

async function serve(port) {
  const words = ["serve", "--web", join(folder, "web"), "--data", join(folder, "data")];
  const server = start(aeroplane, ...words, "--port", String(port));
  const [, found] = /http:\/\/localhost:(\d+)\//.exec(await server.line());
  return { ...server, port: Number(found) };
}

function ask(port, path) {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return fetch(`http://localhost:${port}/api/v1/${path}`, { headers });
}

mkdirSync(join(folder, "web"));
writeFileSync(join(folder, "web", "index.html"), "page");

let server = await serve(0);
const { port } = server;
const table = ["--seats", "RYB", "--bots", "Y", "--pace", "days", "--rules", "quick"];
const python = start("python3", pythonBot, "--server", `http://localhost:${port}`, ...table);
const [, code] = /^table (\w{10}) seat R$/.exec(await python.line());
const cpp = start(cppBot, "localhost", String(port), code, "B", "Cpp");

for (;;) {
  const turn = await (await ask(port, `tables/${code}/turn`)).json();
  if (turn.ply >= PLIES_BEFORE_KILL) break;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
server.child.kill("SIGKILL");
await server.ended;
assert.equal(python.child.exitCode, null, "the game was over before the server was killed");
server = await serve(port);

const result = await python.line();
assert.match(result, /^result [RYB]{1,3}, \d+ rolls are right$/);
assert.equal(await cpp.line(), result);
assert.deepEqual(await Promise.all([python.ended, cpp.ended]), [0, 0]);

const record = await (await ask(port, `tables/${code}/record`)).text();
const entries = record.replaceAll(/\s+/g, " "); // where a line ends in it says nothing
const [, order, rolls] = /^result (\w+), (\d+)/.exec(result);
assert.ok(record.includes(`[Result "${order}"]`), record);
assert.equal(entries.match(/<proof /g).length, Number(rolls));
// Everybody's links go in while everybody is there; a bot comes back a second after the server.
const full = entries.match(/<proof S R B>/g).length;
assert.ok(full > 0.5 * Number(rolls), `${full} of ${rolls} rolls have the links of both`);

const file = join(folder, "game.aero");
writeFileSync(file, record);
const verified = spawnSync(aeroplane, ["verify", file], { encoding: "utf8" });
assert.equal(verified.status, 0, verified.stdout + verified.stderr);
writeFileSync(file, record.replaceAll(code, "0000000000"));
assert.equal(spawnSync(aeroplane, ["verify", file]).status, 1, "dice of another table");

const wishes = ["--server", `http://localhost:${port}`, "--seek", "2", "--rules", "planes=1"];
const seekers = ["Ada", "Bo"].map((name) => start("python3", pythonBot, ...wishes, "--name", name));
const [first, second] = await Promise.all(seekers.map((seeker) => seeker.line()));
assert.match(first, /^table \w{10} seat [RB]$/);
assert.equal(second.slice(0, -1), first.slice(0, -1), "at two tables");
assert.notEqual(second, first, "on one seat");
const [won, lost] = await Promise.all(seekers.map((seeker) => seeker.line()));
assert.match(won, /^result [RB]{1,2}, \d+ rolls are right$/);
assert.equal(lost, won);
assert.deepEqual(await Promise.all(seekers.map((seeker) => seeker.ended)), [0, 0]);

server.child.kill("SIGTERM");
assert.equal(await server.ended, 0);
console.log(`${result}; ${full} with the links of both`);
process.exit(0);
