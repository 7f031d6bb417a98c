// What can be measured of how a page is laid out. Every function gives a line for each fault.
import type { Page } from "playwright-core";

/**
 * Text that cannot be read: cut off by a box around it, beyond the window, over its button's edge,
 * or over other text; and a page or dialog that is wider than its window. What people typed may be
 * cut, and so may what scrolls; the board is a picture.
 */
export function unreadable(page: Page, { fields = true } = {}): Promise<string[]> {
  return page.evaluate((with_fields) => {
    const SLACK_PX = 1.5;
    const NO_TEXT = ".unseen, .board .stage, svg, option, textarea";
    const found: string[] = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) found.push(`the page is ${wide} px too wide`);
    for (const { scrollWidth, clientWidth } of document.querySelectorAll("dialog[open]")) {
      if (scrollWidth > clientWidth) found.push(`the window needs ${scrollWidth} px`);
    }

    const shown: { node: Node; text: string; box: DOMRect; layer: Element | null }[] = [];
    const window_over = document.querySelector("dialog[open], [popover]:popover-open");
    const walker = document.createTreeWalker(window_over ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement as HTMLElement;
      const text = node.textContent?.trim() ?? "";
      if (!text || parent.closest(NO_TEXT) || !parent.checkVisibility({ visibilityProperty: true }))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) look_at(node, text, parent, line);
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      "select, input[placeholder], textarea[placeholder]",
    )) {
      const text = "selectedOptions" in field ? field.selectedOptions[0]?.text : field.placeholder;
      const needed = width_of(text ?? "", field);
      if (
        with_fields &&
        field.checkVisibility() &&
        !field.matches("textarea") &&
        needed > room_in(field) + SLACK_PX
      ) {
        found.push(`does not fit: ${text}`);
      }
    }
    for (const [i, a] of shown.entries()) {
      for (const b of shown.slice(i + 1)) {
        const both = a.node !== b.node && a.layer === b.layer && intersection(a.box, b.box);
        // Lines that are set closely share their spare room, not their letters.
        if (
          both &&
          both.width > SLACK_PX &&
          both.height > 0.3 * Math.min(a.box.height, b.box.height)
        ) {
          found.push(`over each other: ${a.text} | ${b.text}`);
        }
      }
    }
    return [...new Set(found)];

    function look_at(node: Node, text: string, parent: Element, line: DOMRect): void {
      let box: DOMRect | null = line;
      let layer: Element | null = null;
      const faults: string[] = [];
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (style.position === "fixed" || style.position === "sticky") layer ??= around;
        if (style.display === "inline" || style.display === "contents") continue;
        const edge = around.getBoundingClientRect();
        const is_out =
          Math.max(edge.left - box.left, box.right - edge.right) > SLACK_PX ||
          Math.max(edge.top - box.top, box.bottom - edge.bottom) > SLACK_PX;
        if (style.overflowX !== "visible" || style.overflowY !== "visible") {
          if (style.clipPath !== "none") return; // for screen readers alone
          const scrolls = [style.overflowX, style.overflowY].some((how) => /auto|scroll/.test(how));
          if (is_out && !scrolls) faults.push(`cut off: ${text}`);
          box = intersection(box, edge);
          if (!box) return;
        } else if (is_out && around.matches("button, .button, a[href], select, summary")) {
          faults.push(`over its edge: ${text}`);
        }
      }
      if (box.left < -SLACK_PX || box.right > innerWidth + SLACK_PX) {
        faults.push(`out of the window: ${text}`);
      }
      found.push(...faults);
      shown.push({ node, text, box, layer });
    }

    function width_of(text: string, field: Element): number {
      const context = document.createElement("canvas").getContext("2d");
      if (!context) throw new Error("This browser measures no text.");
      const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(field);
      context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      return context.measureText(text).width;
    }

    function room_in(field: Element): number {
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    }

    function intersection(a: DOMRect, b: DOMRect): DOMRect | null {
      const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
      const [width, height] = [
        Math.min(a.right, b.right) - left,
        Math.min(a.bottom, b.bottom) - top,
      ];
      return width > 0 && height > 0 ? new DOMRect(left, top, width, height) : null;
    }
  }, fields);
}

/**
 * Controls that a finger misses: smaller than 44 × 44 pixels. Links within a text are as high as its
 * lines, and the squares of the board as they are: there a touch takes the nearest piece.
 */
export function small_targets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CONTROLS = "a[href], button, select, input, textarea, summary, [role=button]";
    return [...(document.querySelector("dialog[open]") ?? document.body).querySelectorAll(CONTROLS)]
      .filter((control) => !control.matches(".unseen, .board .stage *, [inert] *"))
      .filter((control) => getComputedStyle(control).display !== "inline")
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => control.closest("label") ?? control)
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return Math.min(width, height) < 43.5;
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });
}

/** Texts and names of things in the pseudo-locale that did not come from the catalogue. */
export async function foreign_texts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement?.closest("script, style, pre, code")) continue;
      found.push(walker.currentNode.textContent ?? "");
    }
    const NAMES = ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription"];
    for (const name of [...NAMES, "title", "placeholder", "alt", "label"]) {
      for (const named of document.querySelectorAll(`body [${name}]`)) {
        found.push(named.getAttribute(name) ?? "");
      }
    }
    return found;
  });
  return texts
    .map(without_brackets)
    .flatMap((text) => text.split(/[\s·,:]+/))
    .filter((word) => /\p{L}/u.test(word) && !OWN.test(word));
}

// What people typed, what languages call themselves, letters of seats, keys, and a month.
const OWN = /^(Ayşe|Deniz|English|Türkçe|中文|[A-Z]|W{20,24}|F1|Enter|May|K7M2Q|4T8XZ|[\w-]{43})$/;

/** The messages of one text may lie in each other. */
function without_brackets(text: string): string {
  const inner = text.replace(/⟦[^⟦⟧]*⟧/g, "");
  return inner === text ? text : without_brackets(inner);
}
