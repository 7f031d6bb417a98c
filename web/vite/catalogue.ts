// The message catalogue as the build sees it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

export const LANGUAGES = ["en", "tr", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];
type Catalogue = Record<string, string>;

export const FOLDER = join(import.meta.dirname, "../../libs/text/catalogue");
const LATER_PART = /^(.*\/catalogue\/\w+)\.later$/;

export function catalogue(language: Language): Catalogue {
  return JSON.parse(readFileSync(`${FOLDER}/${language}.json`, "utf8"));
}

/** The plain message of that key. */
export function said(language: Language, key: string): string {
  const text = catalogue(language)[key];
  if (text === undefined) throw new Error(`The catalogue ${language} has no “${key}”.`);
  return text;
}

/** What is said on screens that come later than the front page. */
const LATER = ["dice_check", "join", "match", "mine", "online", "phrase", "replay"]
  .concat(["room", "rules", "statistics"])
  .map((group) => `web.${group}.`)
  .concat(["analysis.", "fair.", "protocol.", "server.", "tables."]);

export function is_later(key: string): boolean {
  return LATER.some((prefix) => key.startsWith(prefix));
}

/** What a page says when it opens, and what it says later. */
interface Parts {
  first: (key: string) => boolean;
  later: (key: string) => boolean;
}
/** Not what only the command line says, a third of the catalogue, or only the page that checks dice. */
const OF_THE_GAME: Parts = {
  first: (key) => !/^(cli|web\.dice)\./.test(key) && !is_later(key),
  later: is_later,
};

function part(file: string, is_in_it: (key: string) => boolean): string {
  const whole: Catalogue = JSON.parse(readFileSync(file, "utf8"));
  return JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([key]) => is_in_it(key))));
}

/** Gives a page its parts of the catalogue, `en.json` and `en.later`, and fills the places
    `<!-- say KEY -->` of the HTML: one paragraph a language, for what is read before there is one. */
export function catalogue_plugin({ first, later }: Parts = OF_THE_GAME): Plugin {
  return {
    name: "aeroplane:catalogue",
    enforce: "pre",
    transform(_, id) {
      if (!id.startsWith(FOLDER) || !id.endsWith(".json")) return null;
      return { code: part(id, first), map: null };
    },
    resolveId: (id) => (LATER_PART.test(id) ? id : null),
    load(id) {
      const [, file] = LATER_PART.exec(id) ?? [];
      if (!file) return null;
      this.addWatchFile(`${file}.json`);
      return `export default ${part(`${file}.json`, later)}`;
    },
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html
          .replace(/<!-- say ([\w.]+) -->/g, (_, key: string) =>
            LANGUAGES.map(
              (language) => `<p lang="${language}">${escaped(said(language, key))}</p>`,
            ).join(""),
          )
          .replace(/\{say ([\w.]+)\}/g, (_, key: string) => escaped(said("en", key))),
    },
  };
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
