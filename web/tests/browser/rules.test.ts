// The rules play themselves.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { RULES } from "../../src/app/rules/demos";
import { DESKTOP, no_faults, open } from "./harness";

afterEach(no_faults);

const WATCHED = { settings: { speed: "off" } };
const lines = (page: Page) => page.locator(".lines li");

describe("a page", () => {
  it("goes through its example step by step, for every rule", async () => {
    const page = await open({ at: "#/rules", kept: WATCHED });
    for (const rule of RULES) {
      await page.evaluate((to) => {
        location.hash = to;
      }, `#/rules/${rule}`);
      await page.locator(".lines").waitFor();
      const last = lines(page).last();
      for (let step = 0; step < 30 && !(await last.getAttribute("aria-current")); ++step) {
        await page.getByRole("button", { name: "Step" }).click();
      }
      expect(await last.getAttribute("aria-current"), rule).toBe("step");
    }
  });

  it("plays its example by itself", async () => {
    const page = await open({ at: "#/rules/jump", kept: { settings: { speed: "fast" } } });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    expect(await lines(page).last().getAttribute("aria-current")).toBe("step");
    await expect
      .poll(() => page.locator("main [role=status]").textContent())
      .toContain("Red jumps on to square 14.");
  });

  it("shows what another value of an option does", async () => {
    const page = await open({ at: "#/rules/finish", kept: WATCHED, viewport: DESKTOP });
    await expect.poll(() => lines(page).first().textContent()).toContain("no legal move");
    await page.getByRole("radio", { name: /walk back/ }).check();
    await expect.poll(() => lines(page).first().textContent()).toContain("and back");
    await page.getByRole("heading", { name: "Reaching the centre: walk back" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: "Reaching the centre: any number" }).waitFor();
  });

  it("leads to the next one, which begins at its heading", async () => {
    const page = await open({ at: "#/rules/takeoff" });
    await page.getByRole("link", { name: "Next: A turn" }).click();
    await page.getByRole("heading", { level: 1, name: "A turn" }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent?.trim()))
      .toBe("A turn");
  });

  it("says which values are played at the table", async () => {
    const record = '[Rules "chinese"]\n[Start "R:hx4 B:hx4 R 0 - -"]\n';
    const page = await open({ at: "#/rules/stack", kept: { game: { record } } });
    const always = page.getByRole("radio", { name: /^always At your table/ });
    expect(await always.isChecked()).toBe(true);
    expect(await page.getByText("At your table", { exact: true }).count()).toBe(1);
  });
});
