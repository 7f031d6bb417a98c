// Everything that is kept on this device as one file, and back from it.
import type { Door } from "../engine/door";
import { keep_game, kept_game } from "./kept";
import { Ledger } from "./ledger";
import { set_all } from "./settings.svelte";
import { forget, keep, kept_names, load } from "./storage";

const FORMAT = "aeroplane-data";
const VERSION = 1;
/** More than a browser would have kept. */
export const MOST_BYTES = 20_000_000;

export interface Backup {
  format: typeof FORMAT;
  version: typeof VERSION;
  settings: unknown;
  table: unknown; // who sat at the table last
  game: { record: string } | null; // the one that is not finished
  records: string[]; // finished games, newest first
  past: unknown; // numbers of games whose record is gone
}

export function backup_made(door: Door): Backup {
  const ledger = new Ledger(door);
  return {
    format: FORMAT,
    version: VERSION,
    settings: load("settings"),
    table: load("table"),
    game: kept_game(),
    records: ledger.games().flatMap(({ id }) => ledger.record(id) ?? []),
    past: ledger.past(),
  };
}

/** Null where the text is no such file. */
export function backup_of(text: string): Backup | null {
  try {
    const read = JSON.parse(text) as Partial<Backup> | null;
    if (read?.format !== FORMAT || read.version !== VERSION || !Array.isArray(read.records)) {
      return null;
    }
    const record = read.game?.record;
    return {
      format: FORMAT,
      version: VERSION,
      settings: read.settings ?? null,
      table: read.table ?? null,
      game: typeof record === "string" ? { record } : null,
      records: read.records.filter((each) => typeof each === "string"),
      past: read.past ?? null,
    };
  } catch {
    return null;
  }
}

/** How many of its games are not here yet. */
export function games_added(door: Door, { records }: Backup): number {
  const ledger = new Ledger(door);
  return records.filter((record) => ledger.add(record).kind === "added").length;
}

// Who one is at online tables is in no file of these, so that none can bring it back.
const IDENTITY = ["device", "online.calls", "online.tokens", "online.name"];

/** Puts the file in the place of everything that is here but who one is at online tables. */
export function put_back(door: Door, backup: Backup): void {
  delete_all_but(IDENTITY);
  set_all(backup.settings);
  if (backup.table) keep("table", backup.table);
  if (backup.game && "value" in door.resume(backup.game)) keep_game(backup.game);
  const ledger = new Ledger(door);
  ledger.restore_past(backup.past);
  for (const record of backup.records) ledger.add(record);
}

export function delete_all(): void {
  delete_all_but([]);
}

function delete_all_but(spared: readonly string[]): void {
  for (const name of kept_names()) {
    if (!spared.includes(name)) forget(name);
  }
  set_all(null);
}
