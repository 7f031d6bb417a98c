// The keys of a game. A person may give an action another key; it then takes the place of all its
// usual ones.
import type { Key } from "../text/text.svelte";

export interface KeyAction {
  action: Action;
  words: Key; // what it does
  keys: readonly string[]; // as KeyboardEvent.key says, letters small
}

/** In the order in which help and settings list them. */
export const KEY_ACTIONS = [
  { action: "roll", words: "play.key.roll", keys: [" ", "r"] },
  { action: "next", words: "web.key.next", keys: ["ArrowDown", "ArrowRight"] },
  { action: "previous", words: "web.key.previous", keys: ["ArrowUp", "ArrowLeft"] },
  { action: "play", words: "web.key.play", keys: ["Enter"] },
  { action: "take_back", words: "play.key.take_back", keys: ["u", "Backspace"] },
  { action: "hint", words: "play.key.hint", keys: ["h"] },
  { action: "moves", words: "play.key.moves", keys: ["m"] },
  { action: "threats", words: "play.key.threats", keys: ["t"] },
  { action: "board", words: "play.key.board", keys: ["b"] },
  { action: "last_move", words: "play.key.last_move", keys: ["l"] },
  { action: "log", words: "web.key.log", keys: ["g"] },
  { action: "speed", words: "play.key.speed", keys: ["v"] },
  { action: "pause", words: "web.key.pause", keys: ["p"] },
  { action: "help", words: "play.key.help", keys: ["?", "F1"] },
] as const;
export type Action = (typeof KEY_ACTIONS)[number]["action"];

/** What a person has set: the key of an action, where it is not a usual one. */
export type OwnKeys = Partial<Record<string, string>>;

/** Whether no action can have that key: it moves through the page or leaves what one is in, or
    chooses by number, or is no key by itself. */
export function is_reserved(key: string): boolean {
  return /^(Tab|Escape|[0-9]|Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead|Process|Unidentified|)$/.test(
    key,
  );
}

/** The keys that ask for the action now. */
export function keys_of({ action, keys }: KeyAction, own: OwnKeys): readonly string[] {
  const key = own[action] ?? "";
  return is_reserved(key) ? keys : [key];
}

/** One name for each key: letters small, also those that a keyboard of another script has there. */
export function key_of(event: KeyboardEvent): string {
  if (event.key === "？") return "?";
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (letter && !/^[\p{Script=Latin}]$/u.test(event.key)) return letter.toLowerCase();
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

export type Press = { action: Action } | { number: number };

/** What a key press asks for; null where it asks for nothing here. */
export function press_of(event: KeyboardEvent, own: OwnKeys): Press | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null;
  const key = key_of(event);
  if (/^[1-9]$/.test(key)) return { number: Number(key) };
  const found = KEY_ACTIONS.find((each) => keys_of(each, own).includes(key));
  return found ? { action: found.action } : null;
}

/** A key in words: "Space", "A", "↓". */
export function key_words(key: string, say: (key: Key) => string): string {
  const ARROWS: Record<string, string> = {
    ArrowDown: "↓",
    ArrowUp: "↑",
    ArrowLeft: "←",
    ArrowRight: "→",
    Backspace: "⌫",
  };
  if (key === " ") return say("play.key.space");
  return ARROWS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
