import { skip } from '../../../src/harness/suite.js';
import { describeFilter, type Filter, only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { fewGroups, manyGroups, orderColumn, sortable } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { expectedRecords } from '../model/expected-records.js';
import { matching, within } from '../model/matching.js';
import { type Column, cellValue, isNull, sortedNumbers } from '../model/oracle/column.js';
import { groupsOf } from '../model/oracle/groups.js';
import { checks } from '../survey/ask.js';
import { repeatedRoutes } from '../survey/filtered-route.js';
import {
  distinguishingFilter,
  ONE,
  type Shape,
  shapeOf,
} from '../wrong-readings/distinguishing-filters.js';
import { filtered } from './filtered.js';

/**
 * A filter on a column of numbers that keeps records of some groups and none of at least half of
 * them.
 */
function narrowFilter(survey: Survey, column: Column): Filter | undefined {
  const { records } = survey;
  const all = new Set(groupsOf(records, column)).size;
  for (const by of sortable(survey)) {
    if (by.kind !== 'number' || by.name === column.name) continue;
    const numbers = sortedNumbers(by);
    for (let at = Math.floor(numbers.length / 3); at > 0; at = Math.floor(at / 2)) {
      const bound = numbers[at] ?? 0;
      const kept = records.filter(
        (record) => !isNull(record, by) && Number(cellValue(record, by.name)) < bound,
      );
      const groups = new Set(groupsOf(kept, column)).size;
      if (groups > 0 && groups * 2 <= all) return only(where(by.name, '<', bound));
    }
  }
  return undefined;
}

/**
 * The filter of a shape that tells most, and how many records match it; skips where there are not
 * several.
 */
function severalOf(
  known: Known,
  shape: Shape,
): { readonly filter: Filter; readonly matching: number } {
  const filter =
    distinguishingFilter(shape, known) ??
    skip('data', 'needs two columns whose values occur in different combinations');
  const { required, optional } = expectedRecords(filter, known.survey, known.comparisonRules);
  if (optional.length > 0 || required.length < 2)
    skip('data', `needs several records for which ${describeFilter(filter)}`);
  return { filter, matching: required.length };
}

/** A window inside the matches, so that limit and offset both show. */
const inside = (count: number): { readonly limit: number; readonly offset: number } => ({
  limit: Math.min(100, Math.max(1, Math.floor(count / 3))),
  offset: Math.max(1, Math.floor(count / 3)),
});

function onLegacy(known: Known): readonly (ProductsQuestion | undefined)[] {
  const route = 'legacy';
  const orderBy = known.orderBy(orderColumn(known.survey));
  const [first, ...others] = [
    shapeOf(undefined, ['OR', 2], ONE),
    shapeOf('OR', [undefined, 2], ['OR', 2]),
    shapeOf(undefined, ONE, ONE),
  ].map((shape) => {
    const { filter, matching } = severalOf(known, shape);
    return filtered(known, filter, { route, orderBy, ...inside(matching) });
  });
  const column = fewGroups(known.survey);
  const narrow = column && narrowFilter(known.survey, column);
  const grouped = column && ({ route, groupBy: column.name, limit: 100 } as const);
  const many = manyGroups(known.survey) ?? column;
  return [
    first,
    many &&
      within(known, {
        route,
        groupBy: many.name,
        offset: 1,
        filter: { mode: 'OR', groups: [] },
        accept: null,
      }),
    ...others,
    grouped && within(known, grouped),
    within(known, { route, orderBy, limit: 5, offset: 7, accept: PLAIN }),
    grouped && narrow && filtered(known, narrow, grouped),
  ];
}

function onFiltered(known: Known): readonly (ProductsQuestion | undefined)[] {
  const { survey, comparisonRules } = known;
  const [route] = repeatedRoutes(survey, comparisonRules);
  if (route === undefined) return [];
  const { required } = matching({ route }, { ...known, whole: survey });
  const column = fewGroups(survey, route.column);
  const orderBy = known.orderBy(orderColumn(survey));
  const groups = column === undefined ? 0 : new Set(groupsOf(required, column)).size;
  // Neither the first group nor the last.
  const window = groups > 2 ? { offset: 1, limit: groups - 2 } : { limit: 100 };
  return [
    { route, orderBy, ...inside(required.length) },
    column && { route, groupBy: column.name, ...window, accept: null },
  ];
}

/** Filters with the other query parameters, and all of them on the legacy routes. */
export const combined = checks({
  'EXP-FILT-12 export.filter.paged': {
    title: 'filters with orderBy, limit and offset',
    requests: { least: 1, most: 3 },
    questions(known) {
      const { filter, matching } = severalOf(known, shapeOf('OR', ONE, ONE));
      const window = { ...inside(matching), orderBy: known.orderBy(orderColumn(known.survey)) };
      return [
        filtered(known, filter, window),
        filtered(known, filter, { ...window, accept: PLAIN }),
        filtered(known, filter, { ...window, limit: 10, offset: matching - 1 }),
      ];
    },
  },
  'EXP-FILT-12 export.filter.grouped': {
    title: 'filters with groupBy',
    requests: 1,
    lacking: 'needs a column to group by and another of numbers',
    questions(known) {
      const column = fewGroups(known.survey);
      const filter = column && narrowFilter(known.survey, column);
      return [column && filter && filtered(known, filter, { groupBy: column.name, limit: 100 })];
    },
  },
  'EXP-ROUTE-7 export.route.legacy-parameters': {
    title: 'every query parameter of the v2 route on the legacy route',
    requests: { least: 1, most: 7 },
    questions: onLegacy,
  },
  'EXP-ROUTE-5 export.route.filtered-parameters': {
    title: 'limit, offset, orderBy and groupBy on the legacy filtered route',
    requests: 2,
    lacking: 'needs a column with a plain word or a whole number, for the legacy filtered route',
    questions: onFiltered,
  },
});
