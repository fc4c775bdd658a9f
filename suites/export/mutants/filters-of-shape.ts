import type { Semantics } from '../oracle/criterion.js';
import { isAlone } from '../oracle/equality.js';
import { Truths } from '../oracle/filter.js';
import { OPEN } from '../oracle/truth.js';
import { type Criterion, type Filter, type Mode, where } from '../request/filter.js';
import { columnsOf } from '../survey/columns.js';
import type { Survey } from '../survey/survey.js';
import { contrastsOf } from './contrasts.js';
import { distinguishingFilters, keepsSome, SAMPLE } from './distinguishing-filters.js';

/** The shape of a filter: the top-level mode, then for each group its mode and its number of criteria. */
export interface Shape {
  readonly mode?: Mode;
  readonly groups: readonly (readonly [mode: Mode | undefined, criteria: number])[];
}

/** The filter of this shape whose right answer differs from those of the most wrong readings. */
export function distinguishingFilter(shape: Shape, survey: Survey, semantics: Semantics): Filter | undefined {
  const sample = new Truths(survey.records.slice(0, SAMPLE), survey.columns, semantics);
  const known = filtersOf(shape, criteriaFor(survey, semantics)).map((filter) => ({
    filter,
    truths: [...sample.of(filter)],
  }));
  const differing = known.filter(keepsSome);
  // A single record is kept or left out: wrong readings do the other.
  const candidates = differing.length > 0 ? differing : known.filter(({ truths }) => !truths.includes(OPEN));
  return distinguishingFilters(candidates, sample, 1)[0];
}

/** Where no column holds two values, criteria that every record satisfies and criteria that none does. */
function criteriaFor(survey: Survey, semantics: Semantics): readonly Criterion[] {
  const simple = simpleCriteria(survey, semantics);
  if (simple.length > 0) return simple;
  return (['=', '>', '<='] as const).flatMap((operator) =>
    contrastsOf(operator, survey).map(({ criterion }) => criterion),
  );
}

/** Criteria of plain equality and order, which the operator checks have judged, half of the records each at best. */
function simpleCriteria(survey: Survey, { equals }: Semantics): readonly Criterion[] {
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
