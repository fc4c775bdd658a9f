import { describeFilter } from '../../../src/protocol/export/filter.js';
import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../survey/data.js';
import { type ExpectedRecords, expectedRecords } from './expected-records.js';
import { filterIn, surveyFor } from './within.js';

export { filterIn, surveyFor, within, withoutRange } from './within.js';

/** Limits judged: a target may cap larger ones. */
export const JUDGED = 100;

/** The records that a request asks for, and those that it may ask for. */
export function matching(request: ProductsQuestion, known: Known): ExpectedRecords {
  const filter = filterIn(request, known);
  const survey = surveyFor(request, known);
  return filter === undefined
    ? { required: survey.records, optional: [] }
    : expectedRecords(filter, survey, known.comparisonRules);
}

export const columnsIn = ({ filter, orderBy }: ProductsQuestion): readonly string[] => [
  ...new Set([
    ...(filter?.groups.flatMap(({ criteria }) => criteria.map(({ column }) => column)) ?? []),
    ...(orderBy === undefined ? [] : [orderBy]),
  ]),
];

/** A request in words: its filter or path, its order, groups and window. */
export function describeRequest({ route = 'v2', filter, orderBy, groupBy, limit, offset }: ProductsQuestion): string {
  const parts = [
    ...(typeof route === 'object' && !isUnknown(route) ? [`${route.column} is ${route.value}`] : []),
    ...(filter === undefined ? [] : [describeFilter(filter)]),
    ...Object.entries({ orderBy, groupBy, limit, offset }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    ),
  ];
  return parts.length === 0 ? 'all is asked' : parts.join(', ');
}
