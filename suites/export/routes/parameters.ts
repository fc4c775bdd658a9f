import { only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { checks } from '../check.js';
import { filtered } from '../filters/filtered.js';
import { expectedRecords } from '../judge/expected-records.js';
import { inside, severalOf } from '../judge/filter-of-several.js';
import { within } from '../judge/matching.js';
import { narrowFilter } from '../judge/narrow-filter.js';
import type { Shape } from '../mutants/distinguishing-filters.js';
import { fewGroups, orderColumn } from '../survey/columns.js';
import type { Known } from '../survey/data.js';
import { repeatedRoutes } from '../survey/filtered-route.js';

const ONE = [undefined, 1] as const;
const SHAPES: readonly Shape[] = [
  { groups: [['OR', 2], ONE] },
  {
    mode: 'OR',
    groups: [
      [undefined, 2],
      ['OR', 2],
    ],
  },
  { groups: [ONE, ONE] },
];

function onLegacy(known: Known): readonly ProductsQuestion[] {
  const { survey, comparisonRules } = known;
  const route = 'legacy';
  const orderBy = known.orderBy(orderColumn(survey));
  const windows = SHAPES.map((shape) => {
    const { filter, matching } = severalOf(survey, comparisonRules, shape);
    return filtered(known, filter, { route, orderBy, ...inside(matching) });
  });
  const column = fewGroups(survey);
  const narrow = column && narrowFilter(survey, column);
  const grouped = column === undefined ? [] : [{ route, groupBy: column.name, limit: 100 } as const];
  const [first, ...others] = windows;
  return [
    ...(first === undefined ? [] : [first]),
    ...grouped.map((question) => within(known, question)),
    ...others,
    within(known, { route, orderBy, limit: 5, offset: 7, accept: PLAIN }),
    ...(narrow === undefined ? [] : grouped.map((question) => filtered(known, narrow, question))),
  ];
}

function onFiltered(known: Known): readonly ProductsQuestion[] {
  const { survey, comparisonRules } = known;
  const [route] = repeatedRoutes(survey, comparisonRules);
  if (route === undefined) return [];
  const kind = survey.columns.get(route.column)?.kind;
  const value = kind === 'number' ? Number(route.value) : route.value;
  const { required } = expectedRecords(only(where(route.column, '=', value)), survey, comparisonRules);
  const column = fewGroups(survey, route.column);
  const orderBy = known.orderBy(orderColumn(survey));
  return [
    { route, orderBy, ...inside(required.length) },
    ...(column === undefined ? [] : [{ route, groupBy: column.name, limit: 100 }]),
  ];
}

/** The query parameters on the legacy routes. */
export const routeParameters = checks({
  'EXP-ROUTE-7 export.route.legacy-parameters': {
    title: 'every query parameter of the v2 route on the legacy route',
    requests: { least: 1, most: 6 },
    questions: onLegacy,
  },
  'EXP-ROUTE-5 export.route.filtered-parameters': {
    title: 'limit, offset, orderBy and groupBy on the legacy filtered route',
    requests: 2,
    lacking: 'needs a column with a plain word or a whole number, for the legacy filtered route',
    questions: onFiltered,
  },
});
