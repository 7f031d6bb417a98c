// The entries of a record as a list that people read, and the ways to go about in it. An entry is
// named by its number; 0 is the start.
import type { Entry, Message, Seat } from "../../engine/door";

export const INTERESTS = ["capture", "third_six", "home", "flight", "comment"] as const;
export type Interest = (typeof INTERESTS)[number];

/** What can be searched for: one kind of event, any of them, or the turns of a seat. */
export type Wanted = "any" | Interest | Seat;

/** A line of the list: a roll with its move, or whatever else stands in the record. */
export interface Row {
  first: number; // entry
  last: number; // entry after which all that it tells has happened
  round: number;
  seat: Seat | "";
  kind: Exclude<Entry["kind"], "move">;
  text: string; // of what is no roll
  roll: number;
  words: Message[];
  waits: boolean; // the roll is not used yet
  in_force: boolean;
  begins_turn: boolean;
  interests: Interest[];
}

/** Whether the message, or one inside it, is of that key. */
function mentions(message: Message, key: string): boolean {
  return (
    message.key === key ||
    Object.values(message.arguments).some((each) => typeof each === "object" && mentions(each, key))
  );
}

function interests_of(words: readonly Message[]): Interest[] {
  const has = (...keys: string[]) => words.some(({ key }) => keys.includes(key));
  const found: Interest[] = [];
  if (has("play.does.captured", "play.does.struck")) found.push("capture");
  if (has("play.does.third_six")) found.push("third_six");
  const comes_home = (word: Message) =>
    word.key === "play.does.walked" && mentions(word, "play.place.centre");
  if (has("play.does.placed", "play.does.placed_other") || words.some(comes_home)) {
    found.push("home");
  }
  if (has("play.does.flew")) found.push("flight");
  return found;
}

// Where the dice of a roll come from: for those who check them, not for those who look at the game.
const IS_PROOF = /^(proof|chain)\b/;

/** All entries but proofs of rolls; a roll and its move in one row. */
export function rows_of(entries: readonly Entry[]): Row[] {
  const rows: Row[] = [];
  let waiting: Row | undefined; // a roll that has no move yet
  let turn = "";
  for (const { entry, round, seat, kind, text, roll, words, in_force } of entries) {
    if (kind === "note" && IS_PROOF.test(text)) continue;
    if (kind === "move" && waiting) {
      Object.assign(waiting, { last: entry, words, in_force, waits: false });
      waiting.interests = interests_of(words);
      waiting = undefined;
      continue;
    }
    const is_input = kind === "roll" || kind === "move";
    const this_turn = `${round} ${seat}`;
    const row: Row = {
      first: entry,
      last: entry,
      round,
      seat,
      kind: kind === "move" ? "roll" : kind,
      text,
      roll,
      words,
      waits: kind === "roll" && words.length === 0,
      in_force,
      begins_turn: is_input && this_turn !== turn,
      interests: kind === "note" || kind === "comment" ? ["comment"] : interests_of(words),
    };
    if (is_input) turn = this_turn;
    if (kind === "take_back") turn = "";
    if (is_input || kind === "take_back") waiting = row.waits ? row : undefined;
    rows.push(row);
  }
  return rows;
}

/** The entries after which something else is on the board than before, and the start. */
export function stops_of(entries: readonly Entry[]): number[] {
  const stops = entries
    .filter(({ kind }) => kind !== "note" && kind !== "comment")
    .map(({ entry }) => entry);
  return [0, ...stops];
}

/** The index of the last stop that is not after the entry. */
export function stop_at(stops: readonly number[], entry: number): number {
  let low = 0;
  let high = stops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stops[middle] ?? 0) <= entry) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The row that tells of the entry. */
export function row_at(rows: readonly Row[], entry: number): Row | undefined {
  return rows.find(({ first, last }) => first === entry || last === entry);
}

/** The entry with which a round begins, the last round where there is none so late. */
export function round_start(rows: readonly Row[], round: number): number {
  const begins = rows.filter((row) => row.begins_turn && row.in_force);
  const found = begins.find((row) => row.round >= round);
  if (found) return found.first;
  const last = begins.at(-1)?.round;
  return begins.find((row) => row.round === last)?.first ?? 0;
}

function is_wanted(row: Row, wanted: Wanted): boolean {
  if (wanted === "any") return row.interests.length > 0;
  if (wanted === "R" || wanted === "Y" || wanted === "B" || wanted === "G") {
    return row.begins_turn && row.seat === wanted;
  }
  return row.interests.includes(wanted);
}

/** The stop of the next one, looking forward (1) or back (-1) from a stop; null where there is none.
    A turn is found at its roll, an event where it has happened. */
export function found_from(
  rows: readonly Row[],
  stops: readonly number[],
  from: number,
  wanted: Wanted,
  direction: 1 | -1,
): number | null {
  const is_turn = wanted.length === 1;
  const found = rows
    .filter((row) => is_wanted(row, wanted))
    .map(({ first, last }) => stop_at(stops, is_turn ? first : last));
  const next = direction > 0 ? found.find((at) => at > from) : found.findLast((at) => at < from);
  return next ?? null;
}
