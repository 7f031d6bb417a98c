// What people read: the same catalogue of ICU messages that the terminal game speaks.

import type english from "catalogue/en.json";
import { IntlMessageFormat } from "intl-messageformat";

export type Key = keyof typeof english;
type Catalogue = Record<string, string>;

/** A message as the engine gives it; an argument can be a message itself. */
export interface Message {
  key: string;
  arguments: { [name: string]: string | number | Message };
}
type Values = Message["arguments"];

/** `pseudo` is for tests: English in which all text of the catalogue is accented and in ⟦…⟧. */
export type Language = "en" | "tr" | "zh" | "pseudo";
export const LANGUAGES = ["en", "tr", "zh"] as const;
/** The languages by their own names, for whoever cannot read the one that is shown. */
export const LANGUAGE_NAMES: Record<(typeof LANGUAGES)[number], string> = {
  en: "English",
  tr: "Türkçe",
  zh: "中文",
};

type Loaders = Record<Language, () => Promise<{ default: Catalogue }>>;
const FIRST: Loaders = {
  en: () => import("catalogue/en.json"),
  tr: () => import("catalogue/tr.json"),
  zh: () => import("catalogue/zh.json"),
  pseudo: () => import("catalogue/en.json"),
};
/** What the front page does not say. */
const LATER: Loaders = {
  en: () => import("catalogue/en.later"),
  tr: () => import("catalogue/tr.later"),
  zh: () => import("catalogue/zh.later"),
  pseudo: () => import("catalogue/en.later"),
};

const LOCALES: Record<Language, string> = { en: "en", tr: "tr", zh: "zh-Hans", pseudo: "en-XA" };
const DIRECTIONS: Record<Language, "ltr" | "rtl"> = {
  en: "ltr",
  tr: "ltr",
  zh: "ltr",
  pseudo: "ltr",
};

class Text {
  /** The language that is shown now; change it by `speak`. */
  language: Language = $state("en");
  #catalogue: Catalogue = $state.raw({});
  #formats = new Map<string, IntlMessageFormat>();
  #wishes = 0;
  #wished: Language = "en";
  #is_whole = false; // more is wanted than what the front page says
  #whole: Promise<void> | null = null;

  /** True once there is a language to speak. */
  get is_ready(): boolean {
    return Object.keys(this.#catalogue).length > 0;
  }

  get locale(): string {
    return LOCALES[this.language];
  }

  /** Shows everything in that language, once its catalogue is there. */
  async speak(language: Language): Promise<void> {
    const wish = ++this.#wishes;
    this.#wished = language;
    const parts = await Promise.all([
      FIRST[language](),
      ...(this.#is_whole ? [LATER[language]()] : []),
    ]);
    if (wish !== this.#wishes) return; // meanwhile another one was wished
    this.#formats.clear();
    this.#catalogue = Object.assign({}, ...parts.map((part) => part.default));
    this.language = language;
    document.documentElement.lang = this.locale;
    document.documentElement.dir = DIRECTIONS[language];
  }

  /** Has everything to say that any screen says, not the front page alone. */
  whole(): Promise<void> {
    this.#is_whole = true;
    this.#whole ??= this.speak(this.#wished).catch((error) => {
      this.#whole = null; // again when it is wanted
      throw error;
    });
    return this.#whole;
  }

  has(key: string): key is Key {
    return Object.hasOwn(this.#catalogue, key);
  }

  /** The message with its arguments filled in; ⟨key⟩ where the catalogue has none. */
  say(key: string, values: Values = {}): string {
    const pattern = this.#catalogue[key];
    if (pattern === undefined) return `⟨${key}⟩`;
    let format = this.#formats.get(key);
    if (!format) {
      const locale = this.language === "pseudo" ? "en" : this.locale;
      format = new IntlMessageFormat(pattern, locale, undefined, { ignoreTag: true });
      this.#formats.set(key, format);
    }
    const filled: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(values)) {
      filled[name] = typeof value === "object" ? this.say(value.key, value.arguments) : value;
    }
    const text = String(format.format(filled));
    return this.language === "pseudo" ? pseudo(text) : text;
  }
}

const ACCENTS: Record<string, string> = {
  a: "å",
  e: "ë",
  i: "ï",
  o: "ö",
  u: "ü",
  y: "ÿ",
  c: "ç",
  n: "ñ",
  s: "š",
  z: "ž",
  A: "Å",
  E: "Ë",
  I: "Ï",
  O: "Ö",
  U: "Ü",
  Y: "Ÿ",
  C: "Ç",
  N: "Ñ",
  S: "Š",
  Z: "Ž",
};

/** Accents, brackets, and a third longer, as translations can be; in words of some length. */
function pseudo(text: string): string {
  const accented = text.replace(/[A-Za-z]/g, (letter) => ACCENTS[letter] ?? letter);
  const more = "·".repeat(Math.ceil(text.length / 3)).replace(/·{10}(?=·)/g, "$& ");
  return `⟦${accented}${more}⟧`;
}

export const text = new Text();

/** The message of that key in the language that is shown. */
export function say(key: Key, values?: Values): string {
  return text.say(key, values);
}

/** A message of the engine, filled in. */
export function tell(message: Message): string {
  return text.say(message.key, message.arguments);
}

/** "a", "a, b", "a, b, c" as the language joins them; empty for none. */
export function listed(words: readonly string[]): string {
  const [first = "", ...others] = words;
  return others.reduce((before, second) => say("play.joined", { first: before, second }), first);
}

/** Whole sentences one after the other; Chinese sets no space between them. */
export function in_a_row(sentences: readonly string[]): string {
  return sentences.join(text.language === "zh" ? "" : " ");
}

/** The first of a person's languages that the game speaks; English where there is none. */
export function preferred(languages: readonly string[]): Language {
  for (const each of languages) {
    const primary = each.toLowerCase().split("-")[0];
    const found = LANGUAGES.find((language) => language === primary);
    if (found) return found;
  }
  return "en";
}
