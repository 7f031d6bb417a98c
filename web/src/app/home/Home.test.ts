import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Door } from "../../engine/door";
import { text } from "../../text/text.svelte";
import { use_door } from "../door";
import { played, real_door } from "../replay/door.fixture";
import { asking } from "../shell/ask.svelte";
import { keep, load } from "../storage";
import Home from "./Home.svelte";
import { EMPTY, PERSON, type Setup } from "./setup";

let door: Door;
beforeAll(async () => {
  door = await real_door();
  use_door(door);
  await text.speak("en");
});
beforeEach(() => {
  localStorage.clear();
  location.hash = "#/";
});
afterEach(cleanup);

function scene_kept() {
  const kept = load<{ record: string }>("game");
  const answer = kept && door.resume({ record: kept.record });
  if (!answer || "problems" in answer) throw new Error("no game is kept");
  return answer.value;
}

async function press(name: string | RegExp): Promise<void> {
  await fireEvent.click(screen.getByRole("button", { name }));
}

async function choose(name: string | RegExp, value: string): Promise<void> {
  await fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });
}

const UNFINISHED =
  '[Seat R "Ayşe"]\n[Bot B "greedy"]\n[Dice "seed 1 game 0"]\n[Start "R:hx4 B:hx4 R 0 - -"]\n';

describe("the front page", () => {
  it("starts a game with one press: a person at Red against three bots", async () => {
    render(Home);
    await press("Start");
    const scene = scene_kept();
    expect(scene.seats.map(({ seat, bot }) => seat + bot)).toEqual([
      "R",
      "Ygreedy",
      "Bgreedy",
      "Ggreedy",
    ]);
    expect([scene.rules, scene.phase, location.hash]).toEqual(["standard", "roll", "#/table"]);
    expect(load<{ record: string }>("game")?.record).toMatch(/^\[Date "\d{4}-\d{2}-\d{2}"\]/m);
  });

  it("seats whom the person wants, with a name, and remembers the table", async () => {
    render(Home);
    await press("Two people");
    const name = screen.getByRole("textbox", { name: "Name for Red" });
    await fireEvent.input(name, { target: { value: "  Ayşe\u0000 " } });
    await fireEvent.change(name);
    expect((name as HTMLInputElement).value).toBe("Ayşe");
    await choose("Who plays Blue", "greedy");
    await choose("First turn", "B");
    await press("Start");
    const scene = scene_kept();
    expect(scene.seats.map(({ seat, name, bot }) => [seat, name, bot])).toEqual([
      ["R", "Ayşe", ""],
      ["B", "", "greedy"],
    ]);
    expect(scene.turn).toBe("B");
    cleanup();
    localStorage.removeItem("aeroplane.game");
    render(Home);
    const again = screen.getByRole("textbox", { name: "Name for Red" });
    expect((again as HTMLInputElement).value).toBe("Ayşe");
    const blue = screen.getByRole("combobox", { name: "Who plays Blue" });
    expect((blue as HTMLSelectElement).value).toBe("greedy");
  });

  it("plays the same dice from the same seed", async () => {
    const dice: string[] = [];
    for (let i = 0; i < 2; ++i) {
      localStorage.clear();
      render(Home);
      const seed = screen.getByRole("textbox", { name: /^Dice seed/ });
      await fireEvent.input(seed, { target: { value: "4x2" } });
      await press("Start");
      dice.push(load<{ record: string }>("game")?.record ?? "");
      cleanup();
    }
    expect(dice[0]).toContain('[Dice "seed 42 game 0"]');
    expect(dice[1]).toBe(dice[0]);
  });

  it("says beside Start who is missing, and goes there", async () => {
    render(Home);
    for (const seat of ["Yellow", "Blue", "Green"]) await choose(`Who plays ${seat}`, EMPTY);
    expect(screen.getByRole("alert").textContent).toBe(
      "Two players at least: choose a person or a bot for one of Yellow, Blue, Green.",
    );
    await press("Start");
    expect(load("game")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Who plays Yellow" }));
    await choose("Who plays Green", PERSON);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("takes a preset, changes an option of it, marks it and goes back", async () => {
    render(Home);
    await fireEvent.click(screen.getByRole("radio", { name: "Ludo" }));
    expect(screen.getByText(/^Only a six takes off; no jumps/)).toBeTruthy();
    const takeoff = screen.getByRole("combobox", { name: /^Take-off/ });
    expect((takeoff as HTMLSelectElement).value).toBe("6");
    await fireEvent.change(takeoff, { target: { value: "56" } });
    expect(screen.getByText(/^Own rules, from Ludo: Take-off: 5 or 6/)).toBeTruthy();
    expect(screen.getByText("A five or a six brings a plane out.")).toBeTruthy();
    expect(screen.getByText("1 changed")).toBeTruthy();
    expect((load<Setup>("table") as Setup).preset).toBe("ludo");
    await press("Back to Ludo");
    expect((takeoff as HTMLSelectElement).value).toBe("6");
    expect(screen.queryByText("1 changed")).toBeNull();
    await fireEvent.change(takeoff, { target: { value: "56" } });
    await press("Start");
    const rules = door.rules({ rules: scene_kept().rules });
    if ("problems" in rules) throw new Error();
    expect(rules.value.options).toMatchObject({ takeoff: "56", jump: "off", bonus: "both" });
  });

  it("has every option of the rules, with every value in words", () => {
    render(Home);
    for (const { key, values } of door.facts().options) {
      const label = text.say(`rules.${key}`);
      const option = screen.getByRole("combobox", {
        name: (name) => name === label || name === `${label} changed`,
      });
      const words = within(option)
        .getAllByRole("option")
        .map(({ textContent }) => textContent?.trim());
      expect(words).toEqual(values.map((value) => text.say(`rules.${key}.${value}`)));
    }
  });
});

describe("a game that is kept", () => {
  it("is offered first", () => {
    keep("game", { record: UNFINISHED });
    render(Home);
    const link = screen.getByRole("link", { name: /^Continue/ });
    expect(link.textContent?.replace(/\s+/g, " ")).toContain("Round 1 · Red’s turn (Ayşe)");
    expect(link.textContent).toContain("bot (greedy)");
    expect(link.getAttribute("href")).toBe("#/table");
  });

  it("is not offered when it is over", () => {
    keep("game", { record: played(door, 1, "quick").record });
    render(Home);
    expect(screen.queryByRole("link", { name: /^Continue/ })).toBeNull();
  });

  it("gives way to a new one only when the person says so", async () => {
    keep("game", { record: UNFINISHED });
    render(Home);
    await press("Start");
    expect(asking.asked?.text).toContain("round 1");
    asking.asked?.answer(false);
    await tick();
    expect(load("game")).toEqual({ record: UNFINISHED });
    await press("Start");
    asking.asked?.answer(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(scene_kept().seats).toHaveLength(4);
    expect(location.hash).toBe("#/table");
  });

  it("is not thrown away when it cannot be read", async () => {
    keep("game", { record: "damaged" });
    render(Home);
    expect(screen.getByRole("alert").textContent).toContain("cannot be read");
    await press("Start");
    expect(asking.asked?.text).toContain("cannot be read");
    asking.asked?.answer(false);
    await tick();
    expect(load("game")).toEqual({ record: "damaged" });
    await press("Delete it");
    expect(load("game")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
