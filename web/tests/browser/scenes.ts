// Every screen in every state that looks different: what lies on the device, where to go, and what
// to press. Nothing here depends on the language.
import type { Page } from "playwright-core";
import { id_of } from "../../src/app/ledger";
import { played, real_door } from "../../src/app/replay/door.fixture";
import { packed } from "../../src/app/replay/link";
import { RULES } from "../../src/app/rules/demos";
import { address } from "./harness";
import { CODE, DENIZ_KNOWN, ROOMS, serve_tables, type Told } from "./tables";

export interface Scene {
  name: string;
  at: string; // the fragment
  kept?: Record<string, unknown>;
  settings?: Record<string, unknown>;
  /** What a server of tables says; without it there is none. */
  tables?: Told;
  /** Brings the page into that state. */
  ready?: (page: Page) => Promise<unknown>;
}

/** People called Ayşe and Deniz (Red, Blue) and two bots, before the next input of that position. */
export function record(position: string): string {
  const players = [
    { seat: "R", tag: '[Seat R "Ayşe"]' },
    { seat: "Y", tag: '[Bot Y "cautious"]' },
    { seat: "B", tag: '[Seat B "Deniz"]' },
    { seat: "G", tag: '[Bot G "greedy"]' },
  ].filter(({ seat }) => new RegExp(`(^| )${seat}:`).test(position));
  const tags = players.map(({ tag }) => `${tag}\n`).join("");
  return `${tags}[Dice "seed 2 game 0"]\n[Start "${position}"]\n`;
}

const at_table = (position: string, more = {}) => {
  return { game: { record: record(position), is_begun: true, ...more } };
};

export const BEGIN = "R:hx4 Y:hx4 B:hx4 G:hx4 R 0 - -";
/** Fly or jump, send two planes home, stack or stand beside. */
export const RICH = "R:h,13,18,23 Y:h,14,cx2 B:4,18,41,53 G:h,16x3 R 0 5 -";
const BOTS =
  '[Bot R "random"]\n[Bot B "greedy"]\n[Dice "seed 2 game 0"]\n[Start "R:hx4 B:hx4 R 0 - -"]\n';
/** A whole game of two, a day before the long one; games of one day lie in no order of their own. */
const SHORT = `[Date "2026-05-16"]
[Seat R "Ayşe"]
[Seat B "Deniz"]
[Rules "planes=1,takeoff=123456,jump=off,flight=off,finish=over,end=first"]
[Start "R:52 B:h R 0 - -"]

1. R 6 52-c
`;

const door = await real_door();
const LONG = played(door, 4, "planes=1").record;
/** The same between people with names as long as names may be. */
const LONG_NAMES = LONG.replace(/^\[(Seat|Bot) .*\n/gm, "").replace(
  /^/,
  ["R", "Y", "B", "G"].map((seat) => `[Seat ${seat} "${"W".repeat(24)}"]\n`).join(""),
);
const LEDGER = Object.fromEntries([LONG, SHORT].map((text) => [`ledger.${id_of(text)}`, text]));
const LINK = `#/replay/r/${await packed(LONG)}`;

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (selector: string) => (page: Page) => page.locator(selector).click();
const dialog = (open: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await open(page);
  const shown = page.locator("dialog[open]");
  await shown.waitFor();
  // And has come up whole.
  await shown.evaluate((node) => Promise.all(node.getAnimations().map(({ finished }) => finished)));
};

/** Everything that can be unfolded is. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  const folded = page.locator("main button[aria-expanded=false]");
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Plays the choice that flies, and stops the time while the plane is on its way. */
async function stop_in_flight(page: Page): Promise<void> {
  await page.locator(".choices button").nth(1).click();
  await page.waitForFunction(() => {
    const running = document.getAnimations().filter(({ effect }) => {
      return effect instanceof KeyframeEffect && effect.target?.matches(".board .place");
    });
    for (const animation of running) animation.pause();
    return running.length > 0;
  });
}

/** Nobody sits anywhere, and yet the game is to start. */
async function start_alone(page: Page): Promise<void> {
  for (const select of await page.locator("form li select").all()) {
    await select.selectOption("empty");
  }
  await page.locator("main [role=alert]").waitFor();
}

async function drop_wrong_record(page: Page): Promise<void> {
  await page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "wrong.aero"));
      dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    LONG.replace(/^1\. . /m, "1. Q "),
  );
  await page.locator("main [role=alert]").waitFor();
}

/** The engine that comes is none. */
async function break_engine(page: Page): Promise<void> {
  await page.route("**/*.wasm", (route) =>
    route.fulfill({ contentType: "application/wasm", body: "no engine" }),
  );
  await page.reload();
  await page.locator("pre").waitFor();
  await page.unroute("**/*.wasm");
}

const HOME: Scene[] = [
  { name: "home", at: "" },
  { name: "home, everything open", at: "", kept: at_table(RICH), ready: unfold },
  { name: "home, too few", at: "", ready: start_alone },
  { name: "home, unreadable game", at: "", kept: { game: { record: "no record" } } },
  {
    name: "home, replace the game",
    at: "",
    kept: at_table(RICH),
    ready: dialog(click(".start button")),
  },
  {
    name: "menu",
    at: "#/statistics",
    ready: (page) =>
      page.evaluate(() => {
        document.querySelector<HTMLElement>("#menu")?.showPopover();
      }),
  },
  { name: "no engine", at: "", ready: break_engine },
];

const TABLE: Scene[] = [
  { name: "table, nothing", at: "#/table" },
  { name: "table, damaged", at: "#/table", kept: { game: { record: "no record" } } },
  { name: "table, roll", at: "#/table", kept: at_table(BEGIN) },
  { name: "table, choices", at: "#/table", kept: at_table(RICH) },
  { name: "table, one piece", at: "#/table", kept: at_table(RICH), ready: press("2") },
  {
    name: "table, hint",
    at: "#/table",
    kept: at_table(RICH),
    ready: (page) => press("h")(page).then(() => page.locator(".notice").waitFor()),
  },
  {
    name: "table, in flight",
    at: "#/table",
    kept: at_table(RICH),
    settings: { speed: "slow" },
    ready: stop_in_flight,
  },
  {
    name: "table, bots alone",
    at: "#/table",
    kept: { game: { record: BOTS, is_begun: true } },
    ready: press("p"),
  },
  {
    name: "table, more",
    at: "#/table",
    kept: at_table(RICH),
    ready: dialog(click(".tools button >> nth=-1")),
  },
  {
    name: "table, rules",
    at: "#/table",
    kept: at_table(RICH),
    ready: dialog(click(".tools button >> nth=-2")),
  },
  { name: "table, help", at: "#/table", kept: at_table(RICH), ready: dialog(press("?")) },
  {
    name: "table, log",
    at: "#/table",
    kept: { game: { record: LONG, is_begun: true, is_told: true } },
    ready: dialog(press("g")),
  },
  { name: "table, board read", at: "#/table", kept: at_table(RICH), ready: dialog(press("b")) },
  { name: "table, threats", at: "#/table", kept: at_table(RICH), ready: dialog(press("t")) },
  { name: "table, moves", at: "#/table", kept: at_table(RICH), ready: dialog(press("m")) },
  {
    name: "table, hand over",
    at: "#/table",
    kept: at_table(BEGIN, { holder: "B" }),
    settings: { turn_board: true },
    ready: (page) => page.locator("dialog[open]").waitFor(),
  },
  {
    name: "table, elsewhere",
    at: "#/table",
    kept: at_table(RICH),
    ready: async (page) => {
      await page.evaluate(() => {
        localStorage.setItem("aeroplane.game", JSON.stringify({ record: "", tab: "another" }));
        dispatchEvent(new StorageEvent("storage"));
      });
      await page.locator(".dock .message").waitFor();
    },
  },
  {
    name: "table, result",
    at: "#/table",
    kept: { game: { record: LONG, is_begun: true } },
    ready: (page) => page.locator("dialog[open]").waitFor(),
  },
  {
    name: "table, result, long names",
    at: "#/table",
    kept: { game: { record: LONG_NAMES, is_begun: true } },
    ready: (page) => page.locator("dialog[open]").waitFor(),
  },
  {
    name: "table, over",
    at: "#/table",
    kept: { game: { record: LONG, is_begun: true, is_told: true } },
  },
];

const REPLAY: Scene[] = [
  { name: "replay, nothing to open", at: "#/replay" },
  { name: "replay, much to open", at: "#/replay", kept: { ...at_table(RICH), ...LEDGER } },
  { name: "replay", at: `${LINK}/60`, ready: (page) => page.locator(".history").waitFor() },
  {
    name: "replay, running",
    at: `${LINK}/20`,
    settings: { speed: "slow" },
    ready: click(".controls .primary"),
  },
  { name: "replay, damaged link", at: LINK.slice(0, 60) },
  { name: "replay, wrong record", at: `${LINK}/9`, ready: drop_wrong_record },
];

const OTHERS: Scene[] = [
  { name: "rules", at: "#/rules" },
  ...RULES.map((rule) => ({ name: `rules, ${rule}`, at: `#/rules/${rule}` })),
  { name: "settings", at: "#/settings" },
  { name: "settings, delete", at: "#/settings", ready: dialog(click("#data ~ .buttons .grave")) },
  { name: "statistics, none", at: "#/statistics" },
  { name: "statistics", at: "#/statistics", kept: LEDGER, ready: unfold },
];

const ROOM = `#/t/${CODE}`;
const ONLINE: Scene[] = [
  {
    name: "home, online games",
    at: "",
    kept: DENIZ_KNOWN,
    tables: ROOMS.mine,
    ready: (page) => page.locator("#online-games").waitFor(),
  },
  { name: "online", at: "#/online", tables: ROOMS.none },
  {
    name: "online, my games",
    at: "#/online",
    kept: DENIZ_KNOWN,
    tables: ROOMS.mine,
    ready: (page) => page.locator("main li .actions").waitFor(),
  },
  {
    name: "online, nameless",
    at: "#/online",
    tables: ROOMS.none,
    ready: click("form > .primary"),
  },
  { name: "online, match", at: "#/online/match", tables: ROOMS.none },
  {
    name: "online, seeking",
    at: "#/online/match",
    kept: DENIZ_KNOWN,
    tables: ROOMS.none,
    ready: click("form > .primary"),
  },
  {
    name: "online, code",
    at: "#/online/code",
    tables: ROOMS.none,
    ready: click("form > .primary"),
  },
  {
    name: "room, guest",
    at: ROOM,
    tables: ROOMS.guest,
    ready: (page) => page.locator(".picture svg").waitFor(),
  },
  { name: "room, known guest", at: ROOM, kept: DENIZ_KNOWN, tables: ROOMS.guest },
  { name: "room, host", at: ROOM, kept: DENIZ_KNOWN, tables: ROOMS.host, ready: unfold },
  { name: "room, days", at: ROOM, kept: DENIZ_KNOWN, tables: ROOMS.days },
  {
    name: "room, phrases",
    at: ROOM,
    kept: DENIZ_KNOWN,
    tables: ROOMS.host,
    ready: dialog(click(".title .button")),
  },
  {
    name: "room, rules",
    at: ROOM,
    tables: ROOMS.days,
    ready: dialog(click(".rules .button")),
  },
  { name: "room, no such table", at: ROOM, tables: ROOMS.none },
  { name: "dice", at: "#/dice" },
  {
    name: "dice, no chains",
    at: `#/dice/game/${id_of(LONG)}`,
    kept: LEDGER,
    ready: (page) => page.locator(".check [role=status]").waitFor(),
  },
  {
    name: "settings, key",
    at: "#/settings",
    ready: dialog(click("#online ~ .buttons .button >> nth=0")),
  },
  {
    name: "settings, another key",
    at: "#/settings",
    ready: dialog(click("#online ~ .buttons .button >> nth=1")),
  },
];

export const SCENES: readonly Scene[] = [...HOME, ...TABLE, ...REPLAY, ...OTHERS, ...ONLINE];

export function scene(name: string): Scene {
  const found = SCENES.find((each) => each.name === name);
  if (!found) throw new Error(`There is no scene “${name}”.`);
  return found;
}

// A page of the same origin on which nothing runs.
const NOTHING = `${address}nothing`;
const EMPTY_PAGE = { contentType: "text/html", body: '<link rel="icon" href="data:,">' };

/** Shows the scene on a page that may have shown another one before. */
export async function show(
  page: Page,
  { at, kept, settings, tables, ready }: Scene,
  set = {},
): Promise<void> {
  await page.route(NOTHING, (route) => route.fulfill(EMPTY_PAGE), { times: 1 });
  await page.goto(NOTHING);
  await page.evaluate(
    (values) => {
      localStorage.clear();
      for (const [name, value] of Object.entries(values)) {
        localStorage.setItem(`aeroplane.${name}`, JSON.stringify(value));
      }
    },
    { ...kept, settings: { speed: "off", pause: "off", ...settings, ...set } },
  );
  if (tables) await serve_tables(page, tables);
  await page.goto(address + at);
  await page.locator("h1").first().waitFor();
  await ready?.(page);
}
