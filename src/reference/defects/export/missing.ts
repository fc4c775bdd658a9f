import { listInWords } from '../../../in-words.js';
import { BadQuery } from '../../export/bad-query.js';
import type { Operator } from '../../export/filters.js';
import type { Ask } from '../../export/index.js';
import type { Query } from '../../export/query.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf } from '../defect.js';
import { dropPathFilterUnless, filters, isFiltered, isOn, operators, query } from './change.js';

const missing = defectsOf('export', 'export.missing');

/** The legacy filtered route has its filter in the path, so its requests use no operators. */
const usesOneOf =
  (...names: readonly string[]) =>
  ({ filters: { groups } }: Query, ask: Ask): boolean =>
    !isOn(ask, 'legacy-filtered') &&
    groups.some(({ criteria }) => criteria.some(({ operator }) => names.includes(operator)));

/**
 * Features that a server may lack. The clause requires the feature, and `isUsed` tells whether a
 * request uses the feature.
 */
const FEATURES: readonly (readonly [
  clause: string,
  id: string,
  name: string,
  isUsed: (requested: Query, ask: Ask) => boolean,
])[] = [
  ['EXP-FILT-1', 'filters', '`filters`', isFiltered],
  ['EXP-FILT-2', 'ranges', '`>`, `<`, `>=` and `<=`', usesOneOf('>', '<', '>=', '<=')],
  ['EXP-FILT-3', 'like', '`LIKE` and `NOT LIKE`', usesOneOf('LIKE', 'NOT LIKE')],
  ['EXP-FILT-5', 'ilike', '`ILIKE` and `NOT ILIKE`', usesOneOf('ILIKE', 'NOT ILIKE')],
  ['EXP-FILT-6', 'in', '`IN` and `NOT IN`', usesOneOf('IN', 'NOT IN')],
  ['EXP-FILT-7', 'between', '`BETWEEN` and `NOT BETWEEN`', usesOneOf('BETWEEN', 'NOT BETWEEN')],
  [
    'EXP-FILT-9',
    'or-in-groups',
    'a group of mode `OR`',
    ({ filters: { groups } }) => groups.some(({ mode }) => mode === 'OR'),
  ],
  ['EXP-FILT-10', 'second-group', 'a second group', ({ filters: { groups } }) => groups.length > 1],
  ['EXP-SORT-1', 'order', '`orderBy`', ({ orderBy }) => orderBy !== undefined],
  ['EXP-GROUP-1', 'group', '`groupBy`', ({ groupBy }) => groupBy !== undefined],
  ['EXP-LIST-6', 'offset', '`offset`', ({ offset }) => offset > 0],
  ['EXP-ROUTE-2', 'legacy', 'the legacy route', (_, ask) => isOn(ask, 'legacy')],
  [
    'EXP-ROUTE-3',
    'legacy-filtered',
    'the legacy filtered route',
    (_, ask) => isOn(ask, 'legacy-filtered'),
  ],
];

/** Operators that a server may ignore, and the clause that requires them. */
const IGNORED: readonly (readonly [clause: string, id: string, names: readonly Operator[]])[] = [
  ['EXP-FILT-2', 'ranges', ['>', '<', '>=', '<=']],
  ['EXP-FILT-3', 'patterns', ['LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE']],
  ['EXP-FILT-6', 'in', ['IN', 'NOT IN']],
  ['EXP-FILT-7', 'between', ['BETWEEN', 'NOT BETWEEN']],
];

const namesInWords = (names: readonly Operator[]): string =>
  listInWords(names.map((name) => `\`${name}\``));

/**
 * Defects of servers that lack a feature. A request that uses the feature returns 400 or 500, or
 * the feature is ignored. Other defects treat a route like an unknown path.
 */
export const EXPORT_MISSING: readonly Defect[] = [
  ...FEATURES.flatMap(([clause, id, name, isUsed]) =>
    missing(clause, {
      [`${id}-is-500`]: blatant(
        `A request with ${name} returns 500.`,
        query((requested, ask) => {
          if (isUsed(requested, ask)) throw new Error('no such feature');
          return requested;
        }),
      ),
      [`${id}-is-400`]: blatant(
        `A request with ${name} returns 400.`,
        query((requested, ask) => {
          if (isUsed(requested, ask)) throw new BadQuery('not supported');
          return requested;
        }),
      ),
    }),
  ),
  ...missing('EXP-FILT-1', {
    'filters-ignored': blatant(
      '`filters` is ignored.',
      filters((given) => ({ ...given, groups: [] })),
    ),
  }),
  ...IGNORED.flatMap(([clause, id, names]) =>
    missing(clause, {
      [`${id}-ignored`]: blatant(
        `${namesInWords(names)} are ignored: their criteria hold for every record.`,
        operators(names, () => () => () => true),
      ),
    }),
  ),
  ...missing('EXP-LIST-8', {
    'offset-ignored': blatant(
      '`offset` is ignored.',
      inExport(({ page }) => ({
        page: (rows, requested, ask) => page(rows, { ...requested, offset: 0 }, ask),
      })),
    ),
  }),
  ...missing('EXP-ROUTE-3', {
    'legacy-filtered-ignored': blatant(
      'The legacy filtered route ignores its column and its value.',
      dropPathFilterUnless(() => false),
    ),
  }),
  ...(['legacy', 'legacy-filtered'] as const).flatMap((kind) =>
    missing(kind === 'legacy' ? 'EXP-ROUTE-2' : 'EXP-ROUTE-3', {
      [`${kind}-not-routed`]: blatant(
        `The ${kind.replace('-', ' ')} route does not exist.`,
        inExport(({ route }) => ({
          route: (path, call) => {
            const found = route(path, call);
            return found?.kind === kind ? undefined : found;
          },
        })),
      ),
    }),
  ),
];
