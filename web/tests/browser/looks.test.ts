// The board and its pieces as different eyes see them: from right to left, without motion, without
// colours, in colours of their own.
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { DESKTOP, no_faults, open, SMALL_PHONE } from "./harness";
import { unreadable } from "./layout";
import { scene, show } from "./scenes";

let page: Page;
beforeAll(async () => {
  page = await open();
});
afterEach(no_faults);

/** Where everything on the board is: x, y, width and height in pixels from its corner. */
function places_on_board(): Promise<number[]> {
  return page.evaluate(() => {
    const stage = document.querySelector(".board .stage") as Element;
    const corner = stage.getBoundingClientRect();
    return [...stage.querySelectorAll("path, rect, polygon, circle, .place, button, .die")]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width }) => width > 0) // patterns and the like are drawn where they are used
      .flatMap(({ x, y, width, height }) => [x - corner.x, y - corner.y, width, height]);
  });
}

describe("a page from right to left", () => {
  for (const name of ["home", "table, one piece", "replay", "rules, flight"]) {
    it(`leaves the board as it is: ${name}`, async () => {
      await page.setViewportSize(DESKTOP);
      await show(page, scene(name));
      const before = await places_on_board();
      expect(before.length).toBeGreaterThan(1000);
      await page.evaluate(() => {
        document.documentElement.dir = "rtl";
      });
      const moved = (await places_on_board()).map((px, i) => Math.abs(px - (before[i] ?? 0)));
      expect(moved.length).toBe(before.length);
      expect(Math.max(...moved)).toBeLessThan(0.5);
    });
  }

  for (const name of [
    "home, everything open",
    "table, choices",
    "replay",
    "settings",
    "statistics",
  ]) {
    it(`is readable: ${name}`, async () => {
      await page.setViewportSize(SMALL_PHONE);
      await show(page, scene(name));
      await page.evaluate(() => {
        document.documentElement.dir = "rtl";
      });
      expect(await unreadable(page)).toEqual([]);
    });
  }
});

describe("a turn", () => {
  /** Plays a flight that sends two planes home, and notes all that moved meanwhile. */
  async function moved(): Promise<string[]> {
    await show(page, scene("table, choices"), { speed: "normal" });
    await page.locator(".choices button").nth(1).click();
    return page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen = new Set<string>();
          const until = performance.now() + 10_000;
          function look(): void {
            for (const { effect, playState } of document.getAnimations()) {
              if (!(effect instanceof KeyframeEffect) || playState !== "running") continue;
              const travels = effect
                .getKeyframes()
                .some((frame) =>
                  ["transform", "translate", "rotate", "scale", "offsetDistance"].some(
                    (name) => name in frame,
                  ),
                );
              const { duration } = effect.getComputedTiming();
              if (travels && Number(duration) > 1)
                seen.add(effect.target?.className.toString() ?? "");
            }
            const is_over = document.querySelector(".stage [data-step='30'][data-seat='R']");
            const is_idle = document.querySelector(".log .newest");
            if ((is_over && is_idle) || performance.now() > until) resolve([...seen]);
            else requestAnimationFrame(look);
          }
          look();
        }),
    );
  }

  it("moves what happens, normally", async () => {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect((await moved()).join(" ")).toContain("place");
  });

  it("moves nothing where motion is to be reduced", async () => {
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await moved()).toEqual([]);
    expect(await page.locator(".log .newest").textContent()).toContain("flies to 30");
    await page.emulateMedia({ reducedMotion: "no-preference" });
  });
});

/** Colours as red, green and blue, 0…255, whatever way they are written. */
async function rgb(colours: string[]): Promise<number[][]> {
  return page.evaluate((all) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    return all.map((colour) => {
      if (!context) throw new Error("This browser paints nothing.");
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    });
  }, colours);
}

function luminance(colour: number[]): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Of each colour with the ground, as WCAG reckons it, 1…21. */
async function contrasts(ground: string, colours: string[]): Promise<number[]> {
  const [base = 0, ...others] = (await rgb([ground, ...colours])).map(luminance);
  return others.map((each) => (Math.max(base, each) + 0.05) / (Math.min(base, each) + 0.05));
}

describe("without colours", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    it(`seats are told apart by their signs, on planes, tiles and lists, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(SMALL_PHONE);
      await show(page, scene("table, roll"));
      const signs = await page.evaluate(() =>
        ["R", "Y", "B", "G"].map((seat) => {
          const of_seat = (selector: string) =>
            [...document.querySelectorAll(selector)].filter(
              (element) => element.closest("[data-seat]")?.getAttribute("data-seat") === seat,
            );
          const planes = of_seat(".stage .place .glyph");
          const colours = planes.map((glyph) => ({
            sign: getComputedStyle(glyph).fill,
            ground: getComputedStyle(glyph.parentElement?.querySelector(".plate") as Element).fill,
          }));
          return {
            shapes: [...new Set(planes.map((glyph) => glyph.getAttribute("d")))],
            width: Math.min(...planes.map((glyph) => glyph.getBoundingClientRect().width)),
            colours,
            in_list: of_seat(".players svg path").map((path) => path.getAttribute("d")),
            on_tiles: of_seat(".stage g > path").map((path) => path.getAttribute("d")),
          };
        }),
      );
      const shapes = signs.map((seat) => seat.shapes[0] ?? "");
      expect(new Set(shapes).size).toBe(4);
      for (const [i, seat] of signs.entries()) {
        expect(seat.shapes).toEqual([shapes[i]]);
        expect(seat.colours.length).toBe(4);
        expect(seat.width).toBeGreaterThan(2.5);
        for (const { sign, ground } of seat.colours) {
          expect((await contrasts(ground, [sign]))[0]).toBeGreaterThan(3);
        }
        expect(seat.in_list).toContain(shapes[i]);
        expect(seat.on_tiles.filter((shape) => shape === shapes[i]).length).toBeGreaterThan(10);
      }
    });
  }
});

describe("in colours that the system forces", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    it(`pieces and controls are seen, ${colorScheme}`, async () => {
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme, forcedColors: "active" });
      await show(page, scene("table, one piece"));
      const planes = await page.evaluate(() =>
        ["R", "Y", "B", "G"].map((seat) => {
          const skin = document.querySelector(`.place[data-seat=${seat}] .skin`) as Element;
          return getComputedStyle(skin).fill;
        }),
      );
      const [red, yellow, blue, green] = await rgb(planes);
      expect(new Set([red, yellow, blue, green].map(String)).size).toBe(4);
      for (const name of ["table, one piece", "home, everything open", "settings"]) {
        await show(page, scene(name));
        const controls = await page.evaluate(() =>
          [...document.querySelectorAll("button:not(:disabled), a[href], select, input")]
            .filter((control) => control.checkVisibility() && !control.closest(".stage, .unseen"))
            .filter((control) => control.getBoundingClientRect().width > 1)
            .map((control) => {
              const { color, borderTopWidth, borderTopColor } = getComputedStyle(control);
              const has_words = control.textContent?.trim() || control.querySelector("svg");
              const is_edged = Number.parseFloat(borderTopWidth) > 0;
              const ink = has_words ? color : is_edged ? borderTopColor : null;
              return { html: control.outerHTML.slice(0, 90), ink };
            }),
        );
        const page_colour = await page.evaluate(
          () => getComputedStyle(document.documentElement).backgroundColor,
        );
        expect(controls.length).toBeGreaterThan(10);
        const drawn = controls.filter(({ ink }) => ink !== null); // by the page, not the system
        const inks = drawn.map(({ ink }) => ink ?? "");
        for (const [i, ratio] of (await contrasts(page_colour, inks)).entries()) {
          expect.soft(ratio, drawn[i]?.html).toBeGreaterThan(4.5);
        }
      }
      await page.emulateMedia({ forcedColors: "none" });
    });
  }
});
