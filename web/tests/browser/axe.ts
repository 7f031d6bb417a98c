// What axe finds on a page: by all its rules that are not experimental, best practices too, and by
// that of WCAG 2.2 for the size of targets. On the board a touch takes the nearest piece, and the row
// of choices has a button for each.
import axe from "axe-core";
import type { Page } from "playwright-core";

declare global {
  interface Window {
    axe?: Pick<typeof axe, "run">;
  }
}

/** A line for each element that a rule complains of; `only` names the rules to ask. */
export async function violations(page: Page, only?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    const found = await window.axe?.run(document, {
      resultTypes: ["violations"],
      ...(rules ? { runOnly: rules } : { rules: { "target-size": { enabled: true } } }),
    });
    if (!found) throw new Error("axe is not here");
    return found.violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ target }) => id !== "target-size" || !is_on_board(String(target)))
        .map(({ html }) => `${id}: ${html}`),
    );

    function is_on_board(selector: string): boolean {
      return document.querySelector(selector)?.closest(".board .stage") !== null;
    }
  }, only);
}
