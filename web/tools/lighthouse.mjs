// What Lighthouse says of the built page on its idea of a phone: `npm run lighthouse [PATH]`, after a
// build of page and program. Exits 1 below 95 in any category.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { CHROMIUM, FLAGS, serve } from "./program.mjs";

const ENOUGH = 95;
const { address, stop } = await serve();
const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: FLAGS });
const { lhr } = await lighthouse(`${address}${process.argv[2] ?? ""}`, { port: chrome.port });
chrome.kill();
stop();
let is_enough = true;
for (const { title, score } of Object.values(lhr.categories)) {
  console.log(`${String(Math.round(100 * score)).padStart(4)}  ${title}`);
  is_enough &&= 100 * score >= ENOUGH;
}
for (const { title, score, scoreDisplayMode: mode, displayValue } of Object.values(lhr.audits)) {
  if (score !== null && score < 0.9 && mode !== "informative") {
    console.log(`      ${title}${displayValue ? `: ${displayValue}` : ""}`);
  }
}
process.exit(is_enough ? 0 : 1);
