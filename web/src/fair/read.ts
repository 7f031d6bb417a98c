// Reads of a record what the dice need, from its text or its JSON twin: docs/formats/record.md. It
// takes all that is a record, and more: whether the game is legal it does not know.
import { SEATS, type Seat } from "./links";
import type { Entry, GameRecord } from "./verify";

/** Where the text is no record: the line, from 1; 0 in the twin. */
export class Unreadable extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`not a record, line ${line}`);
    this.line = line;
  }
}

/** A record in either form. Throws Unreadable. */
export function read_record(text: string): GameRecord {
  const bare = text.replace(/^\uFEFF/, "");
  return /^\s*\{\s*"/.test(bare) ? read_twin(bare) : read_text(bare);
}

function read_twin(text: string): GameRecord {
  try {
    const { format, start, tags = [], entries = [] } = JSON.parse(text);
    const is_record =
      format === "aeroplane-record" &&
      typeof start === "string" &&
      Array.isArray(tags) &&
      Array.isArray(entries);
    if (!is_record) throw new Unreadable(0);
    return { start, tags: tags.map(tag_of), entries: entries.map(entry_of) };
  } catch {
    throw new Unreadable(0);
  }
}

function tag_of(value: unknown): GameRecord["tags"][number] {
  const { name, value: text } = value as Record<string, unknown>;
  if (typeof name !== "string" || typeof text !== "string") throw new Unreadable(0);
  return { name, value: text };
}

function entry_of(value: unknown): Entry {
  const { seat, roll, starting_roll, move, takeback, note, text, comment } = value as Record<
    string,
    unknown
  >;
  const entry: Entry = {};
  if (seat !== undefined && roll_of(roll ?? starting_roll)) entry.seat = seat_of(seat);
  if (roll !== undefined) entry.roll = roll_of(roll);
  else if (starting_roll !== undefined) entry.starting_roll = roll_of(starting_roll);
  else if (typeof move === "string") entry.move = move;
  else if (typeof takeback === "number") entry.takeback = takeback;
  else if (typeof note === "string") {
    entry.note = note;
    entry.text = typeof text === "string" ? squeezed(text) : "";
  } else if (typeof comment === "string") entry.comment = squeezed(comment);
  else throw new Unreadable(0);
  return entry;
}

function roll_of(value: unknown): number {
  if (![1, 2, 3, 4, 5, 6].includes(value as number)) throw new Unreadable(0);
  return value as number;
}

function seat_of(value: unknown): Seat {
  if (!SEATS.includes(value as Seat)) throw new Unreadable(0);
  return value as Seat;
}

/** White space at the ends means nothing, any other run of it one space. */
function squeezed(text: string): string {
  return text.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
}

const TAG =
  /\[\s*([A-Za-z][\w-]*(?:[ \t]+[A-Za-z][\w-]*)?)[ \t]*"((?:[^"\\\r\n]|\\["\\])*)"[ \t]*\]/y;
const COMMENT = /\{([^}]*)\}/y;
const NOTE = /<([^>]*)>/y;
const WORD = /[^\s{<[]+/y;
const SPACE = /[ \t\r\n]+/y;
const ROUND = /^\d+\.$/;
const MOVE = /^(pass|[a-z0-9].*-.*)$/;

/** Which tags a record keeps as something better than a text. */
const RESERVED = ["Rules", "Start", "Result"];

function read_text(text: string): GameRecord {
  const tags: GameRecord["tags"] = [];
  const entries: Entry[] = [];
  let at = 0;
  let is_starting = false; // in round 0
  let seat: Seat | undefined;

  const refuse = (): never => {
    throw new Unreadable(text.slice(0, at).split("\n").length);
  };
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found ?? undefined;
  };

  const word = (one: string): void => {
    if (ROUND.test(one)) is_starting = one === "0.";
    else if (SEATS.includes(one as Seat)) seat = one as Seat;
    else if (/^[1-6]$/.test(one)) {
      entries.push({
        seat: seat ?? refuse(),
        [is_starting ? "starting_roll" : "roll"]: Number(one),
      });
    } else if (MOVE.test(one)) entries.push({ move: one });
    else if (one !== "." && one !== "#") refuse();
  };

  const note = (inside: string): void => {
    const [name = "", ...rest] = squeezed(inside).split(" ");
    if (!/^[A-Za-z][\w-]*$/.test(name)) refuse();
    else if (name !== "takeback") entries.push({ note: name, text: rest.join(" ") });
    else if (/^[1-9]\d*$/.test(rest.join(" "))) entries.push({ takeback: Number(rest[0]) });
    else refuse();
  };

  while (at < text.length) {
    if (take(SPACE)) continue;
    const begin = text[at];
    if (begin === "[") {
      const [, name = "", value = ""] = take(TAG) ?? refuse();
      tags.push({ name: squeezed(name), value: value.replace(/\\(.)/g, "$1") });
    } else if (begin === "{") {
      const [, inside = ""] = take(COMMENT) ?? refuse();
      entries.push({ comment: squeezed(inside) });
    } else if (begin === "<") {
      const [, inside = ""] = take(NOTE) ?? refuse();
      note(inside);
    } else {
      const [one = ""] = take(WORD) ?? refuse();
      word(one);
    }
  }
  const start = tags.find(({ name }) => name === "Start") ?? refuse();
  return {
    start: start.value,
    tags: tags.filter(({ name }) => !RESERVED.includes(name)),
    entries,
  };
}
