// Days as records write them, "2026-05-17", and as people read them.
import { text } from "../text/text.svelte";

/** The day where the person is. */
export function today(): string {
  const now = new Date();
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The day of a game as the language writes it; where its record names none, that on which it came
    here, and without that what the record says. */
export function day_words({ date, kept_at }: { date: string; kept_at?: number }): string {
  const form = new Intl.DateTimeFormat(text.locale, { dateStyle: "medium" });
  const stated = /^\d{4}-\d\d-\d\d$/.test(date) ? new Date(`${date}T12:00`).getTime() : Number.NaN;
  const day = Number.isNaN(stated) ? kept_at : stated;
  return day === undefined ? date : form.format(day);
}
