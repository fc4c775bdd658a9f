import {
  describeCriterion,
  describeFilter,
  type Filter,
  type Group,
  only,
  where,
} from '../../../src/protocol/export/filter.js';
import type { Spelling } from '../../../src/protocol/export/query-string.js';
import { type FilteredRoute, isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Column } from '../oracle/column.js';
import type { Semantics } from '../oracle/criterion.js';
import type { Survey } from '../survey/survey.js';
import { type ExpectedRecords, expectedRecords } from './expected-records.js';

/** What a run has learned of the data, and how the target wants things written. */
export interface Known {
  readonly survey: Survey;
  /** The whole data, or the key range of it that one page holds: exact for what is asked inside it. */
  readonly range: Survey;
  readonly semantics: Semantics;
  readonly spelling: Spelling;
  /** Undefined where no spelling of null is understood. */
  readonly nullSpelling: string | undefined;
  /** The value of orderBy for an ascending order of a column. */
  readonly orderBy: (column: Column) => string;
}

/** Limits judged: a target may cap larger ones. */
export const JUDGED = 100;

/** The filter that the path of the legacy filtered route stands for: its values, split at commas, are one list. */
function pathFilter({ column: name, value }: FilteredRoute, { survey }: Known): Filter {
  const parts = value.split(',');
  return only(where(name, 'IN', survey.columns.get(name)?.kind === 'number' ? parts.map(Number) : parts));
}

/** What a request filters by, in its path or its query; undefined where it asks for everything. */
export function filterIn({ route = 'v2', filter }: ProductsQuestion, known: Known): Filter | undefined {
  if (typeof route === 'object' && !isUnknown(route)) return pathFilter(route, known);
  return filter?.groups.length === 0 ? undefined : filter;
}

/** The survey that a question is judged by: that of the key range where its filter picks no record outside of it. */
export function surveyFor({ filter }: ProductsQuestion, { survey, range }: Known): Survey {
  const { keyRange } = range;
  if (filter === undefined || keyRange === undefined) return survey;
  const holds = ({ mode, criteria }: Group): boolean =>
    (mode !== 'OR' || criteria.length === 1) &&
    keyRange.every((one) => criteria.some((criterion) => describeCriterion(criterion) === describeCriterion(one)));
  const isInside = filter.mode === 'OR' ? filter.groups.every(holds) : filter.groups.some(holds);
  return isInside ? range : survey;
}

/** The records that a request asks for, and those that it may ask for. */
export function matching(request: ProductsQuestion, known: Known): Pick<ExpectedRecords, 'required' | 'optional'> {
  const filter = filterIn(request, known);
  const survey = surveyFor(request, known);
  return filter === undefined
    ? { required: survey.records, optional: [] }
    : expectedRecords(filter, survey, known.semantics);
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
