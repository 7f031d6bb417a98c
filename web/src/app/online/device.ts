// Who one is at online tables: a secret key on this device, and what is derived from it.
import { CHAIN_LENGTH, Chain, derive, type Link, parse_link, to_text } from "../../fair/links";
import type { Seat } from "../../wire/messages";
import { keep, load } from "../storage";

const NAME = "device";

/** The key, made when it is first asked for. */
export function device_key(): Link {
  const kept = load<unknown>(NAME);
  const key = typeof kept === "string" ? parse_link(kept) : undefined;
  if (key) return key;
  const made = crypto.getRandomValues(new Uint8Array(32));
  keep(NAME, to_text(made));
  return made;
}

/** What a server knows one by. */
export function token_of(key: Link): string {
  return to_text(derive(key, "token"));
}

// So many chains of a seat are tried to find the one that is in use: a game that uses up three has
// not been seen.
const MOST_CHAINS = 8;

/** The chains of this device's seats at one table. */
export class Chains {
  readonly #key: Link;
  readonly #code: string;
  readonly #made = new Map<string, Map<string, number>>(); // number of each link, tip first
  readonly #ks = Array.from({ length: MOST_CHAINS }, (_, k) => k);

  constructor(key: Link, code: string) {
    this.#key = key;
    this.#code = code;
  }

  /** Of the first chain of a seat. */
  tip(seat: Seat): string {
    return this.#first_of(seat, 0);
  }

  /** Is it a link or tip of a chain of that seat on this device. */
  is_ours(seat: Seat, link: string): boolean {
    return this.#find(seat, link) !== null;
  }

  /** The link after that one; null where it is the last, or of no chain of this device. */
  next(seat: Seat, last: string): string | null {
    const found = this.#find(seat, last);
    if (!found) return null;
    return [...found.chain.keys()][found.number + 1] ?? null;
  }

  /** The tip of a chain that comes after the one of which that is a link or the tip. */
  renewed(seat: Seat, last: string): string {
    if (last === "") return this.tip(seat);
    const found = this.#find(seat, last);
    if (found) return this.#first_of(seat, found.k + 1);
    // Which of ours have been told is not known: one that certainly has not.
    const [k = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#ks.push(k);
    return this.#first_of(seat, k);
  }

  #find(
    seat: Seat,
    link: string,
  ): { k: number; chain: Map<string, number>; number: number } | null {
    if (link === "") return null;
    for (const k of this.#ks) {
      const chain = this.#chain(seat, k);
      const number = chain.get(link);
      if (number !== undefined) return { k, chain, number };
    }
    return null;
  }

  #first_of(seat: Seat, k: number): string {
    return this.#chain(seat, k).keys().next().value as string;
  }

  #chain(seat: Seat, k: number): Map<string, number> {
    const purpose = `chain ${this.#code} ${seat} ${k}`;
    let chain = this.#made.get(purpose);
    if (!chain) {
      const made = new Chain(derive(this.#key, purpose));
      chain = new Map();
      for (let n = 0; n <= CHAIN_LENGTH; ++n) chain.set(to_text(made.link(n)), n);
      this.#made.set(purpose, chain);
    }
    return chain;
  }
}
