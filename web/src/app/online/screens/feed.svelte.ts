// The address at which a reader of feeds learns that it is this person's turn. The server tells it
// once, so that it is kept here.
import { forget, keep, load } from "../../storage";
import { remove_feed } from "./api";

const NAME = "online.feed";

let path: string | null = $state(null);

export const feed = {
  /** Null where there is none. */
  get address(): string | null {
    return path && new URL(path, location.origin).href;
  },
  /** As it is kept. */
  read(): void {
    const found = load<unknown>(NAME);
    path = typeof found === "string" ? found : null;
  },
  take(made: string): void {
    path = made;
    keep(NAME, made);
  },
  drop(): void {
    path = null;
    forget(NAME);
  },
};

/** As `revoke_tokens` does. */
export function revoke_feed(): void {
  feed.read();
  if (feed.address) remove_feed().catch(() => {});
  feed.drop();
}
