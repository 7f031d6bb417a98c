import { say } from "../../text/text.svelte";

/** "a", "a, b", "a, b, c" as the language joins them; empty for none. */
export function joined_names(names: readonly string[]): string {
  return names.reduce(
    (first, second) => (first ? say("play.joined", { first, second }) : second),
    "",
  );
}
