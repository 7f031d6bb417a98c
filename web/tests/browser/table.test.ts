// What helps at the table, by key and by button; and a table at which people pass the device around.
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { DESKTOP, no_faults } from "./harness";
import {
  AT_ONCE,
  chosen,
  dealt,
  expect_at,
  inputs_of,
  pieces_of,
  pieces_seen,
  record_kept,
  rolled,
  scene_of,
  sit_down,
  take_on_board,
  with_finger,
} from "./playing";

afterEach(no_faults);

const names = { R: "Ayşe", B: "Deniz" };
const GAME = dealt("R:hx2,12,14 B:hx2,30,39 R 0 4 -", { names });

const caption = (page: Page) => page.locator(".dock .caption");
const subtitle = (page: Page) => page.locator(".turn p");

/** What a window says, which is closed afterwards. */
async function read(page: Page, name: string, what = "li"): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name });
  await dialog.waitFor();
  const lines = await dialog.locator(what).allTextContents();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return lines;
}

/** What is asked for by its key, and by its button: one of the tools, or among "More". */
const WAYS = {
  "by key": (page: Page, key: string) => page.keyboard.press(key),
  "by button": async (page: Page, _: string, name: string) => {
    const tool = page.getByRole("group", { name: "Tools" }).getByRole("button", { name });
    if (await tool.count()) return tool.click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("dialog", { name: "More" }).getByRole("button", { name }).click();
  },
};

it("a window opens while another has closed and the page has not heard of it", async () => {
  const page = await sit_down(GAME, { viewport: DESKTOP });
  await page.keyboard.press("b");
  await page.getByRole("dialog", { name: "The board" }).waitFor();
  await page.evaluate(async () => {
    document.querySelector<HTMLDialogElement>("dialog[open]")?.requestClose();
    await null;
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "m", bubbles: true }));
  });
  expect(await read(page, "Legal moves")).toHaveLength(4);
});

describe.each(Object.entries(WAYS))("%s", (_, ask) => {
  it("the board, threats, moves and help are read", async () => {
    const page = await sit_down(GAME, { viewport: DESKTOP });
    await ask(page, "b", "read the board");
    expect(await read(page, "The board")).toEqual([
      "Red: 2 in the hangar, a plane on 12, a plane on 14.",
      "Blue: 2 in the hangar, a plane on 30, a plane on 39.",
      "Red’s turn: the die shows 4, choose a move.",
    ]);
    await ask(page, "t", "threats");
    expect(await read(page, "Threats")).toEqual([
      "a plane on 14: Blue can send it home with 1.",
      "a plane on 12: Blue can send it home with 4.",
    ]);
    await ask(page, "m", "moves");
    expect(await read(page, "Legal moves")).toEqual([
      "takes off",
      "12 → 16",
      "14 → 18, jumps to 22",
      "14 → 18, flies to 30",
    ]);
    await ask(page, "?", "help");
    const keys = await read(page, "Help", "dl div");
    expect(keys).toHaveLength(15);
    expect(keys.map((each) => each.replace(/\s+/g, " ").trim())).toContain("H hint");
    expect(await record_kept(page)).toBe(GAME);
  });

  it("a hint selects, the last move is shown again, a choice is taken back", async () => {
    const page = await sit_down(GAME, { viewport: DESKTOP });
    await ask(page, "h", "hint");
    await expect.poll(() => caption(page).textContent()).toContain("Hint: choice 1.");
    const selected = page.locator('.choices [aria-current="true"] .number');
    expect(await selected.allTextContents()).toEqual(["1"]);
    await ask(page, "l", "last move");
    await expect.poll(() => caption(page).textContent()).toContain("no last move to show");

    await page.keyboard.press("4");
    await page.keyboard.press("4");
    const moved = chosen(scene_of(GAME), "14-18~30");
    await expect_at(page, moved);
    await ask(page, "l", "last move");
    expect(await subtitle(page).textContent()).toBe("Rolled 4");
    expect(await page.locator(".dock .roll").count()).toBe(0);
    await page.getByRole("button", { name: "skip ahead" }).click();
    await expect_at(page, moved);

    await page.locator(".dock .roll").click();
    await expect_at(page, rolled(moved));
    await ask(page, "u", "take back");
    await expect
      .poll(() => caption(page).textContent())
      .toContain("Taken back to the last choice.");
    const kept = await record_kept(page);
    expect(kept).toContain("14-18~30");
    expect(kept).toMatch(/<takeback 2>/);
    expect(scene_of(kept).position).toBe("R:hx2,12,14 B:hx2,30,39 R 0 4 -");
    await expect_at(page, scene_of(kept));
    expect(await page.locator(".log .back").count()).toBe(1); // a roll alone has no line
    await page.keyboard.press("2");
    await page.keyboard.press("2");
    const again = scene_of(await record_kept(page));
    expect(again.position).toBe("R:hx2,14,16 B:hx2,30,39 B 0 - -");
    await expect_at(page, again);
  });
});

it("the last move is shown again from where it began", async () => {
  const page = await sit_down(GAME, { viewport: DESKTOP, settings: { speed: "slow" } });
  for (const key of ["4", "4", "Enter", "l"]) await page.keyboard.press(key);
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = 0;
    }
  });
  expect(await pieces_seen(page)).toEqual(pieces_of(scene_of(GAME)));
  await page.keyboard.press("Enter");
  await expect_at(page, chosen(scene_of(GAME), "14-18~30"));
});

it("a key of one's own takes the place of the usual one", async () => {
  const page = await sit_down(GAME, { viewport: DESKTOP });
  const hinted = () => caption(page).textContent();
  await page.getByRole("link", { name: "Settings" }).first().click();
  const button = page.getByRole("button", { name: "H", exact: true });
  await button.click();
  await page.getByText("Press a key…").waitFor();
  await page.keyboard.press("t");
  await page.getByText("T already means “threats”.").waitFor();
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "X", exact: true }).waitFor();
  await page.goBack();
  await page.locator("main.play").waitFor();
  await page.keyboard.press("h");
  await page.waitForTimeout(200);
  expect(await hinted()).not.toContain("Hint");
  await page.keyboard.press("x");
  await expect.poll(hinted).toContain("Hint: choice 1.");
  await page.reload();
  await page.locator("main.play").waitFor();
  await page.keyboard.press("x");
  await expect.poll(hinted).toContain("Hint: choice 1.");
  await page.keyboard.press("?");
  const keys = await read(page, "Help", "dl div");
  expect(keys.map((each) => each.replace(/\s+/g, " ").trim())).toContain("X hint");
});

it("keys are off while a window is open", async () => {
  const page = await sit_down(GAME, { viewport: DESKTOP });
  await page.keyboard.press("b");
  for (const key of ["1", "1", "Space", "u", "t"]) await page.keyboard.press(key);
  expect(await read(page, "The board")).toHaveLength(3);
  expect(inputs_of(await record_kept(page))).toEqual([]);
});

describe("people who pass the device around", () => {
  // Red loses a 5, Blue a 3.
  const LOST = dealt("R:hx4 B:hx4 R 0 - -", { names, seed: 10 });
  const quarters = (page: Page) =>
    page.locator(".stage").evaluate((stage) => {
      const { a, b } = new DOMMatrix(getComputedStyle(stage).transform);
      return (Math.round((Math.atan2(b, a) * 2) / Math.PI) + 4) % 4;
    });

  it("are told whom to pass it to, and roll when they have it", async () => {
    const page = await sit_down(LOST);
    expect(await subtitle(page).textContent()).toBe("Roll the die");
    await page.locator(".dock .roll").click();
    expect(await page.title()).toBe("■ Blue’s turn (Deniz) · Aeroplane Chess");
    expect(await subtitle(page).textContent()).toBe("Pass the device to Deniz");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(await quarters(page)).toBe(0);
    await page.locator(".dock .roll").click();
    expect(inputs_of(await record_kept(page))).toHaveLength(2);
    expect(await subtitle(page).textContent()).not.toContain("Deniz");
  });

  it("have the board turned to them, once they are there", async () => {
    const settings = { ...AT_ONCE, turn_board: true };
    const page = await sit_down(LOST, { settings, hasTouch: true, isMobile: true });
    expect(await quarters(page)).toBe(0);
    await page.locator(".dock .roll").tap();
    const blue = rolled(scene_of(LOST));
    expect(blue.turn).toBe("B");
    const dialog = page.getByRole("dialog", { name: "Pass the device to Deniz" });
    await dialog.waitFor();
    await page.keyboard.press("r");
    await page.reload();
    await dialog.waitFor();
    expect(await quarters(page)).toBe(0);
    await expect_at(page, blue);
    await dialog.getByRole("button", { name: "I am Deniz" }).tap();
    await expect.poll(() => quarters(page)).toBe(2);
    await expect_at(page, blue, 2);
    await page.reload();
    await expect.poll(() => quarters(page)).toBe(2);
    await page.locator(".dock .roll").tap();
    await expect_at(page, rolled(blue), 2);
  });

  it("touch what they see on a turned board", async () => {
    const settings = { ...AT_ONCE, turn_board: true };
    const record = dealt("R:hx3,5 B:hx2,12,14 B 0 4 -", { names });
    const page = await sit_down(record, { settings, hasTouch: true, isMobile: true });
    await expect_at(page, scene_of(record), 2);
    await take_on_board(page, with_finger(page), scene_of(record).choices, 3);
    await expect_at(page, chosen(scene_of(record), "14-18~30"), 2);
    await page.getByRole("dialog", { name: "Pass the device to Ayşe" }).waitFor();
  });

  it("leave it where one plays against bots: it lies for that one", async () => {
    for (const [seat, turned] of [
      ["Y", 3],
      ["G", 1],
    ] as const) {
      const bots = { R: "greedy", [seat === "Y" ? "G" : "Y"]: "greedy" };
      const record = dealt(`R:hx4 Y:hx4 G:hx4 ${seat} 0 - -`, { bots });
      const page = await sit_down(record);
      expect(await quarters(page)).toBe(turned);
      await expect_at(page, scene_of(record), turned);
    }
  });
});
