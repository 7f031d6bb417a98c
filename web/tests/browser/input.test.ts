// No input is lost, and none counts twice: impatient fingers, keys that are held down, input while
// something is being shown, a page that nobody sees.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { DESKTOP, no_faults } from "./harness";
import {
  AT_ONCE,
  chosen,
  deal_again,
  dealt,
  expect_at,
  inputs_of,
  next,
  record_kept,
  rolled,
  SLOW,
  scene_of,
  sit_down,
  stop_clock,
  UNHURRIED,
} from "./playing";

afterEach(no_faults);

// Red rolls a 4, and has four moves with it.
const TO_ROLL = dealt("R:hx2,12,14 B:hx4 R 0 - -", { seed: 2 });
const MOVES = ["h-p", "12-16", "14-18^22", "14-18~30"];
// The die lies.
const TO_CHOOSE = dealt("R:hx2,12,14 B:hx4 R 0 4 -");
// Red rolls a 5, which moves nothing, and it is Blue's turn.
const TO_LOSE = dealt("R:hx4 B:hx4 R 0 - -", { seed: 10 });

async function middle_of(page: Page, selector: string): Promise<[number, number]> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`not there: ${selector}`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const inputs = async (page: Page) => inputs_of(await record_kept(page));

/**
 * Two clicks or taps 60 ms apart by the clock of whoever makes them, however long the page takes to
 * hear of them.
 */
async function twice(page: Page, [x, y]: [number, number], by: "mouse" | "finger") {
  const browser = await page.context().newCDPSession(page);
  const begin_s = Date.now() / 1000;
  for (const count of [1, 2]) {
    const timestamp = begin_s + 0.06 * (count - 1);
    if (by === "finger") {
      for (const type of ["touchStart", "touchEnd"] as const) {
        const touchPoints = type === "touchStart" ? [{ x, y }] : [];
        await browser.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp });
      }
    } else {
      for (const type of ["mousePressed", "mouseReleased"] as const) {
        const click = { type, x, y, button: "left", clickCount: count, timestamp } as const;
        await browser.send("Input.dispatchMouseEvent", click);
      }
    }
  }
  await browser.detach();
}

/** What is kept stays so while whatever was going to happen had time to. */
async function expect_inputs(page: Page, expected: string[]): Promise<void> {
  await expect.poll(() => inputs(page)).toEqual(expected);
  await page.waitForTimeout(200);
  expect(await inputs(page)).toEqual(expected);
}

describe("a double click", () => {
  for (const [speed, settings] of Object.entries({ off: AT_ONCE, slow: SLOW })) {
    it(`rolls once, speed ${speed}`, async () => {
      const page = await sit_down(TO_ROLL, { viewport: DESKTOP, settings });
      for (const [record, selector, roll] of [
        [TO_ROLL, ".dock .roll", "4"],
        [TO_ROLL, ".dock button.die", "4"],
        [TO_LOSE, ".dock .roll", "5"],
        [TO_LOSE, ".dock button.die", "5"],
      ] as const) {
        await deal_again(page, record);
        await twice(page, await middle_of(page, selector), "mouse");
        await expect_inputs(page, [roll]);
      }
    });

    it(`plays one move, speed ${speed}`, async () => {
      const page = await sit_down(TO_CHOOSE, { viewport: DESKTOP, settings });
      for (const [selector, move] of [
        [".choices li:nth-child(1) button", "h-p"],
        [".choices li:nth-child(2) button", "12-16"],
        ['[data-offer="1"]', "12-16"],
      ] as const) {
        await deal_again(page, TO_CHOOSE);
        await twice(page, await middle_of(page, selector), "mouse");
        await expect_inputs(page, [move]);
      }
    });
  }

  it("on a plane that can do two things only opens them", async () => {
    const page = await sit_down(TO_CHOOSE, { viewport: DESKTOP });
    await twice(page, await middle_of(page, '[data-offer="2"]'), "mouse");
    await expect_inputs(page, []);
    await twice(page, await middle_of(page, '[data-target="3"]'), "mouse");
    await expect_inputs(page, ["14-18~30"]);
  });

  it("by finger is one input too", async () => {
    const page = await sit_down(TO_LOSE, { hasTouch: true, isMobile: true });
    await twice(page, await middle_of(page, ".dock button.die"), "finger");
    await expect_inputs(page, ["5"]);
    await deal_again(page, TO_CHOOSE);
    await twice(page, await middle_of(page, ".choices li:nth-child(1) button"), "finger");
    await expect_inputs(page, ["h-p"]);
  });
});

describe("a key that is held down", () => {
  async function hold(page: Page, key: string): Promise<void> {
    for (let i = 0; i < 10; ++i) await page.keyboard.down(key);
    await page.keyboard.up(key);
  }

  it("rolls once, also where it presses the button", async () => {
    const page = await sit_down(TO_LOSE, { viewport: DESKTOP });
    for (const key of ["Space", "r", "Enter"]) {
      for (const has_focus of [false, true]) {
        await deal_again(page, TO_LOSE);
        if (has_focus) await page.locator(".dock .roll").focus();
        await hold(page, key);
        await expect_inputs(page, ["5"]);
      }
    }
  });

  it("selects, and does not play", async () => {
    const page = await sit_down(TO_CHOOSE, { viewport: DESKTOP });
    await hold(page, "2");
    await expect_inputs(page, []);
    await hold(page, "Enter");
    await expect_inputs(page, ["12-16"]);
  });
});

describe("while something is being shown", () => {
  it("a press shows its end at once, and chooses nothing unseen", async () => {
    const page = await sit_down(TO_ROLL, { viewport: DESKTOP, settings: SLOW });
    for (const key of ["Space", "Enter", "1", "ArrowDown"]) {
      await deal_again(page, TO_ROLL);
      await page.locator(".dock .roll").click();
      expect(await inputs(page)).toEqual(["4"]);
      expect(await page.locator(".choices").count()).toBe(0);
      await page.keyboard.press(key);
      expect(await page.locator(".choices button").count()).toBe(MOVES.length);
      await expect_inputs(page, ["4"]);
    }
  });

  it("the button that skips ahead does only that", async () => {
    const page = await sit_down(TO_ROLL, { viewport: DESKTOP, settings: SLOW });
    await page.locator(".dock .roll").click();
    await page.getByRole("button", { name: "skip ahead" }).click();
    expect(await page.locator(".choices button").count()).toBe(MOVES.length);
    await expect_inputs(page, ["4"]);
  });

  it("a roll is not lost: it hurries what the bot does, and rolls", async () => {
    const record = dealt("R:hx3,5 B:hx3,5 B 0 3 -", { bots: { B: "greedy" } });
    const page = await sit_down(record, { viewport: DESKTOP, settings: SLOW });
    await expect.poll(() => inputs(page)).toEqual(["5-8"]);
    expect(await page.locator(".dock .roll").count()).toBe(0);
    await page.keyboard.press("Space");
    await expect_at(page, rolled(chosen(scene_of(record), "5-8")));
  });

  it("touching the board does nothing", async () => {
    const page = await sit_down(TO_CHOOSE, { viewport: DESKTOP, settings: SLOW });
    const plane = await middle_of(page, '[data-offer="1"]');
    await page.locator(".choices button").first().click();
    await page.mouse.click(...plane);
    await page.waitForTimeout(600); // longer than a double click takes
    await page.mouse.click(...plane);
    await expect_inputs(page, ["h-p"]);
  });
});

describe("Space twenty times", () => {
  const press = async (page: Page) => {
    for (let i = 0; i < 20; ++i) await page.keyboard.press("Space");
  };

  // Only a six takes off, and none comes.
  const LOSING = dealt("R:hx4 B:hx4 R 0 - -", { rules: "takeoff=6", seed: 36 });

  it("is a roll for each person in turn, twenty in all", async () => {
    const page = await sit_down(LOSING, { viewport: DESKTOP });
    await press(page);
    let scene = scene_of(LOSING);
    for (let i = 0; i < 20; ++i) scene = rolled(scene);
    await expect_at(page, scene);
  });

  it("rolls for nobody who has not seen that it is their turn: every second one only hurries", async () => {
    const page = await sit_down(LOSING, { viewport: DESKTOP, settings: SLOW });
    await press(page);
    let scene = scene_of(LOSING);
    for (let i = 0; i < 10; ++i) scene = rolled(scene);
    await expect_at(page, scene);
  });

  it("plays nothing, also where it presses the button", async () => {
    for (const settings of [AT_ONCE, SLOW]) {
      const page = await sit_down(TO_ROLL, { viewport: DESKTOP, settings });
      await page.locator(".dock .roll").focus();
      await press(page);
      await expect_at(page, rolled(scene_of(TO_ROLL)));
    }
  });

  it("does not roll for a bot", async () => {
    const record = dealt("R:hx4 B:hx4 R 0 - -", { seed: 10, bots: { B: "greedy" } });
    const page = await sit_down(record, { viewport: DESKTOP, settings: UNHURRIED });
    await stop_clock(page);
    await press(page);
    await expect_inputs(page, ["5"]);
    await page.clock.runFor(5000);
    await expect_at(page, next(rolled(scene_of(record))));
  });
});

describe("a page that nobody sees", () => {
  const hide = (page: Page, is_hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, is_hidden);

  it("ends what is being shown, lets no bot play, and goes on when it is seen", async () => {
    const record = dealt("R:hx3,12 B:hx3,5 R 0 3 -", { bots: { B: "greedy" } });
    const page = await sit_down(record, { viewport: DESKTOP, settings: SLOW });
    await page.keyboard.press("Enter");
    await hide(page, true);
    await expect_at(page, chosen(scene_of(record), "12-15"));
    await expect_inputs(page, ["12-15"]);
    await hide(page, false);
    await expect.poll(() => inputs(page)).toHaveLength(2);
    expect(await record_kept(page)).toBe(next(chosen(scene_of(record), "12-15")).record);
  });
});
