import { expect, test } from "vitest";
import { new_seed } from "./seed";

test("every seed is another, from the whole range", () => {
  const seeds = new Set(Array.from({ length: 50 }, new_seed));
  expect(seeds.size).toBe(50);
  for (const seed of seeds) expect(BigInt(seed)).toBeLessThan(2n ** 64n);
  expect([...seeds].some((seed) => BigInt(seed) > 2n ** 60n)).toBe(true);
});
