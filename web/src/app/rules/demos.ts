// The rules, played: for each page of the rulebook and each value of each option a short record
// that shows what it does. What comes of a record is the engine's business; `shows` is what a test
// wants to see happen in it.
import type { Happening } from "../../engine/door";

export type Kind = Happening["kind"];

export interface Demo {
  rules: string;
  start: string; // position line
  play: string; // rolls and moves, as a record has them
  shows: readonly Kind[];
}

/** The pages, in the order in which one learns the game. */
export const RULES = [
  "takeoff",
  "turn",
  "capture",
  "jump",
  "flight",
  "stack",
  "finish",
  "sixes",
  "end",
  "bonus",
  "wall",
  "pass",
] as const;
export type Rule = (typeof RULES)[number];

/** Which options belong to a page. */
export const OPTIONS: Readonly<Record<Rule, readonly string[]>> = {
  takeoff: ["takeoff", "planes"],
  turn: [],
  capture: ["stackhit"],
  jump: ["jump"],
  flight: ["flight", "chain", "onward", "crossing"],
  stack: ["stack"],
  finish: ["finish"],
  sixes: ["sixes", "recall"],
  end: ["end"],
  bonus: ["bonus"],
  wall: ["wall"],
  pass: ["move"],
};

/** The page that an option belongs to. */
export function page_of(option: string): Rule | undefined {
  return RULES.find((rule) => OPTIONS[rule].includes(option));
}

type Line = [start: string, play: string, shows: Kind[]];

const ALL_IN_HANGAR = "R:hx4 B:hx4 R 0 - -";
const OUT_AND_ON = "1. R 6 h-p 3 p*-3";
const THREE_SIXES = "R:h,21,47,c B:hx4 R 0 - -";
const PUNISHED = "1. R 6 h-p 6 21-27 6 #";
const HOME_AND_PUNISHED = "1. R 6 50-c 6 21-27 6 #";
const BEFORE_A_STACK = "R:hx3,12 B:hx2,41x2 R 0 - -";
const TWO_BEFORE_THE_SHORTCUT = "R:hx2,13,15 B:hx3,53 R 0 - -";
const THREE_THAT_MEET = "R:h,15,17,20 B:hx4 R 0 - -";
const NEAR_THE_CENTRE = "R:hx2,53,c B:hx4 R 0 - -";
const ONE_TO_HIT_ONE_TO_BRING = "R:hx2,12,52 B:hx3,41 R 0 - -";
const BEHIND_AN_ENEMY = "R:hx3,20 B:hx3,48 R 0 - -";
const LAST_PLANES = "R:cx3,53 Y:cx3,52 B:hx2,20,c R 0 - -";

// By key=value; also what a page shows first, where that is no option's value.
const LINES: Readonly<Record<string, Line>> = {
  turn: [
    "R:hx4 Y:hx4 B:hx4 G:hx4 Y 0 - -",
    "0. R 3 Y 5 B 1 G 2 1. Y 6 h-p 3 p*-3 B 2 h-p G 1 . R 4 h-p",
    ["rolled", "took_off", "again", "walked", "next", "no_move"],
  ],

  "takeoff=246": [
    ALL_IN_HANGAR,
    "1. R 3 . B 4 h-p 2. R 6 h-p 3 p*-3",
    ["no_move", "took_off", "walked"],
  ],
  "takeoff=6": [
    ALL_IN_HANGAR,
    "1. R 4 . B 5 . 2. R 6 h-p 3 p*-3",
    ["no_move", "took_off", "walked"],
  ],
  "takeoff=56": [
    ALL_IN_HANGAR,
    "1. R 4 . B 5 h-p 2. R 6 h-p 3 p*-3",
    ["no_move", "took_off", "walked"],
  ],
  "takeoff=123456": [ALL_IN_HANGAR, "1. R 1 h-p B 3 h-p 2. R 3 p-3", ["took_off", "walked"]],
  "planes=4": [ALL_IN_HANGAR, OUT_AND_ON, ["took_off", "walked"]],
  "planes=3": ["R:hx3 B:hx3 R 0 - -", OUT_AND_ON, ["took_off", "walked"]],
  "planes=2": ["R:hx2 B:hx2 R 0 - -", OUT_AND_ON, ["took_off", "walked"]],
  "planes=1": ["R:h B:h R 0 - -", OUT_AND_ON, ["took_off", "walked"]],

  capture: [
    "R:hx2,9,12 B:hx1,41,41,37 R 0 - -",
    "1. R 3 12-15 B 3 37-40 2. R 1 9-10^14",
    ["walked", "captured", "jumped"],
  ],
  "stackhit=stack": [BEFORE_A_STACK, "1. R 3 12-15", ["captured"]],
  "stackhit=both": [BEFORE_A_STACK, "1. R 3 12-15", ["captured", "struck"]],
  "stackhit=hitter": [BEFORE_A_STACK, "1. R 3 12-15", ["struck"]],

  "jump=on": ["R:hx3,9 B:hx2,38,40 R 0 - -", "1. R 1 9-10^14", ["jumped", "captured"]],
  "jump=off": ["R:hx3,9 B:hx2,38,40 R 0 - -", "1. R 1 9-10", ["walked"]],

  "flight=may": [
    TWO_BEFORE_THE_SHORTCUT,
    "1. R 3 15-18~30 B 1 . 2. R 5 13-18^22",
    ["flew", "captured", "jumped"],
  ],
  "flight=must": [
    TWO_BEFORE_THE_SHORTCUT,
    "1. R 3 15-18~30 B 1 . 2. R 5 13-18~30",
    ["flew", "captured"],
  ],
  "flight=off": [TWO_BEFORE_THE_SHORTCUT, "1. R 3 15-18^22", ["jumped"]],
  "chain=on": ["R:hx3,12 B:hx4 R 0 - -", "1. R 2 12-14^18~30", ["jumped", "flew"]],
  "chain=off": ["R:hx3,12 B:hx4 R 0 - -", "1. R 2 12-14^18", ["jumped"]],
  "onward=off": ["R:hx3,15 B:hx4 R 0 - -", "1. R 3 15-18~30", ["flew"]],
  "onward=may": [
    "R:hx2,13,15 B:hx4 R 0 - -",
    "1. R 3 15-18~30^34 B 1 . 2. R 5 13-18~30",
    ["flew", "jumped"],
  ],
  "onward=must": ["R:hx3,15 B:hx4 R 0 - -", "1. R 3 15-18~30^34", ["flew", "jumped"]],
  "crossing=on": ["R:hx3,15 B:hx3,53 R 0 - -", "1. R 3 15-18~30", ["flew", "captured"]],
  "crossing=off": ["R:hx3,15 B:hx3,53 R 0 - -", "1. R 3 15-18~30", ["flew"]],

  "stack=may": [
    THREE_THAT_MEET,
    "1. R 3 17-20+ B 1 . 2. R 5 15-20 B 3 . 3. R 4 20x2-24",
    ["stacked", "walked"],
  ],
  "stack=always": [
    THREE_THAT_MEET,
    "1. R 3 17-20+ B 1 . 2. R 5 15-20+ B 3 . 3. R 4 20x3-24",
    ["stacked", "walked"],
  ],
  "stack=never": [
    THREE_THAT_MEET,
    "1. R 3 17-20 B 1 . 2. R 5 15-20 B 3 . 3. R 4 20-24",
    ["walked"],
  ],

  "finish=exact": [NEAR_THE_CENTRE, "1. R 5 . B 1 . 2. R 3 53-c", ["no_move", "walked"]],
  "finish=bounce": [NEAR_THE_CENTRE, "1. R 5 53-54 B 1 . 2. R 2 54-c", ["walked"]],
  "finish=over": [NEAR_THE_CENTRE, "1. R 5 53-c", ["walked"]],

  "sixes=moved": [THREE_SIXES, PUNISHED, ["again", "third_six", "recalled"]],
  "sixes=all": [THREE_SIXES, PUNISHED, ["again", "third_six", "recalled"]],
  "sixes=every": [THREE_SIXES, PUNISHED, ["again", "third_six", "recalled"]],
  "sixes=void": [THREE_SIXES, PUNISHED, ["again", "third_six"]],
  "sixes=none": [THREE_SIXES, "1. R 6 h-p 6 21-27 6 27-33 1 33-34^38", ["again", "jumped"]],
  "recall=on": ["R:hx2,21,50 B:hx4 R 0 - -", HOME_AND_PUNISHED, ["third_six", "recalled"]],
  "recall=off": ["R:hx2,21,50 B:hx4 R 0 - -", HOME_AND_PUNISHED, ["third_six", "recalled"]],

  "end=last": [LAST_PLANES, "1. R 3 53-c Y 4 52-c", ["placed", "over"]],
  "end=first": [LAST_PLANES, "1. R 3 53-c", ["placed", "over"]],

  "bonus=six": ["R:hx2,9,52 B:hx3,41 R 0 - -", "1. R 6 9-15 4 52-c", ["captured", "again", "next"]],
  "bonus=capture": [ONE_TO_HIT_ONE_TO_BRING, "1. R 3 12-15 4 52-c", ["captured", "again", "next"]],
  "bonus=home": [ONE_TO_HIT_ONE_TO_BRING, "1. R 4 52-c 3 12-15", ["captured", "again", "next"]],
  "bonus=both": [
    ONE_TO_HIT_ONE_TO_BRING,
    "1. R 3 12-15 4 52-c 1 15-16",
    ["captured", "again", "next"],
  ],

  "wall=free": [BEFORE_A_STACK, "1. R 5 12-17", ["walked"]],
  "wall=barred": [BEFORE_A_STACK, "1. R 5 .", ["no_move"]],
  "wall=bounce": [BEFORE_A_STACK, "1. R 5 12-13", ["walked"]],

  "move=must": [BEHIND_AN_ENEMY, "1. R 3 20-23 B 1 48-49", ["walked", "captured"]],
  "move=may": [BEHIND_AN_ENEMY, "1. R 3 pass B 1 48-49", ["passed"]],
};

/** The whole game in short, for two planes a side. */
export const MINUTE: Demo = {
  rules: "planes=2",
  start: "R:h,c B:h,53 R 0 - -",
  play: `1. R 4 h-p B 5 . 2. R 6 p-6^10 4 10*-14^18~30 B 3 . 3. R 6 30-36 5 36*-41 B 1 .
    4. R 6 41-47 3 47*-50 B 5 . 5. R 6 50-c`,
  shows: ["took_off", "walked", "jumped", "flew", "captured", "again", "placed", "over"],
};

/** What a page shows where no option says it; null: the value of its first option. */
export function plain_demo(rule: Rule): Demo | null {
  const line = LINES[rule];
  return line ? made("standard", line) : null;
}

/** The demo of a value of an option. */
export function value_demo(key: string, value: string): Demo {
  const item = `${key}=${value}`;
  const line = LINES[item];
  if (!line) throw new Error(`no demo for ${item}`);
  return made(item, line);
}

function made(rules: string, [start, play, shows]: Line): Demo {
  return { rules, start, play, shows };
}

/** The demo as a record. */
export function record_of({ rules, start, play }: Demo): string {
  return `[Rules "${rules}"]\n[Start "${start}"]\n\n${play}\n`;
}
