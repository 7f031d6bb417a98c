// Every screen and state in every language, and in one whose words are longer and marked.
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { no_faults, open, PHONE, SMALL_PHONE } from "./harness";
import { foreign_texts, unreadable } from "./layout";
import { SCENES, show } from "./scenes";

const TWICE = { width: 640, height: 400 };

let page: Page;
beforeAll(async () => {
  page = await open({ hasTouch: true, isMobile: true });
});
afterEach(no_faults);

for (const [language, lang] of [
  ["tr", "tr"],
  ["zh", "zh-Hans"],
  ["pseudo", "en-XA"],
] as const) {
  describe(language, () => {
    for (const each of SCENES) {
      it(each.name, async () => {
        await show(page, each, { language });
        expect(await page.locator("html").getAttribute("lang")).toBe(lang);
        for (const viewport of [SMALL_PHONE, PHONE, TWICE]) {
          await page.setViewportSize(viewport);
          const fields = language !== "pseudo"; // which scroll, or unfold
          expect.soft(await unreadable(page, { fields }), `${viewport.width}`).toEqual([]);
        }
        if (language === "pseudo") expect.soft(await foreign_texts(page)).toEqual([]);
      });
    }
  });
}
