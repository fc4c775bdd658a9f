/** Computes the groups that `groupBy` makes from the values of a column. */

import { type Column, cellValue } from './column.js';
import type { ComparisonRules } from './criterion.js';
import { classesOf, type Equality, TRAITS } from './equality.js';

/** Null, missing, empty and blank values may form one group or several (EXP-GROUP-2). */
const isUnnamed = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

export const groupOf = (value: unknown): string | undefined =>
  isUnnamed(value) ? undefined : String(value);

/**
 * The maximum number of groups without a name: one for each blank text, and one for null. An empty
 * text may stand for null.
 */
export function unnamedGroups(values: Iterable<unknown>): number {
  const unnamed = new Set([...values].filter(isUnnamed));
  const texts = [...unnamed].filter((value) => typeof value === 'string');
  return texts.length + (unnamed.has('') || texts.length < unnamed.size ? 1 : 0);
}

type TextRules = Pick<ComparisonRules, 'equals' | 'like'>;

/**
 * `groupBy` compares values like `=`. If only `LIKE` ignores a difference, it is unknown whether
 * `groupBy` ignores it, because the type of the requested value may have changed the result of `=`
 * (citext and text in PostgreSQL).
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
 * Maps each value to a representative. Values that the collation may treat as equal have the same
 * representative.
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

/** The group of each record. Records with null or blank values are left out. */
export const groupsOf = (
  records: readonly Readonly<Record<string, unknown>>[],
  { name }: Column,
): readonly string[] => records.flatMap((record) => groupOf(cellValue(record, name)) ?? []);
