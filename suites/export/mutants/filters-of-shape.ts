import { type Criterion, type Filter, type Mode, where } from '../../../src/protocol/export/filter.js';
import type { ComparisonRules } from '../oracle/criterion.js';
import { isAlone } from '../oracle/equality.js';
import { Truths } from '../oracle/filter.js';
import { OPEN } from '../oracle/truth.js';
import { columnsOf } from '../survey/columns.js';
import type { Survey } from '../survey/data.js';
import { contrastsOf } from './contrasts.js';
import { distinguishingFilters, keepsSome, SAMPLE } from './distinguishing-filters.js';

/** The shape of a filter: the top-level mode, then for each group its mode and its number of criteria. */
export interface Shape {
  readonly mode?: Mode;
  readonly groups: readonly (readonly [mode: Mode | undefined, criteria: number])[];
}

/** The filter of this shape whose right answer differs from those of the most wrong readings. */
export function distinguishingFilter(
  shape: Shape,
  survey: Survey,
  comparisonRules: ComparisonRules,
): Filter | undefined {
  const sample = new Truths(survey.records.slice(0, SAMPLE), survey.columns, comparisonRules);
  const known = filtersOf(shape, criteriaFor(survey, comparisonRules)).map((filter) => ({
    filter,
    truths: [...sample.of(filter)],
  }));
  const differing = known.filter(keepsSome);
  // A single record is kept or left out: wrong readings do the other.
  const candidates = differing.length > 0 ? differing : known.filter(({ truths }) => !truths.includes(OPEN));
  return distinguishingFilters(candidates, sample, 1)[0];
}

/** Criteria of a filter of many: more than ten, and short enough for every server's line. */
const MANY = 16;

/** Many criteria on one column, each of which counts: in one group, or each in a group of its own. */
export function filterOfMany(
  mode: Mode,
  of: 'criteria' | 'groups',
  { columns }: Survey,
  { equals }: ComparisonRules,
): Filter | undefined {
  const [column] = [...columns.values()]
    .filter(({ kind, values }) => (kind === 'number' || kind === 'text') && values.size > MANY)
    .sort((a, b) => Number(b.kind === 'number') - Number(a.kind === 'number') || b.values.size - a.values.size);
  if (column === undefined) return undefined;
  const plain = [...column.values.keys()].filter((value) => /^[\w-]{1,20}$/.test(String(value)));
  const alone = plain.filter((value) => column.kind === 'number' || isAlone(String(value), column, equals));
  if (alone.length <= MANY) return undefined;
  const criteria = alone
    .slice(0, MANY)
    .map((value) =>
      where(column.name, mode === 'OR' ? '=' : '!=', column.kind === 'number' ? Number(value) : String(value)),
    );
  return of === 'criteria'
    ? { groups: [{ mode, criteria }] }
    : { mode, groups: criteria.map((criterion) => ({ criteria: [criterion] })) };
}

/** Where no column holds two values, criteria that every record satisfies and criteria that none does. */
function criteriaFor(survey: Survey, comparisonRules: ComparisonRules): readonly Criterion[] {
  const simple = simpleCriteria(survey, comparisonRules);
  if (simple.length > 0) return simple;
  return (['=', '>', '<='] as const).flatMap((operator) => contrastsOf(operator, survey));
}

/** Criteria of plain equality and order, which the operator checks have judged, half of the records each at best. */
function simpleCriteria(survey: Survey, { equals }: ComparisonRules): readonly Criterion[] {
  const numbers = columnsOf(survey, 'number').slice(0, 3);
  const texts = columnsOf(survey, 'text')
    .filter(({ values }) => values.size <= survey.total / 2)
    .slice(0, 3);
  const common = (values: ReadonlyMap<string | number, number>): readonly (string | number)[] =>
    [...values]
      .filter(([value]) => value !== '')
      .sort(([, a], [, b]) => b - a)
      .slice(0, 3)
      .map(([value]) => value);
  return [
    ...texts.flatMap((column) => {
      const alone = [...column.values].filter(([value]) => isAlone(String(value), column, equals));
      return common(new Map(alone)).map((value) => where(column.name, '=', value));
    }),
    ...numbers.flatMap(({ name, values }) => {
      const sorted = [...values.keys()].map(Number).sort((a, b) => a - b);
      const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
      return [where(name, '>=', at(0.35)), where(name, '<', at(0.65)), where(name, '=', common(values)[0] ?? 0)];
    }),
  ];
}

/** Filters of a shape from a list of criteria, each place taking another stride through it. */
function filtersOf({ mode, groups }: Shape, criteria: readonly Criterion[]): readonly Filter[] {
  const places = groups.reduce((sum, [, count]) => sum + count, 0);
  if (criteria.length < 2) return [];
  return Array.from({ length: 36 }, (_, turn) => {
    let place = 0;
    return {
      mode,
      groups: groups.map(([inner, count]) => ({
        mode: inner,
        criteria: Array.from(
          { length: count },
          () => criteria[(turn * 5 + place++ * (1 + (turn % 7))) % criteria.length],
        ).filter((criterion) => criterion !== undefined),
      })),
    };
  }).filter(
    (filter) =>
      new Set(filter.groups.flatMap(({ criteria: list }) => list.map((criterion) => JSON.stringify(criterion))))
        .size === places,
  );
}
