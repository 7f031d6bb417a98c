import { expect, test } from "vitest";
import vectors from "../../../docs/formats/fair-dice.vectors.json";
import { CHAIN_LENGTH, Chain, derive, hash, parse_link, roll, type Seat, to_text } from "./links";

function link(text: string) {
  const found = parse_link(text);
  if (!found) throw new Error(text);
  return found;
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("a link has one text", () => {
  for (const one of vectors.texts) {
    expect(hex(link(one.text))).toBe(one.hex);
    expect(to_text(link(one.text))).toBe(one.text);
  }
  for (const text of vectors.bad_texts) expect(parse_link(text), text).toBeUndefined();
  expect(vectors.bad_texts).toHaveLength(13);
});

test("hashes and derived secrets are those of the vectors", () => {
  for (const { input, sha256 } of vectors.hashes) expect(to_text(hash(input))).toBe(sha256);
  for (const { secret, purpose, result } of vectors.derived) {
    expect(to_text(derive(link(secret), purpose))).toBe(result);
  }
});

test("a chain has the links of the vectors", () => {
  expect(CHAIN_LENGTH).toBe(vectors.chain_length);
  for (const { secret, tip, links } of vectors.chains) {
    const chain = new Chain(link(secret));
    expect(to_text(chain.tip)).toBe(tip);
    for (const [number, text] of Object.entries(links)) {
      expect(to_text(chain.link(Number(number))), number).toBe(text);
    }
    expect(hash(chain.link(CHAIN_LENGTH))).toEqual(chain.link(CHAIN_LENGTH - 1));
    expect(() => chain.link(CHAIN_LENGTH + 1)).toThrow(RangeError);
  }
});

test("dice are those of the vectors", () => {
  for (const { server, table, number, seat, links, pip } of vectors.rolls) {
    const given = Object.fromEntries(
      Object.entries(links).map(([giver, text]) => [giver, link(text)]),
    );
    expect(roll(link(server), table, number, seat as Seat, given)).toBe(pip);
  }
  const { secret, table, seat, first, counts } = vectors.count;
  const chain = new Chain(link(secret));
  const pips = Array.from({ length: CHAIN_LENGTH }, (_, i) =>
    roll(chain.link(i + 1), table, i + 1, seat as Seat, {}),
  );
  expect(pips.slice(0, first.length)).toEqual(first);
  expect([1, 2, 3, 4, 5, 6].map((pip) => pips.filter((one) => one === pip).length)).toEqual(counts);
});
