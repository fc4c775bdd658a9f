import { nearest } from '../schema/nearest.js';
import { UsageError } from '../settings/usage-error.js';

/**
 * Letter case is ignored, except in a pattern that ends in `*`. Such a pattern matches the
 * beginning of a name.
 */
export const fits = (wanted: string, name: string): boolean =>
  wanted.endsWith('*')
    ? name.startsWith(wanted.slice(0, -1))
    : name.toLowerCase() === wanted.toLowerCase();

/** Throws a UsageError if `wanted` matches no name. */
export function expectKnown(option: string, wanted: string, names: readonly string[]): void {
  if (names.some((name) => fits(wanted, name))) return;
  const near = nearest(wanted, names);
  const hint = near === undefined ? '' : ` The nearest is "${near}".`;
  throw new UsageError(`There is no ${option} "${wanted}".${hint} "assay list" shows all of them.`);
}
