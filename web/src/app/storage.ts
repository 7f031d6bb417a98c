// What stays on this device. Every value is one JSON text under one name; where the browser keeps
// nothing (private windows, a full disk) the game goes on, and whoever listens is told.
const PREFIX = "aeroplane.";

/** False once something could not be written. */
export let is_kept = true;
let told: () => void = () => {};

/** Calls back the first time that something cannot be written, which may have been before. */
export function on_lost(listener: () => void): void {
  told = listener;
  if (!is_kept) told();
}

function lost(): void {
  if (is_kept) told();
  is_kept = false;
}

/** The value of that name, or null where there is none or it cannot be read. */
export function load<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Keeps the value, whole or not at all; false where it could not be written. */
export function keep(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    is_kept = true;
    return true;
  } catch {
    lost();
    return false;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    lost();
  }
}

/** The names of everything that is kept. */
export function kept_names(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}
