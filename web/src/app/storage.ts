// What stays on this device. Every value is one JSON text under one name; where the browser keeps
// nothing (private windows, a full disk) it stays as long as the page does, and whoever listens is
// told.
const PREFIX = "aeroplane.";

// By name, what the browser did not take.
const unkept = new Map<string, string>();

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

/** Calls back when another tab has kept or forgotten what has that name. */
export function on_changed(name: string, listener: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === PREFIX + name || key === null) listener();
  });
}

/** The value of that name, or null where there is none or it cannot be read. */
export function load<T>(name: string): T | null {
  try {
    const text = unkept.get(name) ?? localStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Keeps the value whole; false where it is gone with the page. */
export function keep(name: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    unkept.delete(name);
    is_kept = true;
    return true;
  } catch {
    unkept.set(name, text);
    lost();
    return false;
  }
}

export function forget(name: string): void {
  unkept.delete(name);
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
