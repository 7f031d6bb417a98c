// The front page, settings, statistics and the frame around all screens.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { violations } from "./axe";
import { address, DESKTOP, no_faults, open, PHONE, SMALL_PHONE } from "./harness";

afterEach(no_faults);

const SCREENS = ["", "#/settings", "#/statistics"];
const GAME = {
  record:
    '[Seat R "Ayşe"]\n[Bot B "greedy"]\n[Dice "seed 1 game 0"]\n[Start "R:hx4 B:hx4 R 0 - -"]\n',
};
// A whole game of two, short enough to be written down here.
const FINISHED = `[Date "2026-05-17"]
[Seat R "Ayşe"]
[Seat B "Deniz"]
[Rules "planes=1,takeoff=123456,jump=off,flight=off,finish=over,end=first"]
[Start "R:52 B:h R 0 - -"]

1. R 6 52-c
`;

async function width_beyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

describe("a newcomer", () => {
  it("plays after two touches", async () => {
    const start = Date.now();
    const page = await open({ hasTouch: true, isMobile: true });
    await page.getByRole("button", { name: "Start" }).tap();
    await page.waitForURL("**/#/table");
    await page.locator("main").waitFor();
    expect(Date.now() - start).toBeLessThan(10_000);
    const kept = await page.evaluate(() => localStorage.getItem("aeroplane.game") ?? "");
    expect(kept).toContain('[Bot Y \\"greedy\\"]');
  });

  it("has Start in view on every phone, wherever the page is", async () => {
    for (const viewport of [PHONE, SMALL_PHONE]) {
      const page = await open({ viewport, kept: { game: GAME } });
      for (const where of [0, 300, 100_000]) {
        await page.evaluate((y) => scrollTo(0, y), where);
        const box = await page.getByRole("button", { name: "Start" }).boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      }
    }
  });

  it("finds the last control above Start, and not under it", async () => {
    const page = await open({ viewport: SMALL_PHONE });
    const link = page.locator("main nav a").last();
    await link.focus();
    const box = await link.boundingBox();
    const start = await page.locator(".start").boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(start?.y ?? 0);
  });
});

describe("every screen of the frame", () => {
  it("can be twice as large", async () => {
    for (const viewport of [DESKTOP, { width: 640, height: 400 }]) {
      for (const at of SCREENS) {
        const page = await open({ at, viewport });
        await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
        expect(await width_beyond(page), at).toBeLessThanOrEqual(0);
        await page.context().close();
      }
    }
  });

  it("does not move while it comes", async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await open({ viewport, kept: { game: GAME } });
      await page.waitForTimeout(500);
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                sum += (entry as unknown as { value: number }).value;
            }).observe({ type: "layout-shift", buffered: true });
            setTimeout(() => resolve(sum), 100);
          }),
      );
      expect(shift, `${viewport.width}`).toBe(0);
    }
  });
});

describe("the frame", () => {
  it("moves the focus to the heading of the screen, and names it in the title", async () => {
    const page = await open({ viewport: DESKTOP });
    expect(await page.title()).toBe("Aeroplane Chess");
    await page.getByRole("link", { name: "Settings" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Settings");
    expect(await page.title()).toBe("Settings · Aeroplane Chess");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Aeroplane Chess" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    expect(await page.title()).toBe("Aeroplane Chess");
  });

  it("is skipped by the first key", async () => {
    const page = await open();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      "Skip to the content",
    );
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });

  it("has its menu on a phone, which closes and gives the focus back", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Statistics" }).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu", expanded: false }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Menu",
    );
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator("#menu").getByRole("link", { name: "Rules" }).click();
    await page.waitForURL("**/#/rules");
    expect(await page.locator("#menu").isVisible()).toBe(false);
  });

  it("speaks the browser's language, and another when asked", async () => {
    const page = await open({ locale: "tr-TR" });
    expect(await page.locator("html").getAttribute("lang")).toBe("tr");
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("heading", { level: 1, name: "飞行棋" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
    expect(await page.title()).toBe("飞行棋");
    expect(await page.locator('link[rel="manifest"]').getAttribute("href")).toBe(
      "./manifest.zh.webmanifest",
    );
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "飞行棋" }).waitFor();
  });

  it("keeps a dialog's focus and gives it back", async () => {
    const page = await open({ at: "#/settings" });
    const button = page.getByRole("button", { name: "Delete everything" });
    await button.click();
    await page.getByRole("dialog").waitFor();
    expect(await violations(page)).toEqual([]);
    for (let i = 0; i < 5; ++i) {
      await page.keyboard.press("Tab");
      const where = await page.evaluate(
        () => document.activeElement?.closest("dialog, body")?.tagName,
      );
      expect(["DIALOG", "BODY"]).toContain(where); // BODY: the browser's own bar
    }
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("takes the theme that is set, on a device of the other", async () => {
    const page = await open({ colorScheme: "light", kept: { settings: { theme: "dark" } } });
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await background()).toBe("rgb(16, 22, 31)");
    expect(await page.locator('meta[name="theme-color"]').first().getAttribute("content")).toBe(
      "#10161f",
    );
  });
});

describe("what goes wrong", () => {
  it("is told when the engine does not come, and can be tried again", async () => {
    const page = await open({ is_to_fail: true });
    await page.route("**/*.wasm", (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "The game cannot start" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute("**/*.wasm");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: "Aeroplane Chess" }).waitFor();
  });

  it("is told in every language when none has come", async () => {
    const page = await open({ is_to_fail: true });
    await page.route("**/assets/en-*.js", (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await page.getByText("If nothing comes, load the page again.").waitFor({ timeout: 5000 });
    await page.getByText("sayfayı yeniden yükleyin").waitFor();
    expect(await page.getByText("⟨").count()).toBe(0);
  });

  it("in one screen leaves the others, and the game, alone", async () => {
    const page = await open({ kept: { game: GAME } });
    await page.route("**/Statistics-*.js", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: 'export default () => { throw new Error("planted"); };',
      }),
    );
    await page.goto(`${address}?again#/statistics`);
    await page.getByRole("heading", { name: "Something went wrong here" }).waitFor();
    expect(await page.locator("pre").textContent()).toBe("Error: planted");
    expect(await violations(page)).toEqual([]);
    await page.locator("main").getByRole("link", { name: "Play" }).click();
    await page.getByRole("link", { name: /^Continue/ }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("aeroplane.game"))).toBe(
      JSON.stringify(GAME),
    );
  });

  it("is told when the browser keeps nothing, and the game goes on", async () => {
    const page = await open();
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("", "QuotaExceededError");
      };
    });
    await page.reload();
    await page.getByText(/^This browser keeps nothing/).waitFor();
  });
});

describe("statistics", () => {
  it("take a record from a file and show it", async () => {
    const page = await open({ at: "#/statistics" });
    await page.getByLabel("Add records from files").setInputFiles({
      name: "one.aero",
      mimeType: "text/plain",
      buffer: Buffer.from(FINISHED),
    });
    await page.getByText("1 game was added.").waitFor();
    await page.getByRole("table", { name: "People" }).getByText("Ayşe").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.getByRole("table", { name: "People" }).getByText("Deniz").waitFor();
  });
});
