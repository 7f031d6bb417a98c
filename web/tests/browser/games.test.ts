// Whole games, from the front page to the result, by whatever a person has: a mouse, a finger, keys;
// and a game that nobody plays.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import type { Scene } from "../../src/engine/door";
import { DESKTOP, no_faults, open } from "./harness";
import {
  AT_ONCE,
  aeroplane,
  dealt,
  door,
  expect_at,
  finished,
  inputs_of,
  record_kept,
  replayed,
  scene_of,
  sit_down,
  take_on_board,
  touch_at,
  value_of,
  whim,
  with_finger,
  with_mouse,
} from "./playing";

afterEach(no_faults);

const ASKED = "dialog[open], .roll, .choices";

/** Rolls and chooses whenever the page asks, until it shows the result. */
async function play(
  page: Page,
  roll: () => Promise<void>,
  choose: (scene: Scene, index: number) => Promise<void>,
): Promise<void> {
  for (;;) {
    await page.locator(ASKED).first().waitFor();
    if (await page.locator("dialog[open]").isVisible()) return;
    const scene = scene_of(await record_kept(page));
    if (scene.phase === "roll") await roll();
    else await choose(scene, whim(scene));
  }
}

/** That the result tells what the command line says of the record that is kept. */
async function expect_result(page: Page, end: Scene): Promise<void> {
  await expect_at(page, end);
  const { result } = replayed(end.record);
  expect(result).toBe(end.order.join(""));
  const shown = await page
    .locator("dialog[open] .places li")
    .evaluateAll((lines) =>
      lines.map((line) => [
        line.querySelector(".place")?.textContent,
        (line as HTMLElement).dataset.seat,
      ]),
    );
  const ordinals = ["1st", "2nd", "3rd", "4th"];
  const placed = [...result].map((seat, i) => [ordinals[i], seat]);
  expect(shown.slice(0, placed.length)).toEqual(placed);
  expect(shown.slice(placed.length).every(([place]) => place === "–")).toBe(true);
  expect(shown).toHaveLength(end.seats.length);
}

test("by mouse against three bots", async () => {
  const page = await open({ viewport: DESKTOP, kept: { settings: AT_ONCE } });
  await page.getByRole("button", { name: "You against 3 bots" }).click();
  await page.getByText("All house rules").click();
  await page.getByLabel("Planes").selectOption("1");
  await page.getByLabel("Dice seed").fill("4");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator("main.play").waitFor();
  const record = await page.evaluate(() => localStorage.getItem("aeroplane.game") ?? "");
  expect(record).toContain('[Rules \\"planes=1\\"]');
  const begun = scene_of(JSON.parse(record).record).record;
  const touch = with_mouse(page);
  let rolls = 0;
  await play(
    page,
    () => touch_at(page, touch, rolls++ % 2 === 0 ? ".dock .roll" : ".dock button.die"),
    ({ choices }, index) => take_on_board(page, touch, choices, index),
  );
  await expect_result(page, finished(begun));
});

test("by touch between two people on one phone", async () => {
  const begun = value_of(
    door.begin({
      rules: "planes=1",
      players: [
        { seat: "R", name: "Ayşe", bot: "" },
        { seat: "B", name: "Deniz", bot: "" },
      ],
      seed: "2",
      first: "",
      tags: [],
    }),
  );
  const page = await sit_down(begun.record, { hasTouch: true, isMobile: true, is_new: true });
  const touch = with_finger(page);
  await play(
    page,
    () => touch_at(page, touch, ".dock button.die"),
    ({ choices }, index) => take_on_board(page, touch, choices, index),
  );
  await expect_result(page, finished(begun.record));
});

/** Goes on with Tab alone until what has the focus is called so. */
async function tab_to(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const label = (element as HTMLInputElement).labels?.[0]?.querySelector("span");
      return element.ariaLabel ?? (label ?? element).textContent?.trim();
    });
    if (focused === name) return;
  }
  throw new Error(`no way to ${name} by Tab`);
}

test("by keyboard alone, from the front page", async () => {
  const page = await open({ viewport: DESKTOP, kept: { settings: AT_ONCE } });
  const { keyboard } = page;
  await tab_to(page, "Two people");
  await keyboard.press("Space");
  await tab_to(page, "Standard");
  for (const _ of ["Chinese", "Ludo", "Quick"]) await keyboard.press("ArrowRight");
  await tab_to(page, "Dice seed");
  await keyboard.type("7");
  await tab_to(page, "Start");
  await keyboard.press("Enter");
  await page.locator("main.play").waitFor();
  const begun = scene_of(await record_kept(page));
  expect(begun.rules).toBe("planes=2,takeoff=123456,end=first");
  expect(begun.record).toContain('[Dice "seed 7 game 0"]');
  expect(begun.ply).toBe(0);
  let rolls = 0;
  await play(
    page,
    () => keyboard.press(["Space", "r", "Enter"][rolls++ % 3] as string),
    async ({ ply, choices }, index) => {
      // What is alone is selected already; what a number selects, the same number plays.
      if (choices.length === 1) return keyboard.press("Enter");
      if (ply % 2 === 0) {
        await keyboard.press(String(index + 1));
        return keyboard.press(String(index + 1));
      }
      const wanted = page.locator(".choices button").nth(index);
      while ((await wanted.getAttribute("aria-current")) === null) {
        await keyboard.press("ArrowDown");
      }
      return keyboard.press("Enter");
    },
  );
  await expect_result(page, finished(begun.record));
  await tab_to(page, "Rematch");
  await keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  expect(inputs_of(await record_kept(page))).toEqual([]);
});

test("of bots alone, at full speed, as the program plays it", async () => {
  const bots = { R: "greedy", Y: "random", B: "cautious", G: "greedy" };
  const record = dealt("R:hx2 Y:hx2 B:hx2 G:hx2 R 0 - -", { rules: "planes=2", bots, seed: 5 });
  const folder = mkdtempSync(join(tmpdir(), "aeroplane-game-"));
  const file = join(folder, "game.aero");
  writeFileSync(file, record);
  aeroplane(["play", "--plain", "--resume", file]);
  const native = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });

  const page = await sit_down(record, { viewport: DESKTOP });
  await page.locator("dialog[open]").waitFor({ timeout: 60_000 });
  expect(await record_kept(page)).toBe(native);
  await expect_result(page, finished(record));
});
