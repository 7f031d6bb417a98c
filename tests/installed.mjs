// installed.mjs PROGRAM PAGE: the program alone, in a folder of its own, gives out every file of the
// page as it was built into the folder PAGE, in each of its forms.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const [installed, page] = process.argv.slice(2);
const CODINGS = { br: ".br", gzip: ".gz" };
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };

const folder = mkdtempSync(join(tmpdir(), "aeroplane-"));
const program = join(folder, "aeroplane");
copyFileSync(installed, program);
const words = ["serve", "--port", "0", "--data", join(folder, "data")];
const server = spawn(program, words, { cwd: folder, env: { LC_ALL: "C.UTF-8" } });
const ended = new Promise((resolve) => server.on("exit", resolve));
let complaints = "";
server.stderr.on("data", (bytes) => (complaints += bytes));

/** Resolves to {status, headers, body}. */
function ask(address, path, headers) {
  return new Promise((resolve, reject) => {
    get(new URL(path, address), { headers }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) });
      });
    }).on("error", reject);
  });
}

async function check(address, file) {
  const path = relative(page, file);
  for (const coding of ["identity", ...Object.keys(CODINGS)]) {
    const form = file + (CODINGS[coding] ?? "");
    const given = existsSync(form) ? coding : "identity";
    const bytes = readFileSync(given === coding ? form : file);
    const answer = await ask(address, path, { "Accept-Encoding": coding });
    const what = `${path} in ${coding}`;
    assert.equal(answer.status, 200, what);
    assert.equal(answer.headers["content-encoding"] ?? "identity", given, what);
    assert.ok(answer.body.equals(bytes), `${what}: other bytes`);
    const type = TYPES[path.split(".").at(-1)];
    if (type) assert.equal(answer.headers["content-type"].split(";")[0], type, what);
    assert.equal(/immutable/.test(answer.headers["cache-control"]), path.startsWith("assets/"), what);
    const again = await ask(address, path, {
      "Accept-Encoding": coding,
      "If-None-Match": answer.headers.etag,
    });
    assert.equal(again.status, 304, what);
    assert.equal(again.body.length, 0, what);
  }
}

try {
  const address = await new Promise((resolve, reject) => {
    server.stdout.on("data", (bytes) => resolve(/http:\/\/\S+/.exec(bytes)[0]));
    server.on("exit", (code) => reject(new Error(`ended with ${code}: ${complaints}`)));
  });
  const files = readdirSync(page, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !Object.values(CODINGS).some((suffix) => file.endsWith(suffix)));
  assert.ok(files.some((file) => file.endsWith(".wasm")), "the page has no engine");
  for (const file of files) await check(address, file);
  const front = await ask(address, "", {});
  assert.ok(front.body.equals(readFileSync(join(page, "index.html"))), "no front page");
  assert.equal((await ask(address, "nothing", {})).status, 404);
  assert.equal((await ask(address, "index.html.br", {})).status, 404);
  assert.equal(complaints, "");
  console.log(`${files.length} files of the page came out of the program alone`);
} finally {
  server.kill();
  await ended;
  rmSync(folder, { recursive: true });
}
