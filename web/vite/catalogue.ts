// The message catalogue as the build sees it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

export const LANGUAGES = ["en", "tr", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];
type Catalogue = Record<string, string>;

export const FOLDER = join(import.meta.dirname, "../../libs/text/catalogue");

export function catalogue(language: Language): Catalogue {
  return JSON.parse(readFileSync(`${FOLDER}/${language}.json`, "utf8"));
}

/** The plain message of that key. */
export function said(language: Language, key: string): string {
  const text = catalogue(language)[key];
  if (text === undefined) throw new Error(`The catalogue ${language} has no “${key}”.`);
  return text;
}

/** Without the messages that only the command line says: a third of the catalogue. */
export function for_the_page(whole: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => !key.startsWith("cli.")));
}

/** Gives the page its part of the catalogue, and fills the places `<!-- say KEY -->` of the HTML:
    one paragraph a language, for what is read before there is a language. */
export function catalogue_plugin(): Plugin {
  return {
    name: "aeroplane:catalogue",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(FOLDER) || !id.endsWith(".json")) return null;
      return { code: JSON.stringify(for_the_page(JSON.parse(code))), map: null };
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
