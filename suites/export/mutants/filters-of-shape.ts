import { type Criterion, type Filter, type Mode, where } from '../../../src/protocol/export/filter.js';
import type { ComparisonRules } from '../oracle/criterion.js';
import { isAlone } from '../oracle/equality.js';
import { columnsOf } from '../survey/columns.js';
import type { Survey } from '../survey/data.js';
import { contrastsOf } from './contrasts.js';
import { distinguishingFilters, filterOfShape, type Shape } from './distinguishing-filters.js';

/** The filter of this shape whose right answer differs from those of the most wrong readings. */
export function distinguishingFilter(
  shape: Shape,
  survey: Survey,
  comparisonRules: ComparisonRules,
): Filter | undefined {
  const filters = filtersOf(shape, criteriaFor(survey, comparisonRules));
  return distinguishingFilters(filters, survey, comparisonRules, 1)[0];
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
function filtersOf(shape: Shape, [first, ...others]: readonly Criterion[]): readonly Filter[] {
  if (first === undefined || others.length === 0) return [];
  const criteria = [first, ...others];
  return Array.from({ length: 36 }, (_, turn) =>
    filterOfShape(shape, (place) => criteria[(turn * 5 + place * (1 + (turn % 7))) % criteria.length] ?? first),
  ).filter(({ groups }) => {
    const asked = groups.flatMap((group) => group.criteria.map((criterion) => JSON.stringify(criterion)));
    return new Set(asked).size === asked.length;
  });
}
