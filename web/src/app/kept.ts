// The game at the table as it stays on this device.
import type { Answer, Door, Scene, Seat } from "../engine/door";
import { forget, keep, load } from "./storage";

/** Whoever starts a game need give only its record. */
export interface Kept {
  record: string;
  tab?: string; // which tab plays it
  is_begun?: boolean; // the starting rolls have been seen
  is_told?: boolean; // the result has been seen
  is_listed?: boolean; // it stands in the ledger
  holder?: Seat | ""; // the person who has the device
}

const NAME = "game";

/** The game that is kept, or null. */
export function kept_game(): Kept | null {
  const kept = load<Kept>(NAME);
  return typeof kept?.record === "string" ? kept : null;
}

/** What the engine says about it; null where there is none. */
export function kept_scene(door: Door): Answer<Scene> | null {
  const kept = kept_game();
  return kept && door.resume({ record: kept.record });
}

export function keep_game(kept: Kept): void {
  keep(NAME, kept);
}

export function forget_game(): void {
  forget(NAME);
}
