// The engine, opened once for the whole page before any screen is shown.
import url from "aeroplane.wasm?url";
import type { Door } from "../engine/door";
import { open_door } from "../engine/engine";

let opened: Door | undefined;

/** Safe to call again after a failure. */
export async function engine_opened(): Promise<void> {
  if (opened) return;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // A server that does not know the type of such files is no reason not to play.
  const is_typed = response.headers.get("content-type")?.startsWith("application/wasm");
  opened = await open_door(is_typed ? response : await response.arrayBuffer());
}

/** For tests, which open the module in their own way. */
export function use_door(door: Door): void {
  opened = door;
}

export function door(): Door {
  if (!opened) throw new Error("The engine is asked before it is open.");
  return opened;
}
