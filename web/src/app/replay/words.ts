// Words of this screen that are put together from the catalogue.
import type { Happening, Scene } from "../../engine/door";
import { in_a_row, say, tell } from "../../text/text.svelte";

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
