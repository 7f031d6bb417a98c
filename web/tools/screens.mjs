// Takes the pictures of the README: `npm run screens`, after ./play or a build of page and program.
// Needs Chromium, and pngquant to make them small.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { CHROMIUM, FLAGS, ROOT, serve } from "./program.mjs";

const FOLDER = `${ROOT}docs/screens`;
const RECORD = `[Seat R "Ayşe"]
[Bot Y "cautious"]
[Seat B "Tom"]
[Bot G "greedy"]
[Dice "seed 1 game 0"]
[Rules "standard"]
[Start "R:h,12,14,51 Y:hx2,22,c B:p,16,41,53 G:h,8x2,44 R 0 4 -"]
`;
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };
const PICTURES = [
  { name: "home", at: "", viewport: PHONE, kept: {} },
  { name: "table", at: "#/table", viewport: PHONE, kept: { game: { record: RECORD } } },
  { name: "rules", at: "#/rules/jump", viewport: PHONE, colorScheme: "dark", kept: {} },
  {
    name: "desktop",
    at: "#/table",
    viewport: DESKTOP,
    colorScheme: "dark",
    kept: { game: { record: RECORD } },
  },
];

const { address, stop } = await serve();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
mkdirSync(FOLDER, { recursive: true });
for (const { name, at, kept, ...options } of PICTURES) {
  const context = await browser.newContext({ locale: "en", deviceScaleFactor: 1.5, ...options });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) {
      localStorage.setItem(`aeroplane.${key}`, JSON.stringify(value));
    }
  }, kept);
  const page = await context.newPage();
  await page.goto(address + at);
  await page.locator("h1").first().waitFor();
  await page.waitForTimeout(1500); // the die has settled
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  execFileSync("pngquant", [
    "--force",
    "--ext",
    ".png",
    "--quality",
    "70-95",
    `${FOLDER}/${name}.png`,
  ]);
  await context.close();
}
await browser.close();
stop();
