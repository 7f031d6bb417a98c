// Makes the PNG icons of public/ from public/icon.svg: `npm run icons`. Needs rsvg-convert and pngquant.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../public/", import.meta.url));
const round = readFileSync(`${folder}icon.svg`, "utf8");
// Systems that cut icons to a shape of their own want the whole square painted, and what matters
// within the inner 80 %.
const whole = round.replace(' rx="14"', "").replace("scale(0.5)", "scale(0.4)");
if (whole.length === round.length) throw new Error("icon.svg is not what this script knows");

function png(name, svg, size) {
  const pixels = execFileSync("rsvg-convert", ["-w", `${size}`, "-h", `${size}`], { input: svg });
  writeFileSync(
    `${folder}${name}.png`,
    execFileSync("pngquant", ["--strip", "--speed", "1", "64", "-"], { input: pixels }),
  );
}

png("icon-192", round, 192);
png("icon-512", round, 512);
png("icon-maskable-512", whole, 512);
png("apple-touch-icon", whole, 180);
