// A real Chromium on the built page. One browser a test file, a fresh context a page.
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";

export const PHONE = { width: 360, height: 740 };
export const SMALL_PHONE = { width: 320, height: 568 };
export const DESKTOP = { width: 1280, height: 800 };

export const address: string = inject("address");
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"].concat(
      ["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      ["--font-render-hinting=none", "--force-color-profile=srgb"],
    ),
  });
});

afterAll(async () => {
  await browser?.close();
});

export interface Wish extends BrowserContextOptions {
  /** What lies on the device already, by its name without prefix; such as { game: { record } }. */
  kept?: Record<string, unknown>;
  /** The fragment to open, such as "#/rules". */
  at?: string;
  /** Of another server than that of all tests. */
  from?: string;
  /** Runs in the page before anything else does. */
  first?: () => void;
  /** Faults are what the test is about: those of this page, however late they come, are none. */
  is_to_fail?: boolean;
  /** Service workers are off unless a test is about them. */
  worker?: boolean;
}

/**
 * A page in a context of its own: English, a phone, animations off unless told otherwise. A test
 * fails by itself when the page logs an error or throws.
 */
export async function open(wish: Wish = {}): Promise<Page> {
  const {
    kept = {},
    at = "",
    from = address,
    first,
    worker = false,
    is_to_fail = false,
    ...options
  } = wish;
  const context = await browser.newContext({
    viewport: PHONE,
    locale: "en",
    serviceWorkers: worker ? "allow" : "block",
    ...options,
  });
  await context.addInitScript((values) => {
    if (sessionStorage.getItem("test.kept")) return; // a reload finds what the page left
    sessionStorage.setItem("test.kept", "yes");
    for (const [name, value] of Object.entries(values)) {
      localStorage.setItem(`aeroplane.${name}`, JSON.stringify(value));
    }
  }, kept);
  if (first) await context.addInitScript(first);
  const page = await context.newPage();
  if (!is_to_fail) {
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
  }
  await page.goto(from + at);
  await page.locator("h1").first().waitFor();
  return page;
}

const faults: string[] = [];

/** What pages said that they should not have said since the last call. */
export function no_faults(): void {
  expect(faults.splice(0)).toEqual([]);
}
