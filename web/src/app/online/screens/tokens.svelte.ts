// The tokens for programs that were made on this device. The server tells a token once, so that they
// are kept here.
import { forget, keep, load } from "../../storage";
import { call_no_more } from "../calls";
import { remove_token, type Scope } from "./api";
import { revoke_feed } from "./feed.svelte";

const NAME = "online.tokens";

export interface Token {
  token: string;
  scopes: Scope[];
}

let all: Token[] = $state.raw([]);

export const tokens = {
  get all(): readonly Token[] {
    return all;
  },
  /** As they are kept. */
  read(): void {
    const found = load<unknown>(NAME);
    all = Array.isArray(found) ? found.filter((each) => typeof each?.token === "string") : [];
  },
  add(token: Token): void {
    all = [...all, token];
    keep(NAME, all);
  },
  drop(token: string): void {
    all = all.filter((each) => each.token !== token);
    keep(NAME, all);
  },
};

/**
 * Before the key of the device goes, by which alone they can be revoked, and the feed with them.
 * Where the server does not hear of it, they are forgotten all the same.
 */
export function revoke_tokens(): void {
  tokens.read();
  // Each request has taken the key along when the call returns.
  for (const { token } of all) remove_token(token).catch(() => {});
  all = [];
  forget(NAME);
  revoke_feed();
  call_no_more().catch(() => {}); // the turns of somebody else are no concern of this device
}
