// The engine, opened once for the whole page before any screen is shown.
import type { Door } from "../engine/door";
import { open_door } from "../engine/engine";

let opened: Door | undefined;

/** Safe to call again after a failure. */
export async function engine_opened(): Promise<void> {
  opened ??= await open_door();
}

/** For tests, which open the module in their own way. */
export function use_door(door: Door): void {
  opened = door;
}

export function door(): Door {
  if (!opened) throw new Error("The engine is asked before it is open.");
  return opened;
}
