// What the dice of a record are worth, for the pages that tell it.
import { read_record, Unreadable } from "../../fair/read";
import { type Verdict, verify } from "../../fair/verify";

// Faults that say nothing against the dice: there is nothing to be checked.
const UNCHECKED: ReadonlySet<string> = new Set([
  "fair.no_chains",
  "web.dice.unreadable",
  "web.fair.no_seat",
]);

/** Of a record in either form, also of what is none. */
export function verdict_of(record: string): Verdict {
  try {
    return verify(read_record(record));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { line } = error;
    return { faults: [{ code: "web.dice.unreadable", arguments: { line }, entry: 0 }] };
  }
}

/** The dice could not be checked; that does not mean that they are wrong. */
export function is_unchecked({ faults }: Verdict): boolean {
  return faults?.every(({ code }) => UNCHECKED.has(code)) ?? false;
}
