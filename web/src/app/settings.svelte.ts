// What a person has set on this device, kept as it is changed.
import type { Language } from "../text/text.svelte";
import { keep, load } from "./storage";

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
  keys: Record<string, string>; // action → key, where it differs from the usual one
}

const USUAL: Settings = {
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
  keys: {},
};

/** Assign to a member to change it; `settings_kept()` belongs into an effect of the root. */
export const settings: Settings = $state({ ...USUAL, ...load<Partial<Settings>>("settings") });

export function settings_kept(): void {
  keep("settings", $state.snapshot(settings));
}
