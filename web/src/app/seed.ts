/** A seed of dice that nobody can know beforehand: 0…2^64-1. */
export function new_seed(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return ((BigInt(high) << 32n) | BigInt(low)).toString();
}
