/**
 * Defects of the export API in code that several operators, routes or formats share, so that all of
 * these are wrong in the same way.
 */

import type { Operator } from '../../export/filters.js';
import type { OperatorTable, Rule } from '../../export/operators.js';
import type { Problem, Problems } from '../../export/problems.js';
import type { Query } from '../../export/query.js';
import type { Column } from '../../table/column.js';
import { columnOf } from '../../table/column.js';
import { fold } from '../../table/text.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import {
  cellOf,
  ILIKES,
  isOn,
  LIKES,
  matching,
  onNumbers,
  onTexts,
  operators,
  plainLike,
  rule,
  withNulls,
  withValue,
  withValues,
} from './change.js';

const shared = defectsOf('export', 'export.shared');

const PATTERNS = [...LIKES, ...ILIKES] as const;
const LISTS = ['IN', 'NOT IN'] as const;
const EQUALITY = ['=', '!=', ...LISTS] as const;
const NEGATED = ['!=', 'NOT LIKE', 'NOT ILIKE', 'NOT IN', 'NOT BETWEEN'] as const;

/** Replaces the rules of several operators. `replace` makes the rule of an operator. */
const eachOperator = (
  names: readonly Operator[],
  replace: (name: Operator, healthy: Rule, all: OperatorTable) => Rule,
) =>
  names
    .map((name) => operators([name], (healthy, all) => replace(name, healthy, all)))
    .reduce((before, after) => (healthy) => after(before(healthy)));

function orderOfTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Comparisons in which numbers are compared as texts. */
const asTexts: Readonly<Record<string, (cell: string, low: string, high: string) => boolean>> = {
  '>': (cell, value) => orderOfTexts(cell, value) > 0,
  '<': (cell, value) => orderOfTexts(cell, value) < 0,
  '>=': (cell, value) => orderOfTexts(cell, value) >= 0,
  '<=': (cell, value) => orderOfTexts(cell, value) <= 0,
  BETWEEN: (cell, low, high) => orderOfTexts(cell, low) >= 0 && orderOfTexts(cell, high) <= 0,
  'NOT BETWEEN': (cell, low, high) => orderOfTexts(cell, low) < 0 || orderOfTexts(cell, high) > 0,
};

/** Reads a LIKE pattern as a regular expression. No character is escaped. */
function unescaped(pattern: string, flags: string): (text: string) => boolean {
  const source = `^${pattern.replaceAll('%', '[^]*').replaceAll('_', '[^]')}$`;
  try {
    const expression = new RegExp(source, flags);
    return (text) => expression.test(text);
  } catch {
    return () => false;
  }
}

const asRegularExpression = (name: Operator): Rule => {
  const flags = name.endsWith('ILIKE') ? 'i' : '';
  const match = matching((pattern) => unescaped(pattern, flags));
  return name.startsWith('NOT ') ? opposite(match) : match;
};

/** Matches the records that have a value and do not match the rule. */
const opposite =
  (positive: Rule): Rule =>
  (column, values) => {
    const matches = positive(column, values);
    return (row) => cellOf(column, row) !== null && !matches(row);
  };

/** Replaces the operators that test equality. `same` decides whether two texts are equal. */
const equality = (same: (cell: string, value: string) => boolean) =>
  eachOperator(EQUALITY, (name, healthy) => {
    const isAmong = (cell: string, ...values: string[]): boolean =>
      values.some((value) => same(cell, value));
    const isNegated = name === '!=' || name === 'NOT IN';
    return onTexts((cell, ...values) => isAmong(cell, ...values) !== isNegated)(healthy);
  });

const boundsExcluded: Rule = (column, [low = '', high = '']) =>
  column.kind === 'number'
    ? rule((cell) => Number(cell) > Number(low) && Number(cell) < Number(high))(column, [])
    : rule((cell) => String(cell) > low && String(cell) < high)(column, []);

const upperBoundExcluded: Rule = (column, [low = '', high = '']) =>
  column.kind === 'number'
    ? rule((cell) => Number(cell) >= Number(low) && Number(cell) < Number(high))(column, [])
    : rule((cell) => String(cell) >= low && String(cell) < high)(column, []);

/** Replaces `BETWEEN` by a rule, and `NOT BETWEEN` by its negation. */
const ranges = (within: Rule) =>
  eachOperator(['BETWEEN', 'NOT BETWEEN'], (name) =>
    name === 'BETWEEN' ? within : opposite(within),
  );

/** Converts the numbers of a column to texts. Nulls stay null. */
const withTexts = (column: Column, size: number): Column =>
  column.kind === 'text'
    ? column
    : columnOf(
        column.name,
        Array.from({ length: size }, (_, row) => {
          const cell = cellOf(column, row);
          return cell === null ? {} : { [column.name]: String(cell) };
        }),
      );

/** Sets the HTTP status of all problems. This also changes the status in JSON:API bodies. */
function withStatus(problems: Problems, status: number): Problems {
  const entries = Object.entries(problems).map(([name, make]) => [
    name,
    (text: string): Problem => ({ ...(make as (text: string) => Problem)(text), status }),
  ]);
  return Object.fromEntries(entries) as Problems;
}

export const EXPORT_SHARED: readonly Defect[] = [
  ...shared('EXP-FILT-2', {
    'numbers-compared-as-text': blatant(
      'All operators that compare, `BETWEEN` included, compare numbers as text: 9 is greater than 10.',
      eachOperator(['>', '<', '>=', '<=', 'BETWEEN', 'NOT BETWEEN'], (name, healthy) =>
        onNumbers((cell, low = '', high = '') => asTexts[name]?.(String(cell), low, high) ?? false)(
          healthy,
        ),
      ),
    ),
    'strict-comparisons-include-the-bound': blatant(
      '`>` is treated as `>=`, and `<` as `<=`.',
      eachOperator(['>', '<'], (name, _, all) => (name === '>' ? all['>='] : all['<='])),
    ),
    'inclusive-comparisons-exclude-the-bound': blatant(
      '`>=` is treated as `>`, and `<=` as `<`.',
      eachOperator(['>=', '<='], (name, _, all) => (name === '>=' ? all['>'] : all['<'])),
    ),
  }),
  ...shared('EXP-FILT-3', {
    'patterns-without-underscore': blatant(
      '`_` matches only itself in the patterns of `LIKE`, `ILIKE` and their negations.',
      operators(
        PATTERNS,
        withValue((pattern) => pattern.replaceAll('_', '\\_')),
      ),
    ),
    'patterns-match-a-part': blatant(
      'The patterns of `LIKE`, `ILIKE` and their negations also match a part of a value.',
      operators(
        PATTERNS,
        withValue((pattern) => `%${pattern}%`),
      ),
    ),
    'patterns-open-at-the-end': subtle(
      'The patterns of `LIKE`, `ILIKE` and their negations also match texts with further characters at the end.',
      operators(
        PATTERNS,
        withValue((pattern) => `${pattern}%`),
      ),
    ),
    'patterns-open-at-the-start': subtle(
      'The patterns of `LIKE`, `ILIKE` and their negations also match texts with further characters at the start.',
      operators(
        PATTERNS,
        withValue((pattern) => `%${pattern}`),
      ),
    ),
    'patterns-are-regular-expressions': subtle(
      'The patterns of `LIKE`, `ILIKE` and their negations are regular expressions: `.`, `+` and brackets are not escaped.',
      eachOperator(PATTERNS, asRegularExpression),
    ),
  }),
  ...shared('EXP-FILT-4', {
    'patterns-ignore-case': subtle(
      '`LIKE` and `NOT LIKE` ignore case.',
      eachOperator(LIKES, (name, _, all) => (name === 'LIKE' ? all.ILIKE : all['NOT ILIKE'])),
    ),
    'equality-ignores-case': subtle(
      '`=`, `!=`, `IN` and `NOT IN` ignore case.',
      equality((cell, value) => fold(cell) === fold(value)),
    ),
  }),
  ...shared('EXP-FILT-5', {
    'patterns-respect-case': blatant(
      '`ILIKE` and `NOT ILIKE` respect case.',
      eachOperator(ILIKES, (name) => (name === 'ILIKE' ? plainLike : opposite(plainLike))),
    ),
  }),
  ...shared('EXP-FILT-6', {
    'lists-use-the-first-value': blatant(
      '`IN` and `NOT IN` use only the first value.',
      operators(
        LISTS,
        withValues((values) => values.slice(0, 1)),
      ),
    ),
    'lists-use-the-last-value': blatant(
      '`IN` and `NOT IN` use only the last value.',
      operators(
        LISTS,
        withValues((values) => values.slice(-1)),
      ),
    ),
    'lists-split-at-commas': subtle(
      'The values of `IN` and `NOT IN` are split at commas.',
      operators(
        LISTS,
        withValues((values) => values.flatMap((value) => value.split(','))),
      ),
    ),
  }),
  ...shared('EXP-FILT-7', {
    'ranges-exclude-both-bounds': blatant(
      '`BETWEEN` excludes both bounds, and `NOT BETWEEN` includes them.',
      ranges(boundsExcluded),
    ),
    'ranges-exclude-the-upper-bound': subtle(
      '`BETWEEN` excludes its upper bound, and `NOT BETWEEN` includes it.',
      ranges(upperBoundExcluded),
    ),
  }),
  ...shared('EXP-FILT-12', {
    'window-before-everything': blatant(
      'Limit and offset are applied before `filters`, groups and orders, and the total ignores `filters` and groups.',
      inExport(({ readQuery, select, page }) => {
        const queries = new WeakMap<object, Query>();
        const totals = new WeakMap<object, number>();
        return {
          readQuery: (table, ask, rules) => {
            const query = readQuery(table, ask, rules);
            queries.set(ask, query);
            return query;
          },
          select: (table, filters, ask, self) => {
            const selected = select(table, filters, ask, self);
            const base = isOn(ask, 'legacy-filtered') ? selected : table.rows;
            totals.set(ask, base.length);
            const query = queries.get(ask);
            if (query === undefined) return selected;
            const matchingRows = new Set(selected);
            return page(base, query, ask).filter((row) => matchingRows.has(row));
          },
          page: (rows) => rows,
          total: (rows, _query, ask) => totals.get(ask) ?? rows.length,
        };
      }),
    ),
  }),
  ...shared('EXP-FILT-14', {
    'equality-trims': subtle(
      '`=`, `!=`, `IN` and `NOT IN` trim the values and the data before the comparison.',
      equality((cell, value) => cell.trim() === value.trim()),
    ),
  }),
  ...shared('EXP-FILT-18', {
    'negations-keep-nulls': subtle(
      'All negated operators also match null.',
      operators(NEGATED, withNulls),
    ),
  }),
  ...shared('EXP-LIST-8', {
    'offset-counts-pages': blatant(
      'The offset is treated as a number of pages.',
      inExport(({ page }) => ({
        page: (rows, query, ask) =>
          page(rows, { ...query, offset: query.offset * query.limit }, ask),
      })),
    ),
  }),
  ...shared('EXP-SORT-1', {
    'numbers-ordered-as-text': subtle(
      'Numbers are ordered as text; all other values are ordered correctly.',
      inExport(({ order }) => ({
        order: (rows, by, ask, query) => {
          const size = by.column.values.length;
          return order(rows, { ...by, column: withTexts(by.column, size) }, ask, query);
        },
      })),
    ),
  }),
  ...shared('EXP-AUTH-1', {
    'errors-with-status-200': blatant(
      'Errors are returned with status 200 and the documented bodies.',
      inExport(({ problems, problemBody }) => ({
        problems: withStatus(problems, 200),
        // The status in a JSON:API body is still the documented one.
        problemBody: (sent, format) => {
          const right = Object.values(problems)
            .map((make) => (make as (text: string) => Problem)(''))
            .find(({ title, key }) => title === sent.title && key === sent.key);
          return problemBody({ ...sent, status: right?.status ?? sent.status }, format);
        },
      })),
    ),
  }),
  ...shared('EXP-NEG-2', {
    'envelope-for-every-accept': blatant(
      'Every response, including errors and responses of legacy routes, has the JSON:API format for any Accept header.',
      inExport(() => ({ negotiate: () => 'json-api' })),
    ),
  }),
  ...shared('EXP-NEG-1', {
    'array-for-every-accept': blatant(
      'Every response, including errors and responses of legacy routes, has the plain format for any Accept header.',
      inExport(() => ({ negotiate: () => 'json' })),
    ),
  }),
];
