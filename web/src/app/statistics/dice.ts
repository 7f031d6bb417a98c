// What counts of a fair die can tell.

/** Fewer rolls than this say nothing: five of each number expected, the usual least. */
export const FEWEST_ROLLS = 30;

export interface Expectation {
  rolls: number;
  each: number; // how often a fair die shows each number
  spread: number; // twice the standard deviation: 19 of 20 counts lie within
  outside: number; // how many of the six numbers lie farther off
}

export function expectation(faces: readonly number[]): Expectation {
  const rolls = faces.reduce((sum, count) => sum + count, 0);
  const each = rolls / 6;
  const spread = 2 * Math.sqrt((rolls * 5) / 36);
  return { rolls, each, spread, outside: faces.filter((n) => Math.abs(n - each) > spread).length };
}
