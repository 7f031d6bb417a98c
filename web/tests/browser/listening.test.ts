// What a screen reader finds on each screen, as a tree in a file, and what it is told of a turn.
// After a wanted change: npx vitest run --project browser listening --update
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { address, DESKTOP, no_faults, open } from "./harness";
import { record, SCENES, show } from "./scenes";

const TOLD = [
  ...["home", "home, everything open", "no engine"],
  ...["table, roll", "table, choices", "table, one piece", "table, elsewhere"],
  ...["table, more", "table, help", "table, log", "table, hand over", "table, result"],
  ...["replay, much to open", "replay", "rules", "rules, flight"],
  ...["settings", "settings, delete", "statistics, none", "statistics"],
];

let page: Page;
beforeAll(async () => {
  page = await open({ viewport: DESKTOP });
});
afterEach(no_faults);

/**
 * The tree without what differs from one run or version to the next; of a window what is in it. What
 * the status says is of the moment, and tested as such below.
 */
async function tree(part = "main"): Promise<string> {
  const dialog = page.locator("dialog[open]");
  const text = await ((await dialog.count()) > 0 ? dialog : page.locator(part)).ariaSnapshot();
  return `${text}\n`
    .replace(/^ *- (status|alert)\b.*\n/gm, "")
    .replaceAll(address, "http://localhost/")
    .replace(/\/r\/[\w-]+/g, "/r/RECORD")
    .replace(/\b\d+\.\d+\.\d+\b/g, "VERSION")
    .replace(/"CompileError: .*"/, "WHAT CHROMIUM SAYS");
}

const file = (name: string) => `trees/${name.replace(/, | /g, "-")}.yaml`;

describe("the tree", () => {
  for (const scene of SCENES.filter(({ name }) => TOLD.includes(name))) {
    it(`of ${scene.name}`, async () => {
      await show(page, scene);
      await expect(await tree(scene.name === "home" ? "body" : "main")).toMatchFileSnapshot(
        file(scene.name),
      );
    });
  }
});

describe("a turn", () => {
  /** From now on, what regions with role=status and role=alert say. */
  async function listen(): Promise<() => Promise<Record<string, string>>> {
    await page.evaluate(() => {
      const heard: Record<string, string[]> = { status: [], alert: [] };
      Object.assign(window, { heard });
      for (const [role, texts] of Object.entries(heard)) {
        const region = document.querySelector(`main > [role=${role}]`) as Element;
        const listen = () => texts.push(region.textContent?.trim() ?? "");
        new MutationObserver(listen).observe(region, { characterData: true, subtree: true });
      }
    });
    return () =>
      page.evaluate(() => {
        const { heard } = window as unknown as { heard: Record<string, string[]> };
        return Object.fromEntries(
          Object.entries(heard).map(([role, texts]) => [role, texts.join(" ")]),
        );
      });
  }

  it("is asked for, told and answered in words", async () => {
    const position = "R:h,13,18,23 Y:h,14,cx2 R 0 - -";
    await show(page, {
      name: "a turn",
      at: "#/table",
      kept: { game: { record: record(position), is_begun: true } },
    });
    const heard = await listen();
    await expect(await tree()).toMatchFileSnapshot(file("turn, 1 before the roll"));
    await page.keyboard.press("r");
    await page.locator(".choices").waitFor();
    await expect(await tree()).toMatchFileSnapshot(file("turn, 2 choices"));
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    // In how many announcements, and when, depends on how fast the bot is.
    await expect
      .poll(async () => (await heard()).status)
      .toMatch(/^Red rolls a 4\. .*choose a move\. .*onto the pad\. .*Yellow: 3: 14 → 17\./);
    await expect.poll(async () => (await heard()).alert).toContain("Red’s turn: roll the die.");
    await page.locator(".roll").waitFor();
    await expect(await tree()).toMatchFileSnapshot(file("turn, 3 after the bot"));
  });
});
