// What a person has set on this device, kept as it is changed.
import { LANGUAGES, type Language, preferred } from "../text/text.svelte";
import { keep, load, on_changed } from "./storage";

export const SPEEDS = ["off", "fast", "normal", "slow"] as const;
export type Speed = (typeof SPEEDS)[number];
export const PAUSES = ["off", "short", "normal", "long"] as const;
export type Pause = (typeof PAUSES)[number];
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface Settings {
  language: Language | "system";
  theme: Theme;
  speed: Speed; // of dice and planes
  pause: Pause; // before a bot acts
  volume: number; // 0…100; 0 is silent, and what it is until touched
  play_only_moves: boolean; // an only legal move plays itself
  turn_board: boolean; // to the person on turn
  always_fly: boolean; // a choice that differs in nothing else is made so
  always_stack: boolean;
  show_steps: boolean; // numbers on the squares
  show_hints: boolean; // at every choice, without being asked
  show_phrases: boolean; // what is said at online tables
  keys: Record<string, string>; // action → key, where it differs from the usual one
}

export const USUAL: Readonly<Settings> = {
  language: "system",
  theme: "system",
  speed: "normal",
  pause: "normal",
  volume: 0,
  play_only_moves: false,
  turn_board: false,
  always_fly: false,
  always_stack: false,
  show_steps: false,
  show_hints: false,
  show_phrases: true,
  keys: {},
};

const WORDS = {
  language: ["system", ...LANGUAGES, "pseudo"],
  theme: THEMES,
  speed: SPEEDS,
  pause: PAUSES,
} as const;

/** Settings from anything at all: what is no setting, or has a value it cannot have, is usual. */
export function settings_of(anything: unknown): Settings {
  const given = (typeof anything === "object" && anything !== null ? anything : {}) as Partial<
    Record<keyof Settings, unknown>
  >;
  const read: Record<string, unknown> = { ...USUAL, keys: {} };
  for (const [name, usual] of Object.entries(USUAL)) {
    const value = given[name as keyof Settings];
    if (name in WORDS) {
      const words: readonly unknown[] = WORDS[name as keyof typeof WORDS];
      if (words.includes(value)) read[name] = value;
    } else if (name === "volume") {
      if (typeof value === "number" && value >= 0 && value <= 100) read[name] = Math.round(value);
    } else if (name === "keys") {
      if (typeof value === "object" && value !== null) {
        read[name] = Object.fromEntries(
          Object.entries(value).filter(([, key]) => typeof key === "string"),
        );
      }
    } else if (typeof value === typeof usual) {
      read[name] = value;
    }
  }
  return read as unknown as Settings;
}

/** Assign to a member to change it; `settings_kept()` belongs into an effect of the root. */
export const settings: Settings = $state(settings_of(load("settings")));
let known = JSON.stringify(settings); // as kept, or as another tab has told, to which it is not told back

export function settings_kept(): void {
  const now = JSON.stringify(settings);
  if (now === known) return;
  known = now;
  keep("settings", $state.snapshot(settings));
}

on_changed("settings", () => {
  set_all(load("settings"));
  known = JSON.stringify(settings);
});

/** The language that is wanted: the one that is set, or one of the browser's. */
export function language_wanted(): Language {
  return settings.language === "system" ? preferred(navigator.languages) : settings.language;
}

/** Takes all settings from anything at all, such as an imported file. */
export function set_all(anything: unknown): void {
  Object.assign(settings, settings_of(anything));
}
