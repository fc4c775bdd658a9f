import { distance } from 'fastest-levenshtein';

/** The known name that was probably meant, or undefined where none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = [...known].sort((a, b) => far(name, a) - far(name, b));
  return best !== undefined && far(name, best) <= Math.max(2, name.length / 3) ? best : undefined;
}

const far = (a: string, b: string): number => distance(a.toLowerCase(), b.toLowerCase());
