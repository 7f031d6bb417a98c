// What screen readers are told. Texts of one moment become one announcement.
import { in_a_row } from "../text/text.svelte";

const GATHER_MS = 60;

class Announcer {
  /** Shown in a region with role=status. */
  polite = $state("");
  /** Shown in a region with role=alert. */
  urgent = $state("");
  #waiting: { polite: string[]; urgent: string[] } = { polite: [], urgent: [] };
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What happened. */
  tell(text: string): void {
    this.#add("polite", text);
  }

  /** What a person is asked to do, and what went wrong. */
  call(text: string): void {
    this.#add("urgent", text);
  }

  /** What was said belongs to something that is gone. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = { polite: [], urgent: [] };
    this.polite = "";
    this.urgent = "";
  }

  #add(how: "polite" | "urgent", text: string): void {
    this.#waiting[how].push(text);
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    for (const how of ["polite", "urgent"] as const) {
      const text = in_a_row(this.#waiting[how]);
      if (!text) continue;
      // The same words once more are news only where the text differs.
      this[how] = text === this[how] ? `${text}\u00a0` : text;
      this.#waiting[how] = [];
    }
  }
}

export const announcer = new Announcer();
