/** Defects of the legacy routes of the export API. */

import type { Ask } from '../../export/index.js';
import type { Query } from '../../export/query.js';
import { inExport } from '../change.js';
import { blatant, type Defect, subtle, topic } from '../defect.js';
import {
  filters,
  filtersOfPath,
  isOn,
  onTexts,
  pathCriterion,
  pathOperator,
  query,
  withValues,
} from './change.js';

const legacy = topic('export', 'export.legacy');

const onFiltered = (edit: (requested: Query) => Partial<Query>) =>
  query((requested, ask) =>
    isOn(ask, 'legacy-filtered') ? { ...requested, ...edit(requested) } : requested,
  );

const onUnfiltered = (edit: (requested: Query, ask: Ask) => Partial<Query>) =>
  query((requested, ask) =>
    isOn(ask, 'legacy') ? { ...requested, ...edit(requested, ask) } : requested,
  );

const alwaysPlain = (kind: 'legacy' | 'legacy-filtered') =>
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
    // The server decodes a path like the value of a form.
    'plus-in-a-path-is-a-blank': subtle(
      'An encoded plus sign in the path is decoded as a space.',
      pathCriterion((criterion) => ({
        ...criterion,
        values: criterion.values.map((value) => value.replaceAll('+', ' ')),
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
      filtersOfPath(({ values }) => values[0] !== '0'),
    ),
    'path-cut-at-a-hash': subtle(
      'The value of the filtered path is cut at a hash, although it is percent-encoded.',
      pathCriterion((criterion) => ({
        ...criterion,
        values: criterion.values.map((value) => value.split('#')[0] ?? ''),
      })),
    ),
    'path-of-the-basic-plane': subtle(
      'Characters beyond the Basic Multilingual Plane are dropped from the value of the filtered path.',
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
      'Only the first of a list of values is used.',
      pathOperator(withValues((values) => values.slice(0, 1))),
    ),
    'path-last-part-only': subtle(
      'Only the last of a list of values is used.',
      pathOperator(withValues((values) => values.slice(-1))),
    ),
    'path-three-parts-at-most': subtle(
      'Only the first three of a list of values are used.',
      pathOperator(withValues((values) => values.slice(0, 3))),
    ),
    'path-comma-is-a-character': subtle(
      'A list of values in the path is treated as one value that contains commas.',
      pathOperator(withValues((values) => [values.join(',')])),
    ),
    'path-parts-all': subtle(
      'A list of different values matches only records that equal all of them, that is, none.',
      pathOperator(
        (healthy) => (column, values) =>
          new Set(values).size > 1 ? () => false : healthy(column, values),
      ),
    ),
    'path-unknown-part-empties': subtle(
      'A list with a value that occurs nowhere matches nothing.',
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
      onFiltered(() => ({ limit: 100 })),
    ),
    'path-offset-ignored': subtle(
      'The filtered path ignores `offset`.',
      onFiltered(() => ({ offset: 0 })),
    ),
    'path-order-ignored': subtle(
      'The filtered path ignores `orderBy`.',
      onFiltered(() => ({ orderBy: undefined })),
    ),
    'path-group-ignored': subtle(
      'The filtered path ignores `groupBy`.',
      onFiltered(() => ({ groupBy: undefined })),
    ),
  }),
  ...legacy('EXP-ROUTE-7', {
    'filters-ignored': subtle(
      'The legacy route ignores `filters`.',
      onUnfiltered(({ filters: given }) => ({ filters: { ...given, groups: [] } })),
    ),
    'mode-ignored': subtle(
      'The legacy route ignores the top-level `mode`.',
      onUnfiltered(({ filters: given }) => ({ filters: { ...given, mode: 'AND' } })),
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
      'The legacy route uses only one group of filters.',
      filters((given, _, ask) =>
        isOn(ask, 'legacy') ? { ...given, groups: given.groups.slice(0, 1) } : given,
      ),
    ),
    'limit-ignored': subtle(
      'The legacy route ignores `limit`.',
      onUnfiltered(() => ({ limit: 100 })),
    ),
    'offset-ignored': subtle(
      'The legacy route ignores `offset`.',
      onUnfiltered(() => ({ offset: 0 })),
    ),
    'order-ignored': subtle(
      'The legacy route ignores `orderBy`.',
      onUnfiltered(() => ({ orderBy: undefined })),
    ),
    'group-ignored': subtle(
      'The legacy route ignores `groupBy`.',
      onUnfiltered(() => ({ groupBy: undefined })),
    ),
    'filters-ignored-in-groups': subtle(
      'The legacy route ignores `filters` when `groupBy` is given.',
      onUnfiltered(({ groupBy, filters: given }) =>
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
      alwaysPlain('legacy'),
    ),
    'filtered-always-bare': subtle(
      'The legacy filtered route returns a bare array for any Accept header.',
      alwaysPlain('legacy-filtered'),
    ),
    'always-enveloped': subtle(
      'The legacy route returns the envelope for any Accept header.',
      inExport(({ negotiate, route }) => ({
        negotiate: (accept, call) =>
          route(call.path, call)?.kind === 'legacy' ? 'json-api' : negotiate(accept, call),
      })),
    ),
  }),
];
