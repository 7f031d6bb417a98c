// What is kept on the device: a page that is loaded again goes on exactly there, two windows do not
// play the same game, and where nothing can be kept or read the person is told.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { DESKTOP, no_faults, open } from "./harness";
import {
  AT_ONCE,
  chosen,
  dealt,
  door,
  expect_at,
  finished,
  next,
  pieces_of,
  pieces_seen,
  record_kept,
  rolled,
  SLOW,
  scene_of,
  sit_down,
  stop_clock,
  touch_at,
  UNHURRIED,
  value_of,
  with_mouse,
} from "./playing";

afterEach(no_faults);

const TO_ROLL = dealt("R:hx2,12,14 B:hx4 R 0 - -", { seed: 2 }); // a 4
const TO_CHOOSE = dealt("R:hx2,12,14 B:hx4 R 0 4 -");

const title = (page: Page) => page.locator("main h1");
const choices = (page: Page) => page.locator(".choices button");

/** Loads the page again; what is kept does not change, then or a little later. */
async function reload(page: Page): Promise<void> {
  const before = await record_kept(page);
  await page.reload();
  await page.locator("main.play").waitFor();
  expect(await record_kept(page)).toBe(before);
  await page.waitForTimeout(200);
  expect(await record_kept(page)).toBe(before);
}

describe("a page that is loaded again", () => {
  it("shows who begins until that has been seen", async () => {
    const begun = value_of(
      door.begin({
        rules: "standard",
        players: [
          { seat: "R", name: "Ayşe", bot: "" },
          { seat: "B", name: "Deniz", bot: "" },
        ],
        seed: "7",
        first: "",
        tags: [],
      }),
    );
    const page = await sit_down(begun.record, { settings: SLOW, is_new: true });
    for (let i = 0; i < 2; ++i) {
      expect(await title(page).textContent()).toBe("Who begins?");
      expect(await page.locator(".dock .roll").count()).toBe(0);
      await reload(page);
    }
    await page.getByRole("button", { name: "skip ahead" }).click();
    expect(begun.turn).toBe("B");
    expect(await title(page).textContent()).toBe("Blue’s turn (Deniz)");
    await reload(page);
    expect(await title(page).textContent()).toBe("Blue’s turn (Deniz)");
    await page.locator(".dock .roll").click();
    await reload(page);
    await expect_at(page, rolled(begun));
  });

  it("waits for the roll, and then shows the die that fell", async () => {
    const page = await sit_down(TO_ROLL);
    await reload(page);
    await page.locator(".dock .roll").click();
    const lies = rolled(scene_of(TO_ROLL));
    expect(lies.roll).toBe(4);
    for (let i = 0; i < 2; ++i) {
      expect(await record_kept(page)).toBe(lies.record);
      await page.getByRole("button", { name: "The die shows 4" }).waitFor();
      expect(await choices(page).count()).toBe(4);
      await page.keyboard.press("Space"); // there is nothing to roll
      await reload(page);
    }
    await choices(page).nth(1).click();
    await expect_at(page, chosen(lies, "12-16"));
  });

  it("asks again for a choice that was only half made", async () => {
    const page = await sit_down(TO_CHOOSE, { viewport: DESKTOP });
    const mouse = with_mouse(page);
    await touch_at(page, mouse, '[data-offer="2"]');
    expect(await page.locator("[data-target]").count()).toBe(2);
    await reload(page);
    expect(await page.locator("[data-target]").count()).toBe(0);
    expect(await page.locator('.choices [aria-current="true"]').count()).toBe(0);
    await touch_at(page, mouse, '[data-offer="2"]');
    await touch_at(page, mouse, '[data-target="3"]');
    await expect_at(page, chosen(scene_of(TO_CHOOSE), "14-18~30"));
  });

  it("has what was being shown behind it", async () => {
    const page = await sit_down(TO_ROLL, { settings: SLOW });
    await page.locator(".dock .roll").click();
    expect(await choices(page).count()).toBe(0); // the die tumbles
    await reload(page);
    const lies = rolled(scene_of(TO_ROLL));
    await expect_at(page, lies);
    await choices(page).nth(3).click();
    const moved = chosen(lies, "14-18~30");
    expect(await pieces_seen(page)).not.toEqual(pieces_of(moved)); // the plane is on its way
    await reload(page);
    await expect_at(page, moved);
    await page.locator(".dock .roll").waitFor();
    expect(await title(page).textContent()).toBe("Blue’s turn");
  });

  it("lets the bot do what it was about to, once", async () => {
    const record = dealt("R:hx3,12 B:hx2,5,9 B 0 - -", { bots: { B: "greedy" }, seed: 2 });
    const page = await sit_down(record, { settings: UNHURRIED });
    await stop_clock(page);
    let scene = scene_of(record);
    for (const phase of ["roll", "choose"]) {
      expect(scene.phase).toBe(phase);
      await reload(page);
      scene = next(scene);
      await page.clock.runFor(2000);
      await expect_at(page, scene);
    }
  });

  it("shows the result until it has been seen, and lists the game once", async () => {
    const record = dealt("R:54,cx3 B:cx3,50 R 0 2 -");
    const page = await sit_down(record, { viewport: DESKTOP });
    const listed = () =>
      page.evaluate(
        () => JSON.parse(localStorage.getItem("aeroplane.ledger") ?? "{}").games?.length,
      );
    const dialog = page.getByRole("dialog", { name: "Red wins!" });
    await choices(page).click();
    for (let i = 0; i < 2; ++i) {
      await dialog.waitFor();
      await expect.poll(listed).toBe(1);
      await reload(page);
    }
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    await reload(page);
    expect(await dialog.count()).toBe(0);
    expect(await title(page).textContent()).toBe("Red wins!");
    await page.getByRole("button", { name: "The result" }).click();
    await dialog.waitFor();
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("heading", { name: "Aeroplane Chess", level: 1 }).waitFor();
    await expect.poll(() => record_kept(page)).toBe("");
    expect(await listed()).toBe(1);
  });
});

describe("two windows with the same game", () => {
  const ELSEWHERE = "This game is open in another tab or window and is played there.";

  /** A second window, in which the page finds what the first one left. */
  async function second_window(page: Page): Promise<Page> {
    const [other] = await Promise.all([
      page.context().waitForEvent("page"),
      page.evaluate(() => {
        window.open(location.href);
      }),
    ]);
    await other.locator("main.play").waitFor();
    return other;
  }

  it("play it in one of them, and hand it over when asked", async () => {
    const older = await sit_down(TO_CHOOSE, { viewport: DESKTOP });
    const newer = await second_window(older);
    await older.locator(".dock").getByText(ELSEWHERE).waitFor();
    await older.keyboard.press("1");
    await older.keyboard.press("1");
    await older.keyboard.press("u");
    expect(await record_kept(older)).toBe(TO_CHOOSE);

    await choices(newer).nth(1).click();
    const moved = chosen(scene_of(TO_CHOOSE), "12-16");
    await expect_at(newer, moved);
    await older.getByRole("button", { name: "Play here" }).click();
    await expect_at(older, moved);
    await newer.locator(".dock").getByText(ELSEWHERE).waitFor();
    await older.locator(".dock .roll").click();
    await expect_at(older, rolled(moved));
    await newer.keyboard.press("Space");
    expect(await record_kept(newer)).toBe(rolled(moved).record);
  });

  it("let bots play in one of them", async () => {
    const bots = { R: "greedy", B: "random" };
    const record = dealt("R:hx2 B:hx2 R 0 - -", { rules: "planes=2", bots, seed: 3 });
    const older = await sit_down(record, {
      viewport: DESKTOP,
      settings: { speed: "off", pause: "short" },
    });
    await expect.poll(() => record_kept(older)).not.toBe(record);
    const newer = await second_window(older);
    await older.locator(".dock").getByText(ELSEWHERE).waitFor();
    const told = older.locator(".log p");
    const shown = await told.allTextContents();
    expect(shown).not.toEqual([]);
    await newer.goto(newer.url().replace("#/table", "#/settings"));
    await newer.getByRole("radio", { name: "no pause" }).check();
    await newer.goto(newer.url().replace("#/settings", "#/table"));
    await newer.locator("dialog[open] .places").waitFor({ timeout: 30_000 });
    await expect_at(newer, finished(record));
    expect(await told.allTextContents()).toEqual(shown);
  });
});

describe("a browser that keeps nothing", () => {
  const LOST = "This browser keeps nothing: the game is lost when the page closes.";
  const fill = (page: Page) =>
    page.evaluate(() => {
      const keep = Storage.prototype.setItem;
      Object.assign(window, {
        make_room: () => Object.assign(Storage.prototype, { setItem: keep }),
      });
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });

  it("says so, plays on, and keeps the game as soon as there is room", async () => {
    const page = await sit_down(TO_ROLL, { viewport: DESKTOP });
    await fill(page);
    await page.locator(".dock .roll").click();
    await page.locator(".dock").getByText(LOST).waitFor();
    await page.getByText("This browser keeps nothing for this page").waitFor();
    await choices(page).nth(1).click();
    const moved = chosen(rolled(scene_of(TO_ROLL)), "12-16");
    await expect.poll(() => pieces_seen(page)).toEqual(pieces_of(moved));
    expect(await record_kept(page)).toBe(TO_ROLL);
    await page.evaluate("make_room()");
    await page.locator(".dock .roll").click();
    await expect_at(page, rolled(moved));
    expect(await page.getByText(LOST).count()).toBe(0);
  });

  it("starts a game all the same", async () => {
    const page = await open({ viewport: DESKTOP, kept: { settings: AT_ONCE } });
    await fill(page);
    await page.getByRole("button", { name: "Two people" }).click();
    await page.getByLabel("Dice seed").fill("7");
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator("main.play").waitFor();
    await page.locator(".dock").getByText(LOST).waitFor();
    await page.locator(".dock .roll").click();
    await page
      .getByText(/Blue rolls a \d/)
      .first()
      .waitFor();
    expect(await record_kept(page)).toBe("");
  });
});

describe("a game that cannot be read", () => {
  const DAMAGED = TO_CHOOSE.replace('[Start "R:hx2', '[Start "R:hx9');

  it("is told, can be saved, and stays", async () => {
    const page = await open({
      at: "#/table",
      viewport: DESKTOP,
      kept: { game: { record: DAMAGED } },
    });
    expect(await title(page).textContent()).toBe("This game cannot be read");
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the record" }).click(),
    ]);
    expect(await readFile(await saved.path(), "utf8")).toBe(DAMAGED);
    await page.getByRole("link", { name: "New game" }).click();
    await page.getByRole("alert").getByText("The game that is kept here cannot be read").waitFor();
    expect(await record_kept(page)).toBe(DAMAGED);
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(await record_kept(page)).toBe(DAMAGED);
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "Start the new game" }).click();
    await page.locator("main.play").waitFor();
    expect(scene_of(await record_kept(page)).seats).toHaveLength(4);
  });
});
