// Words for what the door gives, put together from messages of the catalogue alone.
import type { Choice, Entry, Message, Piece, Seat, SeatInfo } from "../engine/door";
import { listed, say, tell, text } from "../text/text.svelte";

export function seat_name(seat: Seat): string {
  return say(`seat.${seat}`);
}

/** Parts of a sentence; empty for none. */
export function joined(parts: readonly Message[]): string {
  return listed(parts.map(tell));
}

/** "greedy"; a bot that has no word is called by its name. */
export function level_name(bot: string): string {
  const key = `play.level.${bot.replace("+", "_")}`;
  return text.has(key) ? say(key) : bot;
}

/** "person", "bot (greedy)". */
export function kind_of_player({ bot }: { bot: string }): string {
  return bot ? say("play.bot", { level: level_name(bot) }) : say("play.person");
}

/** A player by name, or by seat where it has none. */
export function player_name({ seat, name }: { seat: Seat; name: string }): string {
  return name || seat_name(seat);
}

/** "Red’s turn", "Red’s turn (Anna)". */
export function turn_of({ seat, name }: { seat: Seat; name: string }): string {
  const turn = say(`seat.${seat}.turn`);
  return name ? say("play.named", { seat: turn, name }) : turn;
}

/** "Red: a plane on 14." */
export function piece_words({ seat, step, size, marks }: Piece): string {
  let planes: string;
  if (step < 0) planes = say("play.in_hangar", { planes: size });
  else if (step === 0) planes = say("play.on_pad", { planes: size });
  else if (step > 55) planes = say("play.in_centre", { planes: size });
  else planes = say(size > 1 ? "play.stack_on" : "play.plane_on", { planes: size, n: step });
  if (marks > 0) planes = say("play.at_risk", { piece: planes });
  return say("play.has", { seat: seat_name(seat), planes });
}

/** "10 → 14, jumps to 18, sends home Yellow’s plane" */
export function choice_words(choice: Choice): string {
  return joined(choice.words);
}

/** "4: 10 → 14, jumps to 18"; empty for a roll that waits for its move. */
export function entry_words(entry: Pick<Entry, "words" | "roll">): string {
  const what = joined(entry.words);
  if (!what) return "";
  return entry.roll > 0 ? say("play.log", { roll: entry.roll, what }) : what;
}

/** What rules are called: by their preset, of which one's own have none. */
export function rules_name({ preset }: { preset: string }): string {
  return preset ? text.say(`preset.${preset}`) : say("web.table.rules.own");
}

/** "64.3" */
export function tenths(number: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(text.locale, digits).format(number);
}

/** "33.1%" of 33.14, as it is written in the language. */
export function percents(number: number, digits = 1): string {
  return new Intl.NumberFormat(text.locale, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(number / 100);
}

/** "60%", "silent". */
export function volume_words(volume: number): string {
  if (volume === 0) return say("web.settings.silent");
  return percents(volume, 0);
}

/** "0:42"; from a day or an hour on, "2 days", "3 hours". */
export function duration_words(seconds: number): string {
  for (const [unit, size] of [
    ["day", 86_400],
    ["hour", 3600],
  ] as const) {
    if (seconds < 2 * size) continue;
    const style = { style: "unit", unit, unitDisplay: "long" } as const;
    return new Intl.NumberFormat(text.locale, style).format(Math.floor(seconds / size));
  }
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How far a player is, for ears. */
export function standing_words({ home, planes, progress }: SeatInfo): string {
  return say("web.table.standing", { home, planes, progress });
}
