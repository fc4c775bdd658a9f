/** Computes the groups that `groupBy` makes from the values of a column. */

import { textOfValue } from '../../../../src/schema/json-value.js';
import { type Column, cellValue } from './column.js';
import type { ComparisonRules } from './criterion.js';
import { classesOf, type Equality, TRAITS } from './equality.js';

/** Null, missing, empty and blank values may form one group or several (EXP-GROUP-2). */
const isUnnamed = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** The name of the group of a value. Undefined for null and blank texts. */
export const groupOf = (value: unknown): string | undefined =>
  isUnnamed(value) ? undefined : textOfValue(value);

/**
 * Returns the maximum number of groups without a name: one for each empty or blank text, and one
 * for null. An empty text may mean null, so it counts for both.
 */
export function unnamedGroups(values: Iterable<unknown>): number {
  const unnamed = new Set([...values].filter(isUnnamed));
  const texts = [...unnamed].filter((value) => typeof value === 'string');
  return texts.length + (unnamed.has('') || texts.length < unnamed.size ? 1 : 0);
}

type TextRules = Pick<ComparisonRules, 'equals' | 'like'>;

/**
 * `groupBy` compares values in the same way as `=`. If `LIKE` ignores a difference and `=` does
 * not, it is unknown whether `groupBy` ignores the difference. In PostgreSQL, for example, a column
 * of type citext ignores letter case, but not in a comparison with a value of type text.
 */
function groupingBy({ equals, like }: TextRules, column: string): Equality {
  const equality = equals(column);
  const inPatterns = like(column);
  const differs = TRAITS.filter(
    (trait) => equality[trait] === 'kept' && inPatterns[trait] !== 'kept',
  );
  return { ...equality, ...Object.fromEntries(differs.map((trait) => [trait, 'unknown'])) };
}

/**
 * Returns a function that maps each value to a representative. Values that the server may treat as
 * equal have the same representative.
 */
export function mergedBy(
  rules: TextRules,
  column: Column,
  values: Iterable<string> = [],
): (value: string) => string {
  const known = new Map<string, string>();
  const texts = new Set([...[...column.values.keys()].map(String), ...values]);
  for (const alike of classesOf(texts, groupingBy(rules, column.name)))
    for (const value of alike) known.set(value, alike[0] ?? value);
  return (value) => known.get(value) ?? value;
}

/** Returns the group of each record. Records with null or blank values are left out. */
export const groupsOf = (
  records: readonly Readonly<Record<string, unknown>>[],
  { name }: Column,
): readonly string[] => records.flatMap((record) => groupOf(cellValue(record, name)) ?? []);
