/** How alike two texts are, from 0 to 1: the share of their words that both have (Dice's coefficient). */
export function likeness(a: string, b: string): number {
  const [x, y] = [wordsOf(a), wordsOf(b)];
  if (x.size + y.size === 0) return 0;
  return (2 * [...x].filter((word) => y.has(word)).length) / (x.size + y.size);
}

/** Characters that are compared: what is kept of a known fault is shorter. */
const COMPARED = 400;

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .slice(0, COMPARED)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [],
  );
