import { readFileSync } from "node:fs";
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Door } from "../../engine/door";
import { open_door } from "../../engine/engine";
import { text } from "../../text/text.svelte";
import { Game } from "../game.svelte";
import { settings } from "../settings.svelte";
import Play from "./Play.svelte";
import Result from "./Result.svelte";

let door: Door;
let game: Game;

function sit(position: string, rules = "standard"): void {
  const record = `[Seat R "Anna"]\n[Bot B "greedy"]\n[Dice "seed 2 game 0"]\n[Rules "${rules}"]\n[Start "${position}"]\n[Result "*"]\n`;
  const bots = {
    move: async (asked: string) => door.bot_move({ record: asked }),
    hint: async (asked: string) => door.hint({ record: asked }),
    prepare: () => {},
  };
  const answer = Game.resume({ door, bots, settings, list: () => {} }, { record, is_begun: true });
  if ("problems" in answer) throw new Error(JSON.stringify(answer.problems));
  game = answer.value;
  const { geometry, seats } = door.facts();
  render(Play, { game, door, geometry, seats });
}

const button = (name: RegExp | string) => screen.getByRole("button", { name });
const choices = () => [...document.querySelectorAll<HTMLElement>(".choices button")];
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const a_moment = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeAll(async () => {
  door = await open_door(
    readFileSync(process.env.AEROPLANE_WASM ?? "../build/page/aeroplane.wasm"),
  );
  await text.speak("en");
  await text.whole();
  // happy-dom has neither.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  Element.prototype.scrollTo = () => {};
});

beforeEach(() => {
  localStorage.clear();
  Object.assign(settings, { speed: "off", pause: "long", keys: {} });
});

afterEach(() => {
  game.close();
  cleanup();
});

test("whose turn it is stands in the heading, the title and the list of players", () => {
  sit("R:hx2,12,14 B:hx4 R 0 - -");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Red’s turn (Anna)");
  expect(document.title).toBe("● Red’s turn (Anna) · Aeroplane Chess");
  const [red, blue] = screen.getAllByRole("listitem");
  expect(red?.getAttribute("aria-current")).toBe("true");
  expect(red?.textContent).toContain("Anna");
  expect(blue?.getAttribute("aria-current")).toBeNull();
  expect(blue?.textContent).toContain("bot (greedy)");
});

test("a turn by the mouse", async () => {
  sit("R:hx2,12,14 B:hx4 R 0 - -");
  await fireEvent.click(document.querySelector(".roll") as Element);
  expect(choices().map((each) => each.textContent?.replace(/\s+/g, " ").trim())).toEqual([
    "1 takes off",
    "2 12 → 16",
    "3 14 → 18, jumps to 22",
    "4 14 → 18, flies to 30",
  ]);
  await fireEvent.click(choices()[3] as Element);
  expect(game.scene.latest?.text).toBe("14-18~30");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Blue’s turn");
});

test("a turn by the keyboard, and the focus goes along", async () => {
  sit("R:hx2,12,14 B:hx4 R 0 - -");
  await press(" ");
  await press("ArrowDown");
  await a_moment();
  expect(document.activeElement).toBe(choices()[0]);
  await press("3");
  await a_moment();
  expect(document.activeElement).toBe(choices()[2]);
  await press("3");
  expect(game.scene.latest?.text).toBe("14-18^22");
  await a_moment();
  expect(document.activeElement).toBe(button("skip ahead"));
});

test("the button that rolled leaves the focus to all the choices, and to none", async () => {
  sit("R:hx2,12,14 B:hx4 R 0 - -");
  const roll = document.querySelector<HTMLElement>(".roll");
  roll?.focus();
  await fireEvent.click(roll as Element);
  await a_moment();
  expect(document.activeElement).toBe(screen.getByRole("list", { name: "Your choices" }));
  expect(game.chosen).toBeNull();
});

test("a key that is held down does nothing again", async () => {
  sit("R:hx2,12,14 B:hx4 R 0 - -");
  await press(" ", { repeat: true });
  expect(game.scene.phase).toBe("roll");
});

test("the second click of a double click chooses nothing", async () => {
  sit("R:hx2,12,14 B:hx4 R 0 - -");
  await fireEvent.click(document.querySelector(".roll") as Element, { detail: 1 });
  await fireEvent.click(choices()[0] as Element, { detail: 2 });
  expect(game.scene.phase).toBe("choose");
});

test("keys read the board, threats and moves, and are off while that is open", async () => {
  sit("R:hx2,12,14 B:hx4 R 0 4 -");
  await press("b");
  expect(screen.getByRole("dialog").textContent).toContain("Red: 2 in the hangar, a plane on 12");
  await press("1");
  expect(game.chosen).toBeNull();
  await fireEvent.click(button("Close"));
});

test("a key of one's own works, the usual one no longer", async () => {
  settings.keys = { roll: "x" };
  sit("R:hx2,12,14 B:hx4 R 0 - -");
  await press("r");
  expect(game.scene.phase).toBe("roll");
  await press("x");
  expect(game.scene.phase).toBe("choose");
});

test("rules of one's own are named and explained", async () => {
  sit("R:hx2,12,14 B:hx4 R 0 - -", "flight=off");
  await fireEvent.click(button(/Own rules/));
  expect(screen.getByRole("dialog").textContent).toContain("Shortcut flight: off");
});

test("the hint and taking back have buttons, and the log tells", async () => {
  sit("R:hx2,12,14 B:hx4 R 0 4 -");
  expect(button("take back")).toHaveProperty("disabled", true);
  await fireEvent.click(button("hint"));
  await a_moment();
  expect(choices().filter((each) => each.getAttribute("aria-current") === "true")).toHaveLength(1);
  await fireEvent.click(choices()[1] as Element);
  expect(screen.getByRole("log").textContent).toContain("4: 12 → 16");
  await fireEvent.click(button("take back"));
  expect(game.asks).toBe("choose");
  expect(document.querySelector(".caption")?.textContent).toContain(
    "Taken back to the last choice.",
  );
});

test("the result leads to the check of the dice where they can be checked", () => {
  sit("R:hx2,12,14 B:hx4 R 0 - -");
  const { seats } = game.shown;
  const nothing = () => {};
  const rest = { open: true, seats, replay: "#/replay/now", onrematch: undefined };
  const does = { onclose: nothing, ondownload: nothing, onleave: nothing };
  const { rerender } = render(Result, { ...rest, ...does, dice: "#/dice/t/K7M2Q4T8XZ" });
  const link = () => screen.queryByRole("link", { name: "Check the dice" });
  expect(link()?.getAttribute("href")).toBe("#/dice/t/K7M2Q4T8XZ");
  void rerender({ dice: "" });
  flushSync();
  expect(link()).toBeNull();
});
