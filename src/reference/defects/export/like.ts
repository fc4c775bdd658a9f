import type { Criterion } from '../../export/filters.js';
import { compileLike } from '../../table/like.js';
import { fold } from '../../table/text.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import {
  filters,
  ILIKES,
  LIKES,
  matching,
  onTexts,
  operator,
  operators,
  plainLike,
  rule,
  withValue,
} from './change.js';

const like = defectsOf('export', 'export.like');

const firstFolded = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Makes `=` ignore letter case: it becomes ILIKE, and wildcards in its value are escaped. */
const withoutCase = (criterion: Criterion): Criterion =>
  criterion.operator === '='
    ? {
        ...criterion,
        operator: 'ILIKE',
        values: criterion.values.map((value) => value.replace(/[\\%_]/g, '\\$&')),
      }
    : criterion;

/** Defects of `LIKE`, `ILIKE` and their negations, and in how `=` treats letter case. */
export const EXPORT_LIKE: readonly Defect[] = [
  ...like('EXP-FILT-3', {
    'open-at-the-end': subtle(
      '`LIKE` also matches texts with further characters at the end.',
      operators(
        LIKES,
        withValue((pattern) => `${pattern}%`),
      ),
    ),
    'open-at-the-start': subtle(
      '`LIKE` also matches texts with further characters at the start.',
      operators(
        LIKES,
        withValue((pattern) => `%${pattern}`),
      ),
    ),
    'third-run-ends-the-pattern': subtle(
      'The text after the third `%` of a pattern is dropped.',
      operators(
        LIKES,
        withValue((pattern) =>
          pattern.split('%').length > 3 ? `${pattern.split('%').slice(0, 3).join('%')}%` : pattern,
        ),
      ),
    ),
    'pattern-trimmed': subtle(
      'Leading and trailing spaces of a pattern are dropped.',
      operators(
        LIKES,
        withValue((pattern) => pattern.trim()),
      ),
    ),
    'quotes-doubled': subtle(
      'Quotes in a pattern are doubled.',
      operators(
        LIKES,
        withValue((pattern) => pattern.replaceAll("'", "''")),
      ),
    ),
    'pattern-decoded-twice': subtle(
      'A `+` in a pattern is decoded as a space.',
      operators(
        LIKES,
        withValue((pattern) => pattern.replaceAll('+', ' ')),
      ),
    ),
    'underscore-is-literal': subtle(
      '`_` matches only itself in `LIKE`.',
      operators(
        LIKES,
        withValue((pattern) => pattern.replaceAll('_', '\\_')),
      ),
    ),
    'underscore-is-any-run': subtle(
      '`_` matches any sequence of characters in `LIKE`.',
      operators(
        LIKES,
        withValue((pattern) => pattern.replaceAll('_', '%')),
      ),
    ),
    'percent-needs-a-character': subtle(
      '`%` matches at least one character in `LIKE`.',
      operators(
        LIKES,
        withValue((pattern) => pattern.replaceAll('%', '_%')),
      ),
    ),
    'percent-inside-is-literal': subtle(
      '`%` in the middle of a pattern matches only itself.',
      operators(
        LIKES,
        withValue((pattern) => pattern.replace(/(?<=.)%(?=.)/gsu, '\\%')),
      ),
    ),
    'percent-is-one-character': blatant(
      '`%` matches exactly one character in `LIKE`.',
      operators(
        LIKES,
        withValue((pattern) => pattern.replaceAll('%', '_')),
      ),
    ),
    'star-for-percent': blatant(
      'The wildcard of `LIKE` is `*`, and `%` matches only itself.',
      operators(
        LIKES,
        withValue((pattern) => pattern.replaceAll('%', '\\%').replaceAll('*', '%')),
      ),
    ),
    'not-like-is-like': blatant(
      '`NOT LIKE` is treated as `LIKE`.',
      operator('NOT LIKE', (_, all) => all.LIKE),
    ),
    'not-like-is-not-equals': subtle(
      '`NOT LIKE` is treated as `!=`.',
      operator('NOT LIKE', (_, all) => all['!=']),
    ),
  }),
  ...like('EXP-FILT-4', {
    'equals-ignores-case': subtle(
      '`=` ignores case.',
      operator(
        '=',
        onTexts((cell, value = '') => fold(cell) === fold(value)),
      ),
    ),
    'like-ignores-case': subtle(
      '`LIKE` ignores case.',
      operator('LIKE', (_, all) => all.ILIKE),
    ),
    'equals-ignores-case-of-the-first-letter': subtle(
      '`=` ignores the case of the first letter.',
      operator(
        '=',
        onTexts((cell, value = '') => firstFolded(cell) === firstFolded(value)),
      ),
    ),
  }),
  ...like('EXP-FILT-5', {
    'ilike-is-like': blatant(
      '`ILIKE` respects case.',
      operator('ILIKE', () => plainLike),
    ),
    'ilike-escapes-html': subtle(
      'HTML characters in a pattern of `ILIKE` are escaped.',
      operators(
        ILIKES,
        withValue((pattern) =>
          pattern.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        ),
      ),
    ),
    'not-ilike-is-not-like': subtle(
      '`NOT ILIKE` respects case.',
      operator('NOT ILIKE', (_, all) => all['NOT LIKE']),
    ),
    'not-ilike-is-ilike': blatant(
      '`NOT ILIKE` is treated as `ILIKE`.',
      operator('NOT ILIKE', (_, all) => all.ILIKE),
    ),
    'ilike-folds-data-only': subtle(
      '`ILIKE` lowers the case of the data but not of the pattern.',
      operator('ILIKE', () =>
        matching((pattern) => {
          const match = compileLike(pattern);
          return (text) => match(fold(text));
        }),
      ),
    ),
    'ilike-folds-pattern-only': subtle(
      '`ILIKE` lowers the case of the pattern but not of the data.',
      operator('ILIKE', () => matching((pattern) => compileLike(fold(pattern)))),
    ),
    'ilike-open-at-the-end': subtle(
      '`ILIKE` also matches texts with further characters at the end.',
      operators(
        ILIKES,
        withValue((pattern) => `${pattern}%`),
      ),
    ),
    'ilike-without-percent-is-equals': subtle(
      '`ILIKE` with a pattern without `%` is treated as `=`.',
      operator(
        'ILIKE',
        (healthy, all) => (column, values) =>
          (values[0]?.includes('%') ? healthy : all['='])(column, values),
      ),
    ),
    'ilike-without-wildcards': subtle(
      '`ILIKE` ignores case, but supports no wildcards.',
      operator('ILIKE', () => rule((cell, value = '') => fold(String(cell)) === fold(value))),
    ),
  }),
  ...like('EXP-FILT-16', {
    // A database may evaluate an OR of equalities with an index that ignores letter case.
    'equals-folds-case-in-or-groups': subtle(
      'In a group of mode OR with several criteria, `=` ignores case.',
      filters(({ mode, groups }) => ({
        mode,
        groups: groups.map((group) =>
          group.mode === 'OR' && group.criteria.length > 1
            ? { ...group, criteria: group.criteria.map(withoutCase) }
            : group,
        ),
      })),
    ),
  }),
];
