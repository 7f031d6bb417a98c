// Links, chains and the die: docs/formats/fair-dice.md in TypeScript, sharing nothing with libs/fair.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

export type Seat = "R" | "Y" | "B" | "G";
/** Whose a chain is: S is the server. */
export type Holder = "S" | Seat;
export const SEATS: readonly Seat[] = ["R", "Y", "B", "G"];
export const HOLDERS: readonly Holder[] = ["S", ...SEATS];

/** 32 bytes: a secret, a link, or a tip. */
export type Link = Uint8Array;
/** Links of a chain, its tip not counted. */
export const CHAIN_LENGTH = 1024;

const SIZE = 32;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const TEXT = /^[A-Za-z0-9_-]{43}$/;
const utf8 = new TextEncoder();

/** Base64url without padding: 43 characters. */
export function to_text(link: Link): string {
  let text = "";
  for (let bit = 0; bit < SIZE * 8; bit += 6) {
    const first = link[bit >> 3] ?? 0;
    const second = link[(bit >> 3) + 1] ?? 0;
    text += DIGITS[(((first << 8) | second) >> (10 - (bit & 7))) & 63];
  }
  return text;
}

/** Undefined unless it is exactly the text of a link. */
export function parse_link(text: string): Link | undefined {
  if (!TEXT.test(text)) return undefined;
  const link = new Uint8Array(SIZE);
  [...text].forEach((digit, i) => {
    const value = DIGITS.indexOf(digit) << (10 - ((i * 6) & 7));
    const at = (i * 6) >> 3;
    link[at] = (link[at] ?? 0) | (value >> 8);
    if (at + 1 < SIZE) link[at + 1] = (link[at + 1] ?? 0) | (value & 255);
  });
  // Another text with the same bytes differs in bits that no byte holds.
  return to_text(link) === text ? link : undefined;
}

export function is_same(one: Link, other: Link): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

export function hash(bytes: Link | string): Link {
  return sha256(typeof bytes === "string" ? utf8.encode(bytes) : bytes);
}

/** A secret of its own for each purpose, which tells nothing about `secret`. */
export function derive(secret: Link, purpose: string): Link {
  return hmac(sha256, secret, utf8.encode(purpose));
}

/** A chain with its secret, which is told to nobody. */
export class Chain {
  readonly #links: Link[] = [];

  constructor(secret: Link) {
    let link = hash(secret);
    for (let number = CHAIN_LENGTH; number >= 0; --number) {
      this.#links[number] = link;
      link = hash(link);
    }
  }

  get tip(): Link {
    return this.link(0);
  }

  /** 0 … CHAIN_LENGTH; 0 is the tip, and the hash of each is the one before it. */
  link(number: number): Link {
    const link = this.#links[number];
    if (!link) throw new RangeError(`A chain has no link ${number}.`);
    return link;
  }
}

export type SeatLinks = Partial<Record<Seat, Link>>;

/** The die, 1 … 6. `number` counts the rolls of the table from 1, starting rolls included. */
export function roll(
  server: Link,
  table: string,
  number: number,
  seat: Seat,
  links: SeatLinks,
): number {
  const fields = [
    utf8.encode(table),
    big_endian(number, 8),
    utf8.encode(seat),
    ...SEATS.map((giver) => links[giver] ?? new Uint8Array()),
  ];
  for (let counter = 0; ; ++counter) {
    const message = [...fields, big_endian(counter, 4)].flatMap((field) => [
      ...big_endian(field.length, 4),
      ...field,
    ]);
    const byte = hmac(sha256, server, new Uint8Array(message)).find((one) => one < 252);
    if (byte !== undefined) return 1 + (byte % 6);
  }
}

function big_endian(value: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = size - 1; at >= 0; --at) {
    bytes[at] = value % 256;
    value = Math.floor(value / 256);
  }
  return bytes;
}
