// Records from files, and what is told about a record that cannot be read.
import type { Problem } from "../../engine/door";
import { MOST_BYTES, too_large } from "../record";

export type Loaded = { text: string } | { problems: Problem[]; text: string };

/** How many bytes of it are valid UTF-8, from the start. */
function valid_bytes(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  const is_valid = (end: number) => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, end), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (is_valid(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The text of a file; problems where it is none. */
export async function load_file(file: Blob): Promise<Loaded> {
  if (file.size > MOST_BYTES) return { text: "", problems: [too_large()] };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text };
  } catch {
    const good = bytes.subarray(0, valid_bytes(bytes));
    const line = good.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 1);
    const column = good.length - good.lastIndexOf(10);
    return { text, problems: [{ code: "record.bad_utf8", arguments: {}, line, column }] };
  }
}

/** A line of the text as it is shown below a problem, cut to what is near the place. */
export interface Excerpt {
  before: string;
  at: string; // the character the problem is about; empty at the end of the line
  after: string;
}

const SHOWN = 40; // characters on either side

/** Line and column count from 1, the column in bytes of UTF-8; null where there is no such line. */
export function excerpt(text: string, line: number, column: number): Excerpt | null {
  const content = text.split("\n")[line - 1]?.replace(/\r$/, "");
  if (content === undefined || column < 1) return null;
  const characters = [...content];
  let bytes = 1;
  let at = 0;
  while (at < characters.length && bytes < column) {
    bytes += new TextEncoder().encode(characters[at]).length;
    ++at;
  }
  const first = Math.max(0, at - SHOWN);
  const last = Math.min(characters.length, at + 1 + SHOWN);
  return {
    before: (first > 0 ? "…" : "") + characters.slice(first, at).join(""),
    at: characters[at] ?? "",
    after: characters.slice(at + 1, last).join("") + (last < characters.length ? "…" : ""),
  };
}

/** A name for the file of a record: its date where it has one, else that of the game. */
export function file_name(record: string, ending: "aero" | "json"): string {
  const date = /^\[Date "(\d{4}-\d{2}-\d{2})"\]/m.exec(record)?.[1];
  return `aeroplane${date ? `-${date}` : ""}.${ending}`;
}
