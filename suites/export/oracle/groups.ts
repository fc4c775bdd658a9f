import type { Column } from './column.js';
import type { Semantics } from './criterion.js';
import { classesOf } from './equality.js';
import { heldBy } from './held.js';

/** A value as a group: nulls and empty text make groups of their own, which are open (EXP-GROUP-2). */
export const groupOf = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value);

/** One value for all that a column may take for it: what it holds equal may be one group, though it need not. */
export function mergedBy({ equals }: Pick<Semantics, 'equals'>, column: Column): (value: string) => string {
  const known = new Map<string, string>();
  const texts = [...column.values.keys()].map(String);
  for (const alike of classesOf(texts, equals(column.name)))
    for (const value of alike) known.set(value, alike[0] ?? value);
  return (value) => known.get(value) ?? value;
}

/** The values of a column that make groups, one for each record that holds one. */
export const groupsOf = (records: readonly Readonly<Record<string, unknown>>[], { name }: Column): readonly string[] =>
  records.flatMap((record) => groupOf(heldBy(record, name)) ?? []);
