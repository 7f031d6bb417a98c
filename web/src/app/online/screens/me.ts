// What this device remembers of the person for the next table.
import { keep, load } from "../../storage";

export const LONGEST_NAME = 20; // letters as people count them

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What may stand in a name, and no more of it than fits; spaces at the ends only while typing. */
export function typed_name(text: string): string {
  const shown = text.normalize("NFC").replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "");
  return [...letters.segment(shown)]
    .slice(0, LONGEST_NAME)
    .map(({ segment }) => segment)
    .join("");
}

export function tidy_name(text: string): string {
  return typed_name(text.trim()).trim();
}

export function my_name(): string {
  const kept = load<unknown>("online.name");
  return typeof kept === "string" ? tidy_name(kept) : "";
}

export function remember_name(name: string): void {
  keep("online.name", tidy_name(name));
}

/** Whoever has sat at a table may have games there; others need not be asked after. */
export function has_played(): boolean {
  return load<unknown>("online.name") !== null;
}
