/** Compares names on the command line with known names. */

import { nearest } from '../schema/nearest.js';
import { UsageError } from '../settings/usage-error.js';

/**
 * Whether a wanted name matches a name, ignoring letter case. If the wanted name ends in `*`, it
 * matches every name with the same beginning, and letter case matters.
 */
export const fits = (wanted: string, name: string): boolean =>
  wanted.endsWith('*')
    ? name.startsWith(wanted.slice(0, -1))
    : name.toLowerCase() === wanted.toLowerCase();

/** Throws a UsageError if `wanted` matches none of the names. */
export function expectKnown(option: string, wanted: string, names: readonly string[]): void {
  if (names.some((name) => fits(wanted, name))) return;
  const near = nearest(wanted, names);
  const hint = near === undefined ? '' : ` The nearest is "${near}".`;
  throw new UsageError(`There is no ${option} "${wanted}".${hint} "assay list" shows all of them.`);
}
