// Takes the pictures of the README: `npm run screens`, after ./play or a build of page and program.
// Needs Chromium, and pngquant to make them small.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
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

const server = spawn(`${ROOT}build/release/aeroplane`, ["serve", "--port", "0"]);
const address = await new Promise((resolve) => {
  server.stdout.on("data", (bytes) => resolve(/http:\/\/\S+/.exec(bytes)[0]));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
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
server.kill();
