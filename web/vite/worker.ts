// Tells the service worker what it has to keep: every file of this build, and a version that
// changes when any of them does; and what it says when it calls somebody to their turn.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { LANGUAGES, type Language, said } from "./catalogue.ts";

export const WORKER = "sw.js";
/** Read by robots, or by the system before the page runs: no use to a page without network. */
const NOT_KEPT = /^(robots\.txt|icon-maskable-\d+\.png|apple-touch-icon\.png|.*\.map)$/;

export interface BuiltFile {
  name: string; // relative to the page, with /
  contents: string | Uint8Array;
}

/** The list and the version. The page itself is kept under its address, "./". */
export function kept_files(files: readonly BuiltFile[]): { files: string[]; version: string } {
  const kept = files
    .filter(({ name }) => name !== WORKER && !NOT_KEPT.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const hash = createHash("sha256");
  for (const { name, contents } of kept) hash.update(`${name}\0`).update(contents).update("\0");
  return {
    files: kept.map(({ name }) => (name === "index.html" ? "./" : `./${name}`)),
    version: hash.digest("hex").slice(0, 16),
  };
}

function words_in(language: Language): object {
  const seats = ["R", "Y", "B", "G"].map((seat) => [seat, said(language, `seat.${seat}`)]);
  return {
    turn: said(language, "web.mine.your_turn"),
    table: said(language, "server.feed.table"),
    seats: Object.fromEntries(seats),
  };
}

/** By language, what the service worker says. */
export function words(): Record<string, object> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, words_in(language)]));
}

function files_in(folder: string): BuiltFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { name: path.slice(folder.length + 1), contents: readFileSync(path) };
    });
}

export function worker_plugin(): Plugin {
  let public_folder = "";
  return {
    name: "aeroplane:worker",
    enforce: "post",
    configResolved(config) {
      public_folder = config.publicDir;
    },
    generateBundle(_, bundle) {
      const built = Object.values(bundle).map((output) => ({
        name: output.fileName,
        contents: output.type === "chunk" ? output.code : output.source,
      }));
      const { files, version } = kept_files([...built, ...files_in(public_folder)]);
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") throw new Error(`The build has no ${WORKER}.`);
      worker.code = worker.code
        .replace("FILES_OF_THE_PAGE", () => JSON.stringify(files))
        .replace("VERSION_OF_THE_PAGE", () => JSON.stringify(version))
        .replaceAll("WORDS_OF_THE_PAGE", () => JSON.stringify(words()));
    },
  };
}
