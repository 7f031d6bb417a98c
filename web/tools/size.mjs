// Weighs the first load of the built page, as gzip sends it: `npm run size`, after `npm run build`.
// It counts what a phone asks for until the front page can be used: the page, its styles and scripts,
// one language, the engine, the manifest and the icon. Other screens and the copy that the service
// worker keeps come afterwards.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const BUDGET_BYTES = 150_000;
const LANGUAGE = "en";
const folder = fileURLToPath(new URL("../../build/web/", import.meta.url));

const html = readFileSync(`${folder}index.html`, "utf8");
const asked = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name);
const names = new Set(["index.html", ...asked.filter((name) => !/\.png$/.test(name))]);

// Scripts name what they import; a language is imported when it is known which one.
for (const name of names) {
  if (!name.endsWith(".js")) continue;
  const script = readFileSync(folder + name, "utf8");
  for (const [, imported] of script.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
    names.add(`assets/${imported}`);
  }
}
const language = readdirSync(`${folder}assets`).find((name) =>
  new RegExp(`^${LANGUAGE}-[\\w-]+\\.js$`).test(name),
);
if (!language) throw new Error(`The build has no language ${LANGUAGE}.`);
names.add(`assets/${language}`);

const bytes = (name) => gzipSync(readFileSync(folder + name), { level: 9 }).length;
const rows = [...names].map((name) => [bytes(name), name]).sort(([a], [b]) => b - a);
const sum = rows.reduce((all, [size]) => all + size, 0);
for (const [size, name] of rows) console.log(`${String(size).padStart(8)}  ${name}`);
console.log(`${String(sum).padStart(8)}  of ${BUDGET_BYTES} bytes`);
if (sum > BUDGET_BYTES) {
  console.error(`The first load is ${sum - BUDGET_BYTES} bytes too large.`);
  process.exit(1);
}
