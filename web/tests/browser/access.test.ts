// Every screen and state for everybody: no fault that axe knows, in light and dark; controls that a
// finger hits and words that can be read, on phones, on a desktop and twice as large.
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, it } from "vitest";
import { violations } from "./axe";
import { DESKTOP, no_faults, open, PHONE, SMALL_PHONE } from "./harness";
import { small_targets, unreadable } from "./layout";
import { SCENES, show } from "./scenes";

/** A desktop of 1280 pixels at 200 %, or a phone on its side. */
const TWICE = { width: 640, height: 400 };

let page: Page;
beforeAll(async () => {
  page = await open({ hasTouch: true, isMobile: true });
});
afterEach(no_faults);

/** Colours that change slowly are those that they will be. */
async function dress(colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}

for (const scene of SCENES) {
  it(scene.name, async () => {
    await page.setViewportSize(SMALL_PHONE);
    await dress("light");
    await show(page, scene);
    for (const viewport of [SMALL_PHONE, PHONE, TWICE, DESKTOP]) {
      await page.setViewportSize(viewport);
      const where = `${viewport.width} × ${viewport.height}`;
      expect.soft(await unreadable(page), where).toEqual([]);
      expect.soft(await small_targets(page), where).toEqual([]);
      if (viewport !== SMALL_PHONE && viewport !== DESKTOP) continue;
      expect.soft(await violations(page), where).toEqual([]);
      await dress("dark");
      expect.soft(await violations(page, ["color-contrast"]), `${where}, dark`).toEqual([]);
      await dress("light");
    }
  });
}
