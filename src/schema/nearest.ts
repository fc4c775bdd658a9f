import { distance } from 'fastest-levenshtein';

/** The known name that was probably meant, or undefined where none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const best = closest(name, known);
  return best !== undefined && far(name, best) <= Math.max(2, name.length / 3) ? best : undefined;
}

/** The known name that is the least away, however far that is; undefined where none is known. */
export const closest = (name: string, known: readonly string[]): string | undefined =>
  [...known].sort((a, b) => far(name, a) - far(name, b))[0];

const far = (a: string, b: string): number => distance(a.toLowerCase(), b.toLowerCase());
