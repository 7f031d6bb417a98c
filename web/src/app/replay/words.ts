// Words of this screen that are put together from the catalogue.
import type { Happening, Scene } from "../../engine/door";
import { say, tell, text } from "../../text/text.svelte";

/** The day of a game as the language writes it; as the record does where it is no day. */
export function day_words({ date, kept_at }: { date: string; kept_at?: number }): string {
  const [day, year, month, of_month] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const form = new Intl.DateTimeFormat(text.locale, { dateStyle: "medium" });
  if (day) return form.format(new Date(Number(year), Number(month) - 1, Number(of_month)));
  return date === "" && kept_at !== undefined ? form.format(kept_at) : date;
}

/** Sentences one after the other, as the language sets them. */
export function in_a_row(sentences: readonly string[]): string {
  return sentences.join(text.language === "zh" ? "" : " ");
}

/** All that happened as sentences, but for whose turn comes next. */
export function story_of(happened: readonly Happening[]): string {
  return in_a_row(
    happened.filter(({ kind }) => kind !== "next").map(({ message }) => tell(message)),
  );
}

/** How a scene came to be; empty for the start. */
export function caption_of({ happened, latest }: Scene): string {
  if (latest?.kind !== "take_back") return story_of(happened);
  return say("web.replay.history.take_back", { n: Number(latest.text) });
}
