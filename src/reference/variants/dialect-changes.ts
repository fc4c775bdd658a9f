/** Changes for variants that compare texts in another way. */

import { inExport } from '../defects/change.js';
import { cellOf, withValue } from '../defects/export/change.js';
import type { Collation, Dialect, Fold } from '../dialect.js';
import type { Rule } from '../export/operators.js';
import { fold, reducing } from '../table/text.js';

/** The options of a server with entries of the dialect. */
export const dialect = (value: Partial<Dialect>) => ({ dialect: value });

/** Makes a change in which texts with the same key belong to the same group. */
const groupsBy = (key: (text: string) => string) =>
  inExport(() => ({
    group: (rows, column) => {
      const seen = new Set<unknown>();
      return rows.filter((row) => {
        const cell = cellOf(column, row);
        const value = typeof cell === 'string' ? key(cell) : cell;
        return seen.has(value) ? false : seen.add(value) !== undefined;
      });
    },
  }));

/** A change in which groups ignore letter case. */
export const groupsFoldCase = groupsBy(fold);

/** A dialect that compares text like a collation of MariaDB, in `=`, in LIKE and in groups. */
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

/** A change in which `LIKE` ignores letter case, like `ILIKE`. */
export const likeFoldsCase = inExport(({ operators }) => ({
  operators: { ...operators, LIKE: operators.ILIKE, 'NOT LIKE': operators['NOT ILIKE'] },
}));

/** Columns whose values in filters differ from the returned values. */
const WITH_OTHER_FILTER_VALUES: readonly string[] = ['created_at', 'attributes'];

/** A change in which filters on these columns find no record. */
export const filtersByOtherValues = inExport(({ operators }) => ({
  operators: Object.fromEntries(
    Object.entries(operators).map(([name, rule]): [string, Rule] => [
      name,
      (column, values) =>
        WITH_OTHER_FILTER_VALUES.includes(column.name) && !name.startsWith('IS')
          ? () => false
          : rule(column, values),
    ]),
  ) as typeof operators,
}));

const literalBackslash = withValue((pattern) => pattern.replaceAll('\\', '\\\\'));

/** A change in which a backslash in a pattern has no meaning. */
export const likeWithoutEscape = inExport(({ operators }) => ({
  operators: {
    ...operators,
    LIKE: literalBackslash(operators.LIKE),
    'NOT LIKE': literalBackslash(operators['NOT LIKE']),
    ILIKE: literalBackslash(operators.ILIKE),
    'NOT ILIKE': literalBackslash(operators['NOT ILIKE']),
  },
}));
