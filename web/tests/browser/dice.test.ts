// The page that checks dice: one file, opened from the disk without network.
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, it } from "vitest";
import vectors from "../../../docs/formats/fair-dice.vectors.json";
import { violations } from "./axe";
import { DESKTOP, no_faults, open, PHONE, SMALL_PHONE } from "./harness";
import { small_targets, unreadable } from "./layout";
import { ROOT } from "./serve";

const [, example = ""] =
  /```aero\n(.*?)```/s.exec(readFileSync(`${ROOT}docs/formats/fair-dice.md`, "utf8")) ?? [];
const lie = (code: string) => {
  const found = vectors.wrong.find(({ error }) => error.code === code);
  return JSON.stringify(found?.record);
};

let page: Page;
beforeAll(async () => {
  page = await open({ hasTouch: true, isMobile: true });
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(`${ROOT}build/web/check-dice.html`).href);
});
afterEach(no_faults);

const paste = (record: string) => page.getByRole("textbox").fill(record);
const told = async () =>
  (await page.getByRole("status").textContent())?.replace(/\s+/g, " ").trim();
const speak = (name: string) => page.getByRole("radio", { name }).check();

it("says what was checked, roll by roll, in three languages", async () => {
  await page.getByRole("heading", { name: "Check the dice" }).waitFor();
  await paste(example);
  expect(await told()).toMatch(/All 7 rolls are right\. At table K7M2Q4T8XZ/);
  expect(await told()).toMatch(
    /Red: a link to all rolls but one\.Blue: a link to all rolls but 2\./,
  );
  const rows = await page.getByRole("row").allInnerTexts();
  expect(rows.map((row) => row.replace(/\s+/g, " "))).toEqual([
    "Roll Seat Die Links from the server and",
    "1 Red to see who begins 5 Red",
    "2 Blue to see who begins 4 Red, Blue",
    "3 Red 5 Red, Blue",
    "4 Blue 5 Red",
    "5 Red 1 Red, Blue",
    "6 Blue 3 Blue",
    "7 Red 3 Red, Blue",
  ]);
  await speak("Türkçe");
  expect(await told()).toContain("7 atışın hepsi doğru.");
  expect(await page.title()).toBe("Zarları denetle");
  await speak("中文");
  expect(await told()).toContain("全部 7 次掷骰都正确。");
  await speak("English");
});

it("opens a file, the JSON twin as well", async () => {
  const file = join(tmpdir(), `aeroplane-dice-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(vectors.right.record));
  await page.getByLabel("Open a file").setInputFiles(file);
  await page.getByText("All 7 rolls are right.").waitFor();
});

it("says what is not right", async () => {
  await paste(lie("fair.wrong_die"));
  expect(await told()).toMatch(/The dice of this record are not right Roll 3: the die of seat R/);
  await paste(lie("fair.proof_missing"));
  expect(await told()).toContain("Roll 1, of seat R, has no proof.");
  await paste('[Start "R:hx4 B:hx4 R 0 - -"]');
  expect(await told()).toMatch(/Nothing to check The dice of this record are no chains/);
  await paste("Dear diary");
  expect(await told()).toMatch(/Nothing to check This is not a game record: line 1/);
  await paste("");
  expect(await told()).toBe("");
});

it("is there for everybody", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const record of ["", example, lie("fair.wrong_die")]) {
      await paste(record);
      for (const viewport of [SMALL_PHONE, PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        expect.soft(await unreadable(page), `${viewport.width}`).toEqual([]);
        expect.soft(await small_targets(page), `${viewport.width}`).toEqual([]);
        expect.soft(await violations(page), `${viewport.width}`).toEqual([]);
      }
    }
  }
});
