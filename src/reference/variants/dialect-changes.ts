/** Parts of variants whose filters and groups compare values in their own way. */

import { inExport } from '../defects/change.js';
import { cellOf, withValue } from '../defects/export/change.js';
import type { Collation, Dialect, Fold } from '../dialect.js';
import type { Rule } from '../export/operators.js';
import { fold, reducing } from '../table/text.js';

export const dialect = (value: Partial<Dialect>) => ({ dialect: value });

/** `groupBy` keeps the first row of each group. Texts with the same key are in the same group. */
const groupsBy = (key: (text: string) => string) =>
  inExport(() => ({
    group: (rows, column) => {
      const seen = new Set<unknown>();
      return rows.filter((row) => {
        const cell = cellOf(column, row);
        const value = typeof cell === 'string' ? key(cell) : cell;
        if (seen.has(value)) return false;
        seen.add(value);
        return true;
      });
    },
  }));

export const groupsFoldCase = groupsBy(fold);

/** Compares text in `=`, LIKE and groups like a collation of MariaDB. */
export const collated = (
  folds: readonly Fold[],
  {
    caseSensitive = false,
    like = folds,
    collation = 'without-accents',
  }: {
    readonly caseSensitive?: boolean;
    readonly like?: readonly Fold[];
    readonly collation?: Collation;
  } = {},
) => ({
  dialect: {
    caseSensitive,
    folds,
    likeFolds: like,
    collation,
    nullsOrder: 'first' as const,
  },
  behaviour: groupsBy(reducing(folds, caseSensitive)),
});

/** LIKE ignores letter case, as `ILIKE` does. */
export const likeFoldsCase = inExport(({ operators }) => ({
  operators: { ...operators, LIKE: operators.ILIKE, 'NOT LIKE': operators['NOT ILIKE'] },
}));

/**
 * Filters on these columns find no record, except `IS` and `IS NOT`. A server does this if it
 * compares the value of a filter with the stored form of a cell, but returns another form.
 */
const COLUMNS_WITHOUT_MATCHES: readonly string[] = ['created_at', 'attributes'];

export const filtersByStoredForm = inExport(({ operators }) => ({
  operators: Object.fromEntries(
    Object.entries(operators).map(([name, rule]): [string, Rule] => [
      name,
      (column, values) =>
        COLUMNS_WITHOUT_MATCHES.includes(column.name) && !name.startsWith('IS')
          ? () => false
          : rule(column, values),
    ]),
  ) as typeof operators,
}));

const literalBackslash = withValue((pattern) => pattern.replaceAll('\\', '\\\\'));

/** A backslash in a pattern matches itself. */
export const likeWithoutEscape = inExport(({ operators }) => ({
  operators: {
    ...operators,
    LIKE: literalBackslash(operators.LIKE),
    'NOT LIKE': literalBackslash(operators['NOT LIKE']),
    ILIKE: literalBackslash(operators.ILIKE),
    'NOT ILIKE': literalBackslash(operators['NOT ILIKE']),
  },
}));
