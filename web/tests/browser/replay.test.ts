// A game is looked at again: by link, from the device, from a file, as text.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { played, real_door } from "../../src/app/replay/door.fixture";
import { packed } from "../../src/app/replay/link";
import type { Door } from "../../src/engine/door";
import { DESKTOP, no_faults, open } from "./harness";

let door: Door;
let record: string;
let link: string;
beforeAll(async () => {
  door = await real_door();
  record = played(door, 3).record;
  link = `#/replay/r/${await packed(record)}`;
});
afterEach(no_faults);

const entries = () => {
  const history = door.history({ record });
  return "value" in history ? history.value.length : 0;
};
const steps = (page: Page) => page.getByRole("slider");
const at = async (page: Page) => Number(await steps(page).inputValue());

async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text] as const,
  );
}

describe("the analysis", () => {
  it("is fetched and made when it is asked for, and leads to a mistake", async () => {
    const page = await open({ at: link });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const is_net = (address: string) => /\.net$|strong/.test(address);
    await page.getByRole("button", { name: "Analyse the game" }).waitFor();
    expect(asked.filter(is_net)).toEqual([]);
    await page.getByRole("button", { name: "Analyse the game" }).click();
    await page.getByRole("img", { name: "Chance to win" }).waitFor();
    expect(asked.filter(is_net)).toHaveLength(2);
    expect(
      await page.getByRole("region", { name: "Luck and skill" }).getByRole("row").count(),
    ).toBe(5);

    const end = await at(page);
    const mistake = page.getByRole("button", { name: /better:/ }).first();
    await mistake.click();
    expect(await mistake.getAttribute("aria-current")).toBe("step");
    expect(await at(page)).not.toBe(end);
    const moves = page.getByRole("table").filter({ hasText: "played" });
    expect(await moves.getByRole("row").count()).toBeGreaterThan(2);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
});

describe("a link", () => {
  it("opens the game at its step and goes through it by keyboard", async () => {
    const page = await open({ at: `${link}/20`, viewport: DESKTOP });
    await expect.poll(() => at(page)).toBe(20);
    await page.keyboard.press("ArrowRight");
    expect(await at(page)).toBe(21);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await at(page)).toBe(19);
    await page.keyboard.press("End");
    expect(await at(page)).toBe(entries());
    await page.keyboard.press("Home");
    expect(await at(page)).toBe(0);
    await page.keyboard.type("12");
    await page.keyboard.press("Enter");
    const round = await steps(page).getAttribute("aria-valuetext");
    expect(round).toMatch(/^Round 12 /);
  });

  it("plays by itself, until it is told to stop", async () => {
    const page = await open({ at: link, kept: { settings: { speed: "fast" } } });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => at(page), { timeout: 20_000 }).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Pause" }).click();
    const stopped = await at(page);
    await page.waitForTimeout(1500);
    expect(await at(page)).toBe(stopped);
  });

  it("that is damaged says so", async () => {
    const page = await open({ at: `${link.slice(0, 60)}` });
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("damaged");
  });
});

describe("the search", () => {
  it("finds what happens and whose turn it is", async () => {
    const page = await open({ at: link, kept: { settings: { speed: "off" } } });
    await page.getByLabel("Search for").selectOption("capture");
    await page.getByRole("button", { name: "Next: planes sent home" }).click();
    const told = page.locator("main [role=status]").first();
    await expect.poll(() => told.textContent()).toContain("sent home");
    await page.getByLabel("Search for").selectOption("Y");
    await page.getByRole("button", { name: "Next: Yellow’s turn" }).click();
    await expect.poll(() => told.textContent()).toMatch(/^Yellow rolls/);
  });
});

describe("a file", () => {
  it("that is wrong is told with its line, and the game stays", async () => {
    const page = await open({ at: `${link}/9`, viewport: DESKTOP });
    await expect.poll(() => at(page)).toBe(9);
    await drop(page, "wrong.aero", record.replace(/^1\. . /m, "1. Q "));
    const alert = page.getByRole("alert");
    await expect.poll(() => alert.textContent()).toMatch(/Line \d+, column \d+/);
    expect(await at(page)).toBe(9);
  });

  it("opens as text or JSON, and a reload finds it again", async () => {
    const page = await open({ at: "#/replay", viewport: DESKTOP });
    const twin = door.to_json({ record });
    await drop(page, "game.json", "value" in twin ? twin.value.json : "");
    await expect.poll(() => steps(page).getAttribute("max")).toBe(String(entries()));
    await expect.poll(() => page.url()).toContain("#/replay/r/z");
    await page.reload();
    await expect.poll(() => steps(page).getAttribute("max")).toBe(String(entries()));
  });

  it("that is saved is the record, byte for byte", async () => {
    const page = await open({ at: link });
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as .aero" }).click(),
    ]);
    expect(await readFile(await saved.path(), "utf8")).toBe(record);
  });

  it("can be pasted as text", async () => {
    const page = await open({ at: "#/replay" });
    await page.getByLabel("Paste the record here").fill(record);
    await page.getByRole("button", { name: "Show this game" }).click();
    await expect.poll(() => steps(page).getAttribute("max")).toBe(String(entries()));
  });
});

describe("the table", () => {
  it("takes a game on from the step that is shown", async () => {
    const page = await open({ at: `${link}/30` });
    await page.getByRole("button", { name: "Play on from here" }).click();
    await expect.poll(() => page.url()).toMatch(/#\/table$/);
    const kept = await page.evaluate(() => localStorage.getItem("aeroplane.game") ?? "");
    const scene = door.at({ record: JSON.parse(kept).record, entry: 30 });
    const there = door.at({ record, entry: 30 });
    expect("value" in scene && scene.value.position).toBe("value" in there && there.value.position);
  });
});
