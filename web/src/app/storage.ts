// What stays on this device. Every value is one JSON text under one name; where the browser keeps
// nothing (private windows, a full disk) the game goes on, and `is_kept` says so.
const PREFIX = "aeroplane.";

/** False once something could not be written. */
export let is_kept = true;

/** The value of that name, or null where there is none or it cannot be read. */
export function load<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Keeps the value, whole or not at all. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    is_kept = true;
  } catch {
    is_kept = false;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    is_kept = false;
  }
}
