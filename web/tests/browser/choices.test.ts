// Every choice that the rules give is asked on the board, by a button and by a number key, and each
// way plays exactly that move.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import type { Choice } from "../../src/engine/door";
import { DESKTOP, no_faults } from "./harness";
import {
  deal_again,
  dealt,
  expect_at,
  inputs_of,
  record_kept,
  scene_of,
  sit_down,
  take_on_board,
  with_finger,
  with_mouse,
} from "./playing";

afterEach(no_faults);

interface Case {
  rules?: string;
  position: string; // a roll waits in it
  moves: Record<string, string>; // each with the position that it leads to
}

const CASES: Record<string, Case> = {
  "to fly or not": {
    position: "R:hx3,16 B:hx4 R 0 2 -",
    moves: {
      "h-p": "R:hx2,p,16 B:hx4 B 0 - -",
      "16-18^22": "R:hx3,22 B:hx4 B 0 - -",
      "16-18~30": "R:hx3,30 B:hx4 B 0 - -",
    },
  },
  "to jump into a flight": {
    position: "R:10,cx3 B:hx3,53 R 0 4 -",
    moves: {
      "10-14^18": "R:18,cx3 B:hx3,53 B 0 - -",
      "10-14^18~30": "R:30,cx3 B:hx4 B 0 - -",
    },
  },
  "to stack or to stand beside": {
    position: "R:12x2,17,c B:hx4 R 0 5 -",
    moves: {
      "12x2-17": "R:17x2,17,c B:hx4 B 0 - -",
      "12x2-17+": "R:17x3,c B:hx4 B 0 - -",
      "17-22^26": "R:12x2,26,c B:hx4 B 0 - -",
    },
  },
  "which of two pieces": {
    position: "R:5,20,cx2 B:hx3,49 R 0 3 -",
    moves: {
      "5-8": "R:8,20,cx2 B:hx3,49 B 0 - -",
      "20-23": "R:5,23,cx2 B:hx4 B 0 - -",
    },
  },
  "to move or to pass": {
    rules: "move=may",
    position: "R:5,cx3 B:hx4 R 0 3 -",
    moves: { "5-8": "R:8,cx3 B:hx4 B 0 - -", pass: "R:5,cx3 B:hx4 B 0 - -" },
  },
  "to jump on after a flight": {
    rules: "onward=may",
    position: "R:16,cx3 B:hx4 R 0 2 -",
    moves: {
      "16-18^22": "R:22,cx3 B:hx4 B 0 - -",
      "16-18~30": "R:30,cx3 B:hx4 B 0 - -",
      "16-18~30^34": "R:34,cx3 B:hx4 B 0 - -",
    },
  },
  "all of this at once": {
    rules: "onward=may,move=may",
    position: "R:h,16,22,34 B:hx2,4,53 R 0 2 -",
    moves: {
      "h-p": "R:p,16,22,34 B:hx2,4,53 B 0 - -",
      "16-18^22": "R:h,22,22,34 B:hx2,4,53 B 0 - -",
      "16-18^22+": "R:h,22x2,34 B:hx2,4,53 B 0 - -",
      "16-18~30": "R:h,22,30,34 B:hx4 B 0 - -",
      "16-18~30^34": "R:h,22,34,34 B:hx4 B 0 - -",
      "16-18~30^34+": "R:h,22,34x2 B:hx4 B 0 - -",
      "22-24": "R:h,16,24,34 B:hx2,4,53 B 0 - -",
      "34-36": "R:h,16,22,36 B:hx2,4,53 B 0 - -",
      pass: "R:h,16,22,34 B:hx2,4,53 B 0 - -",
    },
  },
};

// Where nothing is: after it, a touch where the game before was touched is not a double one.
const ASIDE = [2, 2] as const;

type Way = (page: Page, choices: readonly Choice[], index: number) => Promise<void>;

async function play_all(page: Page, way: Way, can_pass = true): Promise<void> {
  for (const { position, rules, moves } of Object.values(CASES)) {
    const record = dealt(position, { rules });
    const { choices } = scene_of(record);
    expect(choices.map(({ move }) => move)).toEqual(Object.keys(moves));
    for (const [index, [move, after]] of Object.entries(moves).entries()) {
      if (move === "pass" && !can_pass) continue;
      await deal_again(page, record);
      expect(await page.locator(".choices button").count()).toBe(choices.length);
      await way(page, choices, index);
      const kept = await record_kept(page);
      expect(inputs_of(kept), `${position} ${move}`).toEqual([move]);
      const scene = scene_of(kept);
      expect(scene.position).toBe(after);
      await expect_at(page, scene);
    }
  }
}

describe("every choice is played", () => {
  const first = dealt("R:hx4 B:hx4 R 0 - -");

  it("on the board by finger", async () => {
    const page = await sit_down(first, { hasTouch: true, isMobile: true });
    const touch = with_finger(page);
    await play_all(
      page,
      async (_, choices, i) => {
        await touch(...ASIDE);
        await take_on_board(page, touch, choices, i);
      },
      false,
    );
  });

  it("on the board by mouse", async () => {
    const page = await sit_down(first, { viewport: DESKTOP });
    const touch = with_mouse(page);
    await play_all(page, (_, choices, i) => take_on_board(page, touch, choices, i), false);
  });

  it("by its button", async () => {
    const page = await sit_down(first, { hasTouch: true, isMobile: true });
    await play_all(page, async (_, __, i) => {
      await page.touchscreen.tap(...ASIDE);
      await page.locator(".choices button").nth(i).tap();
    });
  });

  it("by its number", async () => {
    const page = await sit_down(first, { viewport: DESKTOP });
    await play_all(page, async (_, choices, i) => {
      const number = String(i + 1);
      const selected = page.locator('.choices button[aria-current="true"] .number');
      if (choices.length > 1) await page.keyboard.press(number);
      expect(await selected.allTextContents()).toEqual([number]);
      expect(inputs_of(await record_kept(page))).toEqual([]);
      await page.keyboard.press(number);
    });
  });
});
