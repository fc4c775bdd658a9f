import { nearest } from '../schema/nearest.js';
import { UsageError } from '../settings/usage-error.js';

/**
 * Whether `name` is the wanted name, in any letter case. If `wanted` ends in `*`, the name must
 * begin with the text before `*`, in the same letter case.
 */
export const fits = (wanted: string, name: string): boolean =>
  wanted.endsWith('*')
    ? name.startsWith(wanted.slice(0, -1))
    : name.toLowerCase() === wanted.toLowerCase();

/** The commands that list all names of a kind. */
const LISTS: Readonly<Record<string, string>> = {
  check: '"assay list" shows all of them.',
  clause: '"assay list clauses" shows all of them.',
  defect: '"assay list defects" shows all of them.',
  'clause, check or defect': '"assay list" with "clauses", "checks" or "defects" shows them.',
};

/** Returns the names that `wanted` matches. Throws a UsageError if there is none. */
export function knownNames(
  option: string,
  wanted: string,
  names: readonly string[],
): readonly string[] {
  const found = [...new Set(names.filter((name) => fits(wanted, name)))];
  if (found.length > 0) return found;
  const near = nearest(wanted, names);
  const hint = near === undefined ? '' : ` The nearest is "${near}".`;
  const all = LISTS[option] ?? `Known: ${names.join(', ')}.`;
  throw new UsageError(`There is no ${option} "${wanted}".${hint} ${all}`);
}
