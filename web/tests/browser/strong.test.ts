// The bots that judge by the net: its module comes when one of them sits at the table.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { WASM } from "../../src/app/replay/door.fixture";
import type { Door, Scene } from "../../src/engine/door";
import { open_engine } from "../../src/engine/engine";
import { DESKTOP, no_faults, open } from "./harness";
import {
  AT_ONCE,
  chosen,
  dealt,
  record_kept,
  rolled,
  scene_of,
  sit_down,
  value_of,
  whim,
} from "./playing";

afterEach(no_faults);

const NET = /\.net$|-strong.*\.wasm$/;
const GAME = dealt("R:hx2,12,14 B:hx2,5,9 R 0 - -", { seed: 1, bots: { B: "champion" } });

async function strong_door(): Promise<Door> {
  const { door, take_net } = await open_engine(
    readFileSync(WASM.replace(/\.wasm$/, "-strong.wasm")),
  );
  const { buffer, byteOffset, byteLength } = readFileSync("../libs/eval/net/standard.net");
  const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  expect(take_net(file)).toBe(true);
  return door;
}

/** Addresses of the net and its module, as they are asked for. */
function asked_of(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (NET.test(request.url())) asked.push(request.url());
  });
  return asked;
}

/** The same game as far as a person's next input. */
function played_on(door: Door, from: Scene): Scene {
  let scene = from;
  while (scene.phase !== "over" && scene.turn !== "R") {
    if (scene.phase === "roll") scene = rolled(scene);
    else scene = chosen(scene, value_of(door.bot_move({ record: scene.record })).move);
  }
  return scene;
}

test("champion is chosen in the set-up, and its net is fetched for the game alone", async () => {
  const page = await open({ viewport: DESKTOP, kept: { settings: AT_ONCE } });
  const asked = asked_of(page);
  for (const seat of ["Yellow", "Blue", "Green"]) {
    await page.getByLabel(`Who plays ${seat}`).selectOption("champion");
  }
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator("main.play").waitFor();
  await expect.poll(() => asked.length).toBe(2);
  expect(await page.getByText("bot (champion)").count()).toBeGreaterThanOrEqual(3);
});

test("champion plays in the page as everywhere", async () => {
  const strong = await strong_door();
  const page = await sit_down(GAME);
  let scene = scene_of(GAME);
  for (let turn = 0; turn < 12 && scene.phase !== "over"; ++turn) {
    await page.locator(".roll, .choices").first().waitFor();
    if (scene.phase === "roll") {
      scene = rolled(scene);
      await page.locator(".roll").click();
    } else {
      const index = whim(scene);
      scene = chosen(scene, scene.choices[index]?.move ?? "");
      await page.locator(".choices button").nth(index).click();
    }
    scene = played_on(strong, scene);
    await expect.poll(() => record_kept(page)).toBe(scene.record);
  }
});

test("where the net does not come, the game waits until it does", async () => {
  const game = dealt("R:hx2,12,14 B:hx2,5,9 B 0 3 -", { seed: 1, bots: { B: "master" } });
  const kept = { game: { record: game, is_begun: true }, settings: AT_ONCE };
  const page = await open({ at: "#/rules", kept, is_to_fail: true });
  await page.route(NET, (route) => route.fulfill({ status: 503 }));
  await page.evaluate(() => {
    location.hash = "#/table";
  });
  await page.locator(".dock").getByText("Nothing of the game is lost.").waitFor();
  expect(await record_kept(page)).toBe(scene_of(game).record);
  await page.unroute(NET);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => record_kept(page)).not.toBe(scene_of(game).record);
  await page.locator(".roll").waitFor();
});
