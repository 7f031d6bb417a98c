// What can be said at a table: set phrases, and a picture for each.
import type { Phrase } from "../../../wire/messages";

export const PICTURES: Record<Phrase, string> = {
  hello: "👋",
  good_luck: "🍀",
  well_played: "🏅",
  thanks: "🙏",
  oops: "🙈",
  wow: "😮",
  sorry: "😔",
  take_your_time: "🐢",
  hurry_up: "⏰",
  again: "🔁",
  goodbye: "🛫",
  clap: "👏",
  laugh: "😄",
  cry: "😢",
  heart: "❤️",
  thumbs_up: "👍",
};

/** Those that are pictures first. */
export const REACTIONS = ["clap", "laugh", "cry", "heart", "thumbs_up"] as const;
export const SENTENCES = (Object.keys(PICTURES) as Phrase[]).filter(
  (phrase) => !REACTIONS.some((reaction) => reaction === phrase),
);
