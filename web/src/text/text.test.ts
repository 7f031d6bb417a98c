// The words of the page: three languages and a false one, and sources that say only what there is.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import english from "catalogue/en.json";
import english_later from "catalogue/en.later";
import turkish from "catalogue/tr.json";
import chinese from "catalogue/zh.json";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import { catalogue, is_later, LANGUAGES, said } from "../../vite/catalogue";
import { listed, preferred, say, tell, text } from "./text.svelte";

const KEYS = Object.keys(catalogue("en"));
const ROOMS = new Set(KEYS.map((key) => key.split(".")[0]));

interface Mention {
  file: string;
  literal: string;
  is_prefix: boolean; // something is added to it
}

// A literal counts when it has the form of a key and begins with a room of the catalogue.
function mentions_in(file: string, source: string): Mention[] {
  const code = source.replace(/<style[\s\S]*?<\/style>/g, "");
  const whole = [...code.matchAll(/["'`]([a-z_]+(?:\.\w+)+)["'`]/g)].map(([, literal = ""]) => {
    return { file, literal, is_prefix: false };
  });
  const parts = [...code.matchAll(/`([a-z_]+\.[\w.]*)\$\{/g)].map(([, literal = ""]) => {
    return { file, literal, is_prefix: true };
  });
  return [...whole, ...parts].filter(
    ({ literal }) =>
      ROOMS.has(literal.split(".")[0]) && !/\.(ts|json|js|css|svelte|html|svg)$/.test(literal),
  );
}

function mentions_in_sources(): Mention[] {
  const found: Mention[] = [];
  for (const folder of ["src", "vite"]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!/\.(ts|svelte)$/.test(path) || /\.(test|fixture)\.ts$/.test(path)) continue;
      found.push(...mentions_in(path, readFileSync(path, "utf8")));
    }
  }
  for (const file of ["index.html", "check-dice.html"]) {
    for (const [, literal = ""] of readFileSync(file, "utf8").matchAll(/say ([\w.]+)/g)) {
      found.push({ file, literal, is_prefix: false });
    }
  }
  return found;
}

/** That file, and all that it imports at once, directly or not. */
function first_files(file: string, found: string[] = []): string[] {
  if (found.includes(file)) return found;
  found.push(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/ from "(\.[^"]+)"/g)) {
    const path = join(file, "..", name);
    const source = [path, `${path}.ts`].find(
      (each) => /\.(ts|svelte)$/.test(each) && existsSync(each),
    );
    if (source) first_files(source, found);
  }
  return found;
}

function is_said({ literal, is_prefix }: Mention): boolean {
  return is_prefix ? KEYS.some((key) => key.startsWith(literal)) : KEYS.includes(literal);
}

describe("what the sources say", () => {
  const mentions = mentions_in_sources();

  it("is in the catalogue", () => {
    const unknown = mentions.filter((mention) => !is_said(mention));
    expect(unknown).toEqual([]);
  });

  it("is all that the catalogue has for the page alone", () => {
    const idle = KEYS.filter(
      (key) =>
        key.startsWith("web.") &&
        !mentions.some(({ literal, is_prefix }) =>
          is_prefix ? key.startsWith(literal) : key === literal,
        ),
    );
    expect(idle).toEqual([]);
  });

  it("is found in code, not in styles", () => {
    const source = `say("web.home.start"); say(\`play.level.\${bot}\`); text.say('seat.Q');
      import "./web.css"; const other = "x.y"; <style>a { content: "play.styled"; }</style>`;
    expect(mentions_in("a.svelte", source)).toEqual([
      { file: "a.svelte", literal: "web.home.start", is_prefix: false },
      { file: "a.svelte", literal: "seat.Q", is_prefix: false },
      { file: "a.svelte", literal: "play.level.", is_prefix: true },
    ]);
    expect(is_said({ file: "", literal: "seat.Q", is_prefix: false })).toBe(false);
    expect(is_said({ file: "", literal: "play.level.", is_prefix: true })).toBe(true);
  });
});

describe("the catalogue", () => {
  it("has the same messages in every language, in the same order", () => {
    for (const language of LANGUAGES) expect(Object.keys(catalogue(language))).toEqual(KEYS);
  });

  it("has only patterns that the browser's library reads", () => {
    for (const language of LANGUAGES) {
      for (const [key, pattern] of Object.entries(catalogue(language))) {
        const parse = () =>
          new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true });
        expect(parse, `${language} ${key}`).not.toThrow();
      }
    }
  });

  it("comes to the page in two parts, without what it never says", () => {
    const wanted = KEYS.filter((key) => !/^(cli|web\.dice)\./.test(key));
    for (const messages of [english, turkish, chinese] as Record<string, string>[]) {
      expect(Object.keys(messages)).toEqual(wanted.filter((key) => !is_later(key)));
    }
    expect(Object.keys(english_later)).toEqual(wanted.filter(is_later));
  });

  it("has in its first part all that the front page says", () => {
    const said_first = first_files("src/main.ts").flatMap((file) =>
      mentions_in(file, readFileSync(file, "utf8")),
    );
    expect(said_first.length).toBeGreaterThan(50);
    expect(said_first.filter(({ literal }) => is_later(literal))).toEqual([]);
  });

  it("refuses to the build what it does not have", () => {
    expect(said("tr", "seat.R")).toBe("Kırmızı");
    expect(() => said("tr", "seat.Q")).toThrow("seat.Q");
  });
});

describe("text", () => {
  it("speaks three languages, and says so to the page", async () => {
    const root = document.documentElement;
    await text.speak("en");
    expect([say("seat.R"), root.lang, root.dir]).toEqual(["Red", "en", "ltr"]);
    expect(say("count.games", { n: 1 })).toBe("1 game");
    expect(say("count.games", { n: 2 })).toBe("2 games");
    await text.speak("tr");
    expect([say("seat.R"), root.lang]).toEqual(["Kırmızı", "tr"]);
    await text.speak("zh");
    expect([say("seat.R"), root.lang]).toEqual(["红方", "zh-Hans"]);
  });

  it("shows in the false language which words came from the catalogue", async () => {
    await text.speak("pseudo");
    expect(say("seat.R")).toBe("⟦Rëd·⟧");
    expect(text.locale).toBe("en-XA");
  });

  it("fills messages into messages", async () => {
    await text.speak("en");
    const seat = { key: "seat.B", arguments: {} };
    expect(tell({ key: "event.rolled", arguments: { seat, value: 6 } })).toBe("Blue rolls a 6.");
  });

  it("joins words as the language does", async () => {
    await text.speak("zh");
    expect([listed([]), listed(["a"]), listed(["a", "b", "c"])]).toEqual(["", "a", "a，b，c"]);
  });

  it("shows a key that there is not", async () => {
    await text.speak("en");
    expect(text.say("seat.Q")).toBe("⟨seat.Q⟩");
    expect([text.has("seat.Q"), text.has("seat.R")]).toEqual([false, true]);
  });

  it("says at first what the front page says, and the rest when it is wanted", async () => {
    await text.speak("tr");
    expect([text.has("web.home.start"), text.has("web.replay.title")]).toEqual([true, false]);
    const arriving = text.speak("en");
    await text.whole();
    await arriving;
    expect(text.say("web.replay.title")).toBe("Replay");
    await text.speak("tr");
    expect(text.say("web.replay.title")).toBe(said("tr", "web.replay.title"));
  });

  it("speaks the language that was wished last, whichever arrives first", async () => {
    await Promise.all([text.speak("tr"), text.speak("zh"), text.speak("en")]);
    expect(text.language).toBe("en");
  });

  it("takes the first of a person's languages that there is", () => {
    expect(preferred(["de-AT", "tr-TR", "en"])).toBe("tr");
    expect(preferred(["zh-Hant-TW"])).toBe("zh");
    expect(preferred(["fr"])).toBe("en");
  });
});
