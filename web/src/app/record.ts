// How large a record may be that comes from outside: a long game has a thousand entries and ten
// thousand bytes. What is larger would hold the page up for many seconds.
import type { Problem } from "../engine/door";

export const MOST_BYTES = 1_000_000;
export const MOST_ENTRIES = 10_000;

export function too_large(): Problem {
  return { code: "web.replay.too_large", arguments: {}, line: 0, column: 0 };
}
