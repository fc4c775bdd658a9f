/**
 * Mistakes that return foreign records: records that are not in the whole list of the destination,
 * such as those of another destination.
 */

import { memoizedByObject } from '../../../src/memoized.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { expectedRecords, setOf, unreadAmong } from '../model/expected-records.js';
import { identity } from '../model/identity.js';
import { filterIn } from '../model/request.js';
import { OF_LISTS, PARTS_BY_ROUTE, routeOf } from './parts.js';
import { type ExportReading, hasFilter } from './reading.js';

const hasAlternatives = ({ filter }: ProductsQuestion): boolean =>
  filter !== undefined &&
  ((filter.mode === 'OR' && filter.groups.length > 1) ||
    filter.groups.some(({ mode, criteria }) => mode === 'OR' && criteria.length > 1));

/**
 * The requests with which foreign records may come: a server may join the condition of the
 * destination with those of a filter, without parentheses, or forget it on a route. The narrowest
 * kind comes first.
 */
const PLACES = [
  {
    id: 'with-groups-or',
    name: ' together with several groups and mode OR',
    has: ({ filter }: ProductsQuestion) =>
      filter !== undefined && filter.mode === 'OR' && filter.groups.length > 1,
  },
  {
    id: 'with-top-or',
    name: ' together with `mode=OR`, even with a single group,',
    has: ({ filter }: ProductsQuestion) => filter?.mode === 'OR',
  },
  { id: 'with-or', name: ' together with mode OR', has: hasAlternatives },
  { id: 'with-filters', name: ' together with filters', has: hasFilter },
  ...PARTS_BY_ROUTE.filter(({ id }) => !['everywhere', 'on-v2'].includes(id)),
  {
    id: 'with-conditions',
    name: ' together with filters, or a value in the path,',
    has: (question: ProductsQuestion) => hasFilter(question) || routeOf(question) === 'filtered',
  },
];

const CLAUSES: Readonly<Record<string, string>> = {
  'with-filters': 'EXP-ROUTE-1',
  'on-legacy': 'EXP-ROUTE-2',
  'on-filtered': 'EXP-ROUTE-3',
  'on-both-legacy': 'EXP-ROUTE-2',
  'with-conditions': 'EXP-ROUTE-1',
};

/** Clauses that records of another destination violate as well. */
const ALSO = [
  'EXP-AUTH-4',
  'EXP-AUTH-8',
  'EXP-ROUTE-2',
  'EXP-ROUTE-3',
  'EXP-ROUTE-5',
  'EXP-FILT-9',
  'EXP-FILT-11',
  'EXP-FILT-16',
];

/** The identities of the records of the whole list. */
const ownIn = memoizedByObject(
  ({ records, changing }: Known['survey']): ReadonlySet<string> =>
    new Set(records.map((record) => identity(record, changing))),
);

/** Returned records that are not in the whole list, or have other values there. */
function foreignIn({ page }: Exchange, { survey }: Known): readonly ProductRecord[] {
  const own = ownIn(survey);
  return (page?.records ?? []).filter((record) => !own.has(identity(record, survey.changing)));
}

/** Whether the page has a record with an unknown key, or two records with the same key. */
function hasAnother(exchange: Exchange, known: Known): boolean {
  const { key } = known.survey;
  // Another destination has records of its own.
  if (key === undefined || exchange.question.destination !== undefined) return false;
  const records = exchange.page?.records ?? [];
  const own = setOf(known.survey.records);
  if (records.every((record) => own.has(record))) return false;
  if (unreadAmong(records, known.survey).length > 0) return true;
  const keys = records.map((record) => record[key.name]);
  if (new Set(keys).size === keys.length) return false;
  return foreignIn(exchange, known).some(
    (record) => keys.filter((one) => one === record[key.name]).length > 1,
  );
}

/** Whether the list of another destination has records of the destination. */
function hasOwn({ page }: Exchange, { survey }: Known): boolean {
  const own = ownIn(survey);
  return page?.records.some((record) => own.has(identity(record, survey.changing))) ?? false;
}

/** Whether `meta.total` counts foreign records, although a full page shows none of them. */
function isCountedToo({ question, page }: Exchange, known: Known): boolean {
  const filter = filterIn(question, known) ?? { groups: [] };
  const { required, optional } = expectedRecords(filter, known.survey, known.comparisonRules);
  if (page?.meta === undefined || question.groupBy !== undefined) return false;
  // Only a page without room hides a foreign record. A record of the list that does not match, or a
  // page with room, shows another mistake.
  const own = new Set(
    [...required, ...optional].map((one) => identity(one, known.survey.changing)),
  );
  return (
    page.records.length >= page.meta.limit &&
    page.records.every((record) => own.has(identity(record, known.survey.changing))) &&
    page.meta.total > required.length + optional.length
  );
}

/**
 * The server combines the filter and the condition of the destination by OR. All records of the
 * destination come, and the matching records of other destinations.
 */
const orDestination: ExportReading = {
  id: 'foreign.or-destination',
  mistake: 'foreign',
  also: ALSO,
  clause: 'EXP-FILT-10',
  requires: 'only matching products of the destination may come',
  sentence:
    'with mode OR between groups all products of the destination come, and matching ones of others',
  touches: ({ filter, destination, groupBy }) =>
    filter?.mode === 'OR' && filter.groups.length > 0 && (destination ?? groupBy) === undefined,
  response: ({ page }, { survey }) =>
    page?.meta === undefined ? undefined : page.meta.total >= survey.records.length,
};

/**
 * Legacy routes with data of their own, such as another table. All their lists contain only records
 * that the whole list of the v2 route does not contain.
 */
const otherData = (exchanges: readonly Exchange[], known: Known): readonly ExportReading[] =>
  PARTS_BY_ROUTE.filter(({ has }) => {
    const lists = exchanges.filter(
      ({ question, page }) =>
        has(question) && question.destination === undefined && (page?.records.length ?? 0) > 0,
    );
    const isOther = (one: Exchange): boolean =>
      foreignIn(one, known).length === one.page?.records.length;
    const isOfV2 = has({});
    return !isOfV2 && lists.length >= LEAST_LISTS && lists.every(isOther);
  }).map(({ id, name, has }) => ({
    id: `foreign.other-data.${id}`,
    mistake: 'foreign.other-data',
    clause: 'EXP-ROUTE-2',
    also: [...OF_LISTS, ...ALSO, 'EXP-LIST-7', 'EXP-AUTH-8', 'EXP-NEG-4'],
    requires: 'the legacy routes must return the records of the v2 route',
    sentence: `other records come${name} than in the list of the v2 route`,
    touches: has,
    response: ({ page }) => (page === undefined ? undefined : true),
  }));

/** Fewer lists may be wrong by another mistake. */
const LEAST_LISTS = 3;

/**
 * `exchanges` also contains those that violate nothing by themselves, because a page with foreign
 * records may conform: the list may have grown.
 */
export function foreignReadings(
  exchanges: readonly Exchange[],
  known: Known,
): readonly ExportReading[] {
  const { complete, changes, keyRange } = known.survey;
  // Of large data only a part is known.
  const isSure = complete && changes === undefined && keyRange === undefined;
  if (!isSure || !exchanges.some((exchange) => hasAnother(exchange, known))) return [];
  const places = PLACES.map(
    ({ id, name, has }): ExportReading => ({
      id: `foreign.${id}`,
      mistake: 'foreign',
      also: ALSO,
      clause: CLAUSES[id] ?? 'EXP-FILT-10',
      requires: 'only products of the destination may come',
      sentence: `records come${name} that the whole list of the destination does not contain`,
      touches: has,
      response: (exchange, facts) =>
        (exchange.question.destination === undefined
          ? foreignIn(exchange, facts).length > 0 || isCountedToo(exchange, facts)
          : hasOwn(exchange, facts)) || undefined,
    }),
  );
  return [...otherData(exchanges, known), ...places, orDestination];
}
