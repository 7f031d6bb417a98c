// The board looks as it did: pictures at three widths. To take them again after a change that was
// meant: AERO_PICTURES=take npm run test:browser pictures; look at them before you commit them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { no_faults, open } from "./harness";

const FOLDER = fileURLToPath(new URL("pictures/", import.meta.url));
const POSITION = "R:h,12,14,51 Y:hx2,22,c B:p,16,41,53 G:h,8x2,44 R 0 4 -";
const SIZES = [
  { width: 320, height: 700 },
  { width: 1180, height: 800 },
  { width: 1600, height: 1100 },
];
const JPEG = { type: "jpeg", quality: 85 } as const;
// The picture is looked at in so many cells a side, four a square: what fonts and graphics
// drivers draw differently is lost in them, and a plane is not.
const CELLS = 60;
const DIFFERENT = 28; // of 255, in one channel of a cell
const SLACK = 2; // cells: drawing without a graphics card differs in one

async function board_at(viewport: { width: number; height: number }, position: string) {
  const record = `[Rules "standard"]\n[Dice "seed 1 game 0"]\n[Start "${position}"]\n`;
  const page = await open({
    at: "#/table",
    kept: { game: { record }, settings: { speed: "off" } },
    reducedMotion: "reduce",
    viewport,
  });
  await page.locator(".stage button").first().waitFor();
  await page.mouse.move(0, 0);
  return page;
}

/** How many cells of two pictures differ; all of them where the sizes do. */
async function differing(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async ([cells, different, ...pictures]) => {
      const read = async (base64: string) => {
        const image = new Image();
        image.src = `data:image/jpeg;base64,${base64}`;
        await image.decode();
        // By halves, so that every pixel counts.
        let [source, size]: [CanvasImageSource, number] = [image, image.width];
        for (;;) {
          const next = Math.max(cells, Math.floor(size / 2));
          const canvas = new OffscreenCanvas(next, next);
          const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
          context.imageSmoothingQuality = "high";
          context.drawImage(source, 0, 0, next, next);
          if (next === cells) {
            return { size: image.width, data: context.getImageData(0, 0, cells, cells).data };
          }
          [source, size] = [canvas, next];
        }
      };
      const [a, b] = await Promise.all(pictures.map(read));
      if (!a || !b || Math.abs(a.size - b.size) > 2) return cells * cells;
      let count = 0;
      for (let cell = 0; cell < a.data.length; cell += 4) {
        const channels = [0, 1, 2].map((i) => (a.data[cell + i] ?? 0) - (b.data[cell + i] ?? 0));
        if (Math.max(...channels.map(Math.abs)) > different) count += 1;
      }
      return count;
    },
    [CELLS, DIFFERENT, one.toString("base64"), other.toString("base64")] as const,
  );
}

for (const size of SIZES) {
  test(`the board on a page ${size.width} wide`, async () => {
    const page = await board_at(size, POSITION);
    const taken = await page.locator(".stage").screenshot(JPEG);
    const file = `${FOLDER}board-${size.width}.jpg`;
    if (process.env.AERO_PICTURES === "take" || !existsSync(file)) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(file, taken);
      expect(process.env.AERO_PICTURES, `${file} was missing`).toBe("take");
    }
    expect(await differing(page, taken, readFileSync(file))).toBeLessThanOrEqual(SLACK);
    no_faults();
  });
}

test("a plane on the next square is seen to be elsewhere, and so is a missing tile", async () => {
  const [size] = SIZES as [(typeof SIZES)[number]];
  const page = await board_at(size, POSITION.replace("22,c", "23,c"));
  const kept = readFileSync(`${FOLDER}board-${size.width}.jpg`);
  expect(
    await differing(page, await page.locator(".stage").screenshot(JPEG), kept),
  ).toBeGreaterThan(9);

  const holed = await board_at(size, POSITION);
  await holed
    .locator(".stage .tile")
    .nth(20)
    .evaluate((tile) => tile.remove());
  expect(
    await differing(holed, await holed.locator(".stage").screenshot(JPEG), kept),
  ).toBeGreaterThan(3);
  no_faults();
});
