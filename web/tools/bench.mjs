// How soon the page answers, and how smoothly it moves: `npm run bench`, after a build of page and
// program. Figures of this machine's Chromium, which draws without a graphics card here and there.
import { chromium } from "playwright-core";
import { CHROMIUM, FLAGS, serve } from "./program.mjs";

const ROUNDS = 40;
const { address, stop } = await serve();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
await page.addInitScript(() => {
  const record = '[Dice "seed 7 game 0"]\n[Start "R:p,4,20,33 B:p,9,24,37 R 0 - -"]\n';
  localStorage.setItem("aeroplane.game", JSON.stringify({ record }));
});
await page.goto(`${address}#/table`);
await page.locator(".stage button, .stage").first().waitFor();
await page.waitForTimeout(1000);

const figures = await page.evaluate(async (rounds) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // To the end of the frame that shows the answer: after the one in which the key is handled.
  const answer = async (key) => {
    const start = performance.now();
    for (const type of ["keydown", "keyup"]) {
      document.body.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true }));
    }
    await frame();
    await new Promise((done) => setTimeout(done)); // what the frame painted is out
    return performance.now() - start;
  };
  const answers = { roll: [], choice: [] };
  const frames = [];
  const watch = async (ms) => {
    let last = await frame();
    for (const end = last + ms; last < end; ) {
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
  };
  for (let i = 0; i < rounds; i++) {
    answers.roll.push(await answer(" "));
    await watch(900);
    answers.choice.push(await answer("Enter"));
    await watch(900);
  }
  return { ...answers, frames };
}, ROUNDS);
await browser.close();
stop();

const at = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))];
console.log("ms                      median    p95   aim  count");
for (const [what, values, aim] of [
  ["roll to first frame", figures.roll, 50],
  ["choice to first frame", figures.choice, 50],
  ["frame while moving", figures.frames, 32],
]) {
  const [median, p95] = [0.5, 0.95].map((part) => at(values, part).toFixed(1).padStart(7));
  console.log(
    `${what.padEnd(22)} ${median}${p95}${String(aim).padStart(6)}${String(values.length).padStart(7)}`,
  );
}
