/** The greatest common divisor. If one number is 0, the result is the other number. */
export const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/**
 * The order in which scenarios start, as indexes: one round of a smooth weighted round robin. Every
 * round has exactly the shares of the weights, and the starts of a scenario are spread evenly.
 */
export function cycle(weights: readonly number[]): readonly number[] {
  const divisor = weights.reduce(gcd, 0) || 1;
  const shares = weights.map((weight) => weight / divisor);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const credit = shares.map(() => 0);
  return Array.from({ length: total }, () => {
    let chosen = 0;
    for (const [index, share] of shares.entries()) {
      credit[index] = (credit[index] ?? 0) + share;
      if ((credit[index] ?? 0) > (credit[chosen] ?? 0)) chosen = index;
    }
    credit[chosen] = (credit[chosen] ?? 0) - total;
    return chosen;
  });
}
