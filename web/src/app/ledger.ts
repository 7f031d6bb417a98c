// The games that were finished on this device. Their records are the truth: a summary is what the
// engine says about a record, and is kept only so that it need not be asked again; a list that is
// damaged, or that another tab has written over, is mended by the records. Of games that had to make
// room the record goes and the numbers stay.
import type { Door, Problem, Seat } from "../engine/door";
import { MOST_BYTES, too_large } from "./record";
import { forget, keep, kept_names, load } from "./storage";

export const MOST_GAMES = 500;
const LIST = "ledger";
const RECORD = "ledger.";
const SUMMARY = 1; // raise it when a summary says something new: then all are made again

export interface Played {
  seat: Seat;
  name: string; // may be empty
  bot: string; // empty for a person
  place: number; // 1…4; 0 where the game ended before this seat had one
  faces: number[]; // how often it rolled 1…6
}

/** What the engine says about the record of a finished game. */
export interface Game {
  id: string; // the same for the same record
  date: string; // as the record says it; empty where it does not
  kept_at: number; // ms since 1970: when it came here
  rules: string;
  rounds: number;
  players: Played[];
}

/** How somebody did. */
export interface Result {
  who: string; // a seat, a name (empty: people without one) or a bot's level
  games: number;
  won: number;
  fair: number; // first places to be expected if all at the table were equal
  faces: number[];
}

/** Sums over games; a sum of sums is one again. */
export interface Totals {
  games: number;
  rounds: number;
  faces: number[];
  seats: Result[];
  people: Result[];
  bots: Result[];
}

interface List {
  summary: number;
  games: Game[]; // newest first
  past: Past;
}

/** What is left of games whose record is gone. */
interface Past {
  totals: Totals;
  ids: string[];
}

export type Outcome =
  | { kind: "added" | "known"; game: Game }
  | { kind: "unfinished" }
  | { kind: "wrong"; problems: Problem[] };

export function no_totals(): Totals {
  return { games: 0, rounds: 0, faces: [0, 0, 0, 0, 0, 0], seats: [], people: [], bots: [] };
}

function add_result(results: Result[], more: Result): void {
  const had = results.find(({ who }) => who === more.who);
  if (!had) {
    results.push(more);
    return;
  }
  had.games += more.games;
  had.won += more.won;
  had.fair += more.fair;
  had.faces = added(had.faces, more.faces);
}

function added(a: readonly number[], b: readonly number[]): number[] {
  return a.map((count, i) => count + (b[i] ?? 0));
}

/** The totals with one game more. */
export function with_game(totals: Totals, game: Game): Totals {
  const sum: Totals = structuredClone(totals);
  sum.games += 1;
  sum.rounds += game.rounds;
  for (const { seat, name, bot, place, faces } of game.players) {
    sum.faces = added(sum.faces, faces);
    const result = { games: 1, won: place === 1 ? 1 : 0, fair: 1 / game.players.length, faces };
    add_result(sum.seats, { who: seat, ...result });
    add_result(bot ? sum.bots : sum.people, { who: bot || name, ...result });
  }
  return sum;
}

/** A name for a record by its text: 53 bits, in 11 letters and digits. */
export function id_of(record: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < record.length; ++i) {
    const unit = record.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36).padStart(11, "0");
}

export class Ledger {
  readonly #door: Door;
  readonly #most: number;
  readonly #now: () => number;

  constructor(door: Door, { most = MOST_GAMES, now = Date.now } = {}) {
    this.#door = door;
    this.#most = most;
    this.#now = now;
  }

  /** Newest first. */
  games(): Game[] {
    return this.#read().games;
  }

  /** Over every game there ever was, also those whose record is gone. */
  totals(): Totals {
    const { games, past } = this.#read();
    return games.reduce(with_game, past.totals);
  }

  /** The record of a game that is kept, or null. */
  record(id: string): string | null {
    const record = load<unknown>(RECORD + id);
    return typeof record === "string" ? record : null;
  }

  /** Takes a finished game in. The same game twice is one game. */
  add(record: string): Outcome {
    const summary = this.#summary_of(record);
    if (!("game" in summary)) return summary;
    const { game, text } = summary;
    const list = this.#read();
    const known = list.games.find(({ id }) => id === game.id);
    if (known) return { kind: "known", game: known };
    if (list.past.ids.includes(game.id)) return { kind: "known", game };
    list.games.push(game);
    list.games.sort(newer);
    while (list.games.length > this.#most) drop_oldest(list);
    this.#keep(list, game, text);
    return { kind: "added", game };
  }

  /** What of the ledger is in no record; for `restore_past`. */
  past(): Past {
    return this.#read().past;
  }

  /** Takes over what is left of games whose records are gone. */
  restore_past(past: unknown): void {
    if (is_past(past)) keep(LIST, { ...this.#read(), past });
  }

  #summary_of(record: string): { game: Game; text: string } | Exclude<Outcome, { game: Game }> {
    if (record.length > MOST_BYTES) return { kind: "wrong", problems: [too_large()] };
    const answer = this.#door.resume({ record });
    if ("problems" in answer) return { kind: "wrong", problems: answer.problems };
    const scene = answer.value;
    if (scene.phase !== "over") return { kind: "unfinished" };
    const game: Game = {
      id: id_of(scene.record),
      date: this.#date_of(scene.record),
      kept_at: this.#now(),
      rules: scene.rules,
      rounds: scene.round,
      players: scene.seats.map(({ seat, name, bot, place, faces }) => {
        return { seat, name, bot, place, faces };
      }),
    };
    return { game, text: scene.record };
  }

  #date_of(record: string): string {
    const answer = this.#door.to_json({ record });
    if ("problems" in answer) return "";
    const { tags } = JSON.parse(answer.value.json) as { tags: { name: string; value: string }[] };
    return tags.find(({ name }) => name === "Date")?.value ?? "";
  }

  // A full device makes room for the newest. Where as much has gone as comes it is not room that is
  // missing.
  #keep(list: List, game: Game, record: string): void {
    for (let room = 0; ; ) {
      const is_kept = !list.games.includes(game) || keep(RECORD + game.id, record);
      if (keep(LIST, list) && is_kept) return;
      const oldest = list.games.at(-1);
      if (!oldest || oldest === game || room >= 2 * record.length) return;
      room += this.record(oldest.id)?.length ?? 0;
      drop_oldest(list);
    }
  }

  #read(): List {
    const kept = list_of(load(LIST));
    const is_current = kept.summary === SUMMARY;
    const known = new Map(kept.games.map((game) => [game.id, game]));
    const past = new Set(kept.past.ids);
    const unread = kept_ids().filter((id) => !past.has(id) && !(is_current && known.has(id)));
    if (is_current && unread.length === 0) return kept;
    const list: List = { summary: SUMMARY, games: is_current ? kept.games : [], past: kept.past };
    for (const id of unread) {
      const made = this.#summary_of(this.record(id) ?? "");
      const kept_at = known.get(id)?.kept_at ?? this.#now();
      if ("game" in made) list.games.push({ ...made.game, id, kept_at });
    }
    const listed = new Set(list.games.map(({ id }) => id));
    for (const game of kept.games) if (!listed.has(game.id)) make_past(list, game);
    list.games.sort(newer);
    keep(LIST, list);
    return list;
  }
}

function kept_ids(): string[] {
  return kept_names()
    .filter((name) => name.startsWith(RECORD))
    .map((name) => name.slice(RECORD.length));
}

// A record of an earlier day that comes in now belongs to its day.
function newer(a: Game, b: Game): number {
  if (day_of(a) !== day_of(b)) return day_of(a) < day_of(b) ? 1 : -1;
  return b.kept_at - a.kept_at;
}

function day_of({ date, kept_at }: Game): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? new Date(kept_at).toISOString().slice(0, 10);
}

function drop_oldest(list: List): void {
  const oldest = list.games.pop();
  if (!oldest) return;
  make_past(list, oldest);
  forget(RECORD + oldest.id);
}

function make_past(list: List, game: Game): void {
  const { totals, ids } = list.past;
  list.past = { totals: with_game(totals, game), ids: [...ids, game.id] };
}

/** The list from anything at all; what cannot be is not in it. */
function list_of(anything: unknown): List {
  const { summary, games, past } = (anything ?? {}) as Partial<Record<keyof List, unknown>>;
  return {
    summary: typeof summary === "number" ? summary : SUMMARY,
    games: Array.isArray(games) && are_unique(games, "id") ? games.filter(is_game) : [],
    past: is_past(past) ? past : { totals: no_totals(), ids: [] },
  };
}

function is_count(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function are_faces(value: unknown): boolean {
  return Array.isArray(value) && value.length === 6 && value.every(is_count);
}

type Unsure<T> = Partial<Record<keyof T, unknown>> | null;

function are_texts(...values: unknown[]): boolean {
  return values.every((value) => typeof value === "string");
}

function are_unique<Name extends string>(values: Unsure<Record<Name, unknown>>[], name: Name) {
  return new Set(values.map((value) => value?.[name])).size === values.length;
}

function is_played(value: Unsure<Played>): boolean {
  if (!value) return false;
  const { seat, name, bot, place, faces } = value;
  return (
    /^[RYBG]$/.test(String(seat)) && are_texts(name, bot) && is_count(place) && are_faces(faces)
  );
}

function is_game(value: Unsure<Game>): boolean {
  if (!value) return false;
  const { id, date, kept_at, rules, rounds, players } = value;
  return (
    are_texts(id, date, rules) &&
    [kept_at, rounds].every(is_count) &&
    Array.isArray(players) &&
    players.length > 0 &&
    players.every(is_played) &&
    are_unique(players, "seat")
  );
}

function is_result(value: Unsure<Result>): boolean {
  if (!value) return false;
  const { who, games, won, fair, faces } = value;
  return are_texts(who) && [games, won, fair].every(is_count) && are_faces(faces);
}

function are_results(value: unknown): boolean {
  return Array.isArray(value) && value.every(is_result) && are_unique(value, "who");
}

function is_past(value: unknown): value is Past {
  if (typeof value !== "object" || value === null) return false;
  const { totals, ids } = value as Partial<Past>;
  return (
    Array.isArray(ids) &&
    ids.every((id) => typeof id === "string") &&
    typeof totals === "object" &&
    totals !== null &&
    is_count(totals.games) &&
    is_count(totals.rounds) &&
    are_faces(totals.faces) &&
    [totals.seats, totals.people, totals.bots].every(are_results)
  );
}
