/**
 * Defects of the legacy routes of the export API. The filtered route has one criterion in its path
 * (the filtered path). The other route, called the legacy route, has filters in its query.
 */

import { EXPORT_DEFAULT_LIMIT } from '../../document.js';
import type { Ask } from '../../export/index.js';
import type { Query } from '../../export/query.js';
import { answer } from '../../wire/answer.js';
import { answersOf, inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import {
  dropPathFilterUnless,
  filters,
  isOn,
  onTexts,
  pathCriterion,
  pathOperator,
  query,
  withValues,
} from './change.js';

const legacy = defectsOf('export', 'export.legacy');

const onFilteredPath = (edit: (requested: Query) => Partial<Query>) =>
  query((requested, ask) =>
    isOn(ask, 'legacy-filtered') ? { ...requested, ...edit(requested) } : requested,
  );

const onLegacyRoute = (edit: (requested: Query, ask: Ask) => Partial<Query>) =>
  query((requested, ask) =>
    isOn(ask, 'legacy') ? { ...requested, ...edit(requested, ask) } : requested,
  );

const alwaysBareArray = (kind: 'legacy' | 'legacy-filtered') =>
  inExport(({ negotiate, route }) => ({
    negotiate: (accept, call) =>
      route(call.path, call)?.kind === kind ? 'json' : negotiate(accept, call),
  }));

function decodedAgain(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export const EXPORT_LEGACY: readonly Defect[] = [
  ...legacy('EXP-ROUTE-3', {
    // In Ruby and Perl the end of a pattern also matches before a final line break.
    'final-line-break-is-dropped': subtle(
      'A line break at the end of the value in the path is dropped.',
      pathCriterion((criterion) => ({
        ...criterion,
        values: criterion.values.map((value) => value.replace(/\n$/, '')),
      })),
    ),
    // In JavaScript, a table of routes that is an object has inherited members.
    'constructor-is-500': subtle(
      'A path with the value `constructor` returns 500.',
      answersOf('export', (given, { path }) =>
        /\/constructor$/.test(path)
          ? answer(500, { 'Content-Type': 'text/plain' }, 'Internal Server Error')
          : given,
      ),
    ),
    // In a form, `+` means a space. The server treats the decoded path like a form.
    'plus-in-a-path-is-a-blank': subtle(
      'An encoded plus sign in the path is decoded as a space.',
      pathCriterion((criterion) => ({
        ...criterion,
        values: criterion.values.map((value) => value.replaceAll('+', ' ')),
      })),
    ),
    'raw-plus-in-a-path-is-a-blank': subtle(
      'An unencoded plus sign in the path is decoded as a space.',
      inExport(({ route }) => ({
        route: (path, call) => route(path.replaceAll('+', '%20'), call),
      })),
    ),
    'path-finds-parts': subtle(
      'The filtered path finds the value anywhere in a text.',
      pathOperator(onTexts((cell, ...values) => values.some((value) => cell.includes(value)))),
    ),
    'path-finds-beginnings': subtle(
      'The filtered path finds texts that begin with the value.',
      pathOperator(onTexts((cell, ...values) => values.some((value) => cell.startsWith(value)))),
    ),
    'path-not-decoded': subtle(
      'The value of the filtered path is not percent-decoded.',
      pathCriterion((criterion) => ({
        ...criterion,
        values: criterion.values.map(encodeURIComponent),
      })),
    ),
    'path-decoded-twice': subtle(
      'The value of the filtered path is percent-decoded twice.',
      pathCriterion((criterion) => ({ ...criterion, values: criterion.values.map(decodedAgain) })),
    ),
    'path-trimmed': subtle(
      'Leading and trailing spaces of the value of the filtered path are dropped.',
      pathCriterion((criterion) => ({
        ...criterion,
        values: criterion.values.map((value) => value.trim()),
      })),
    ),
    'path-zero-is-no-value': subtle(
      'A zero in the filtered path is treated as a missing value, so that every record is returned.',
      dropPathFilterUnless(({ values }) => values[0] !== '0'),
    ),
    'path-cut-at-a-hash': subtle(
      'The value of the filtered path is cut at a hash, although it is percent-encoded.',
      pathCriterion((criterion) => ({
        ...criterion,
        values: criterion.values.map((value) => value.split('#')[0] ?? ''),
      })),
    ),
    'path-of-the-basic-plane': subtle(
      'Characters beyond the Basic Multilingual Plane are replaced by `?` in the value of the filtered path.',
      pathCriterion((criterion) => ({
        ...criterion,
        values: criterion.values.map((value) => value.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
      })),
    ),
    'path-filter-ignored': blatant(
      'The filtered path returns every record.',
      pathOperator(() => () => () => true),
    ),
    'path-filter-negated': blatant(
      'The filtered path returns the records that do not match.',
      pathOperator((_, all) => all['NOT IN']),
    ),
  }),
  ...legacy('EXP-ROUTE-4', {
    'path-first-part-only': subtle(
      'If the path has a list of values, only the first value is used.',
      pathOperator(withValues((values) => values.slice(0, 1))),
    ),
    'path-last-part-only': subtle(
      'If the path has a list of values, only the last value is used.',
      pathOperator(withValues((values) => values.slice(-1))),
    ),
    'path-three-parts-at-most': subtle(
      'If the path has a list of values, only the first three values are used.',
      pathOperator(withValues((values) => values.slice(0, 3))),
    ),
    'path-comma-is-a-character': subtle(
      'A list of values in the path is treated as one value that contains commas.',
      pathOperator(withValues((values) => [values.join(',')])),
    ),
    'path-numbers-end-at-a-comma': subtle(
      'A list of numbers in the path is read as its first number.',
      pathOperator(
        (healthy) => (column, values) =>
          healthy(column, column.kind === 'number' ? values.slice(0, 1) : values),
      ),
    ),
    'path-parts-all': subtle(
      'A list of different values matches only records that equal all of them, that is, none.',
      pathOperator(
        (healthy) => (column, values) =>
          new Set(values).size > 1 ? () => false : healthy(column, values),
      ),
    ),
    'path-unknown-part-empties': subtle(
      'If one of the listed values occurs in no record, the list matches nothing.',
      pathOperator(
        (healthy) => (column, values) =>
          values.every((value) =>
            column.kind === 'number'
              ? column.values.includes(Number(value))
              : column.dictionary.includes(value),
          )
            ? healthy(column, values)
            : () => false,
      ),
    ),
  }),
  ...legacy('EXP-ROUTE-5', {
    'path-limit-ignored': subtle(
      'The filtered path ignores `limit`.',
      onFilteredPath(() => ({ limit: EXPORT_DEFAULT_LIMIT })),
    ),
    'path-offset-ignored': subtle(
      'The filtered path ignores `offset`.',
      onFilteredPath(() => ({ offset: 0 })),
    ),
    'path-order-ignored': subtle(
      'The filtered path ignores `orderBy`.',
      onFilteredPath(() => ({ orderBy: undefined })),
    ),
    'path-group-ignored': subtle(
      'The filtered path ignores `groupBy`.',
      onFilteredPath(() => ({ groupBy: undefined })),
    ),
  }),
  ...legacy('EXP-ROUTE-7', {
    'filters-ignored': subtle(
      'The legacy route ignores `filters`.',
      onLegacyRoute(({ filters: given }) => ({ filters: { ...given, groups: [] } })),
    ),
    'mode-ignored': subtle(
      'The legacy route ignores the top-level `mode`.',
      onLegacyRoute(({ filters: given }) => ({ filters: { ...given, mode: 'AND' } })),
    ),
    'group-mode-ignored': subtle(
      'The legacy route ignores the mode of a group.',
      filters((given, _, ask) =>
        isOn(ask, 'legacy')
          ? { ...given, groups: given.groups.map((group) => ({ ...group, mode: 'AND' as const })) }
          : given,
      ),
    ),
    'first-group-only': subtle(
      'The legacy route uses only the first group of filters.',
      filters((given, _, ask) =>
        isOn(ask, 'legacy') ? { ...given, groups: given.groups.slice(0, 1) } : given,
      ),
    ),
    'limit-ignored': subtle(
      'The legacy route ignores `limit`.',
      onLegacyRoute(() => ({ limit: EXPORT_DEFAULT_LIMIT })),
    ),
    'offset-ignored': subtle(
      'The legacy route ignores `offset`.',
      onLegacyRoute(() => ({ offset: 0 })),
    ),
    'order-ignored': subtle(
      'The legacy route ignores `orderBy`.',
      onLegacyRoute(() => ({ orderBy: undefined })),
    ),
    'group-ignored': subtle(
      'The legacy route ignores `groupBy`.',
      onLegacyRoute(() => ({ groupBy: undefined })),
    ),
    'filters-ignored-in-groups': subtle(
      'The legacy route ignores `filters` when `groupBy` is given.',
      onLegacyRoute(({ groupBy, filters: given }) =>
        groupBy === undefined ? {} : { filters: { ...given, groups: [] } },
      ),
    ),
    'total-of-the-page': subtle(
      'On the legacy route with filters, `meta.total` is the number of records of the page.',
      inExport(({ total, page }) => ({
        total: (rows, requested, ask, table) =>
          isOn(ask, 'legacy') && requested.filters.groups.length > 0
            ? page(rows, requested, ask).length
            : total(rows, requested, ask, table),
      })),
    ),
  }),
  ...legacy('EXP-NEG-5', {
    'always-bare': subtle(
      'The legacy route returns a bare array for any Accept header.',
      alwaysBareArray('legacy'),
    ),
    'filtered-always-bare': subtle(
      'The legacy filtered route returns a bare array for any Accept header.',
      alwaysBareArray('legacy-filtered'),
    ),
    'always-enveloped': subtle(
      'The legacy route returns the envelope (an object with `meta`) for any Accept header.',
      inExport(({ negotiate, route }) => ({
        negotiate: (accept, call) =>
          route(call.path, call)?.kind === 'legacy' ? 'json-api' : negotiate(accept, call),
      })),
    ),
  }),
];
