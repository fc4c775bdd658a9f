import { distance } from 'fastest-levenshtein';

/** The known name that was probably meant, or undefined where none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((one) => ({ one, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best !== undefined && best.far <= Math.max(2, name.length / 3) ? best.one : undefined;
}
