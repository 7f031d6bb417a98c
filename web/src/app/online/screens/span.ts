// How long something takes or has taken, in words.
import { say } from "../../../text/text.svelte";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
export const DAY_S = 24 * HOUR_S;

/** Its largest unit alone: "3 days", "20 minutes"; what is left of it is rounded down. */
export function span_words(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds));
  if (s >= DAY_S) return say("web.room.days", { n: Math.floor(s / DAY_S) });
  if (s >= HOUR_S) return say("web.room.hours", { n: Math.floor(s / HOUR_S) });
  // A timer of 90 seconds is called so.
  if (s >= 2 * MINUTE_S) return say("web.room.minutes", { n: Math.floor(s / MINUTE_S) });
  return say("web.room.seconds", { n: s });
}

/** What a table's timer means. */
export function timer_words(seconds: number): string {
  if (seconds === 0) return say("web.room.timer.none");
  return say("web.room.timer", { time: span_words(seconds) });
}
