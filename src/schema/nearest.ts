import { distance } from 'fastest-levenshtein';

/** The known name that a user probably meant; undefined if none is similar. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = [...known].sort((a, b) => distanceBetween(name, a) - distanceBetween(name, b));
  return best !== undefined && distanceBetween(name, best) <= Math.max(2, name.length / 3)
    ? best
    : undefined;
}

const distanceBetween = (a: string, b: string): number =>
  distance(a.toLowerCase(), b.toLowerCase());
