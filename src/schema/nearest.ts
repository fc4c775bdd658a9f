import { distance } from 'fastest-levenshtein';

/**
 * The known name that a user probably meant; undefined if none is similar. A name is similar if at
 * most two characters differ, or a third of the characters of a longer name. Letter case is
 * ignored.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = [...known].sort((a, b) => distanceBetween(name, a) - distanceBetween(name, b));
  if (best === undefined) return undefined;
  const maxDistance = Math.max(2, name.length / 3);
  return distanceBetween(name, best) <= maxDistance ? best : undefined;
}

const distanceBetween = (a: string, b: string): number =>
  distance(a.toLowerCase(), b.toLowerCase());
