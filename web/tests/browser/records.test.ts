// Records go from the page to the command line and back, and end in the same position everywhere.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { unpacked } from "../../src/app/replay/link";
import type { Scene } from "../../src/engine/door";
import { address, DESKTOP, no_faults, open } from "./harness";
import {
  aeroplane,
  chosen,
  dealt,
  door,
  expect_at,
  finished,
  next,
  pieces_of,
  pieces_seen,
  record_kept,
  replayed,
  rolled,
  scene_of,
  sit_down,
  value_of,
} from "./playing";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "aeroplane-records-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  no_faults();
});

const names = { R: "Ayşe “Bulut”", B: "李明" };

/** Half a game between people, with a choice taken back, and the die lying. */
function half_a_game(): Scene {
  let scene = scene_of(dealt("R:hx4 B:hx4 R 0 - -", { names, seed: 12 }));
  while (scene.ply < 60 || !scene.can_take_back) scene = next(scene);
  scene = value_of(door.take_back({ record: scene.record }));
  while (scene.ply < 90 || scene.phase !== "choose") scene = next(scene);
  return scene;
}

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFileSync(await download.path(), "utf8");
}

async function more(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
}

test("what the page saves, copies and shares is the game at its table", async () => {
  const half = half_a_game();
  expect(half.record).toContain("<takeback ");
  const whole = finished(dealt("R:hx2 B:hx2 R 0 - -", { names, rules: "quick", seed: 3 }));
  const kept = { settings: { speed: "off", pause: "off" } };
  const permissions = ["clipboard-read", "clipboard-write"];
  for (const { record, position, order } of [half, whole]) {
    const page = await sit_down(record, { viewport: DESKTOP, kept, permissions });
    if (order.length > 0) await page.keyboard.press("Escape"); // the result
    const text = await saved(page, () => more(page, "Download the record"));
    await more(page, "Copy a link to the replay");
    await page.getByText("The link is copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link.startsWith(`${address}#/replay/r/`)).toBe(true);
    const shared = await unpacked(link.split("/r/")[1] ?? "");
    await page.goto(link);
    await page.getByRole("slider").waitFor();
    const twin = await saved(page, () =>
      page.getByRole("button", { name: "Save as .json" }).click(),
    );
    expect(JSON.parse(twin).format).toBe("aeroplane-record");
    await page.keyboard.press("End");
    await expect.poll(() => pieces_seen(page)).toEqual(pieces_of(scene_of(record)));

    const end = { position, result: order.join("") || "*" };
    expect(text).toBe(record);
    expect(shared).toEqual({ record });
    expect(replayed(text)).toEqual(end);
    expect(replayed(twin)).toEqual(end);
    await page.context().close();
  }
});

/** Opens a file in the replay and goes to its end. */
async function look_at(page: Page, file: string): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("slider").waitFor();
  await page.keyboard.press("End");
}

test("games that the program has played end the same in the replay", async () => {
  const page = await open({ at: "#/replay", viewport: DESKTOP });
  for (const [rules, seats] of [
    ["planes=1", "RYBG"],
    ["chinese,planes=2", "YG"],
    ["ludo,planes=1", "RYB"],
  ] as const) {
    const file = join(folder, `${seats}.aero`);
    const bots = ["--people", "none", "--bots", "greedy", "--seed", "8"];
    aeroplane(["play", "--plain", ...bots, "--seats", seats, "--rules", rules, "--save", file]);
    const record = readFileSync(file, "utf8");
    await page.goto(`${address}#/replay`);
    await look_at(page, file);
    const scene = scene_of(record);
    const { position, result } = replayed(record);
    expect([scene.position, scene.order.join("")]).toEqual([position, result]);
    await expect.poll(() => pieces_seen(page)).toEqual(pieces_of(scene));
  }
});

test("a game that was begun in the terminal goes on at the table", async () => {
  const file = join(folder, "game.aero");
  const table = ["--seats", "RB", "--people", "RB", "--seed", "5", "--save", file];
  aeroplane(["play", "--plain", ...table], "\n".repeat(40));
  const record = readFileSync(file, "utf8");
  const scene = scene_of(record);
  expect(scene.ply).toBeGreaterThan(30);

  const page = await open({ at: "#/replay", viewport: DESKTOP });
  await look_at(page, file);
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.locator("main.play").waitFor();
  await expect_at(page, scene);
});

test("a game that was begun at the table goes on in the terminal", async () => {
  const half = half_a_game();
  const page = await sit_down(half.record, { viewport: DESKTOP });
  await page.keyboard.press("1");
  await page.keyboard.press("1");
  const moved = chosen(half, half.choices[0]?.move ?? "");
  await expect_at(page, moved);
  const file = join(folder, "game.aero");
  writeFileSync(file, await record_kept(page));
  aeroplane(["play", "--plain", "--resume", file], "roll\n");
  expect(readFileSync(file, "utf8")).toBe(rolled(moved).record);
});
