/**
 * Parts of the requests in which a mistake may be made. The shorter lists are for mistakes that may
 * depend only on the route, or on route and format: each part multiplies the readings.
 */

import {
  isUnknown,
  JSON_API,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { hasFilter } from './reading.js';

interface Part {
  readonly id: string;
  /** Follows the sentence of a mistake. Empty for all requests. */
  readonly name: string;
  readonly has: (question: ProductsQuestion) => boolean;
}
/** The kind of the route of a request. */
export const routeOf = ({ route = 'v2' }: ProductsQuestion) => {
  if (typeof route !== 'object') return route;
  return isUnknown(route) ? 'unknown' : 'filtered';
};
export const PARTS_BY_ROUTE: readonly Part[] = [
  { id: 'everywhere', name: '', has: () => true },
  ...(['v2', 'legacy', 'filtered'] as const).map((route) => ({
    id: `on-${route}`,
    name: ` on the ${route === 'filtered' ? 'legacy filtered' : route} route`,
    has: (question: ProductsQuestion) => routeOf(question) === route,
  })),
  {
    id: 'on-both-legacy',
    name: ' on the legacy routes',
    has: (question) => ['legacy', 'filtered'].includes(routeOf(question)),
  },
];
export const PARTS_BY_ROUTE_OR_FORMAT: readonly Part[] = [
  ...PARTS_BY_ROUTE,
  {
    id: 'in-json-api',
    name: ' in the format JSON:API',
    has: ({ accept = JSON_API }) => accept === JSON_API,
  },
  {
    id: 'in-plain',
    name: ' in the plain format',
    has: ({ accept = JSON_API }) => accept !== JSON_API,
  },
];
export const PARTS: readonly Part[] = [
  ...PARTS_BY_ROUTE_OR_FORMAT,
  { id: 'without-accept', name: ' without `Accept`', has: ({ accept }) => accept === null },
  { id: 'with-filters', name: ' together with filters', has: hasFilter },
  {
    id: 'without-filters',
    name: ' without filters',
    has: (question) => !hasFilter(question),
  },
  {
    id: 'with-order',
    name: ' together with `orderBy`',
    has: ({ orderBy }) => orderBy !== undefined,
  },
  {
    id: 'with-groups',
    name: ' together with `groupBy`',
    has: ({ groupBy }) => groupBy !== undefined,
  },
  {
    id: 'with-several-groups',
    name: ' together with several groups of criteria',
    has: ({ filter }) => (filter?.groups.length ?? 0) > 1,
  },
  {
    id: 'with-mode',
    name: ' together with `mode`',
    has: ({ filter }) => filter?.mode !== undefined,
  },
  {
    id: 'without-limit',
    name: ' when `limit` is not sent',
    has: ({ limit }) => limit === undefined,
  },
  { id: 'with-limit', name: ' together with `limit`', has: ({ limit }) => limit !== undefined },
  { id: 'with-offset', name: ' together with `offset`', has: ({ offset }) => offset !== undefined },
];

/** Pairs and triples are made of at most this number of parts, to limit the number of readings. */
const MOST_COMMON = 6;

/**
 * Two or three parts together, for a mistake that is made only in requests with all of them. They
 * are chosen from the parts that all of these questions have.
 */
export function partsTogether(questions: readonly ProductsQuestion[]): readonly Part[] {
  if (questions.length === 0) return [];
  const common = PARTS.slice(1)
    .filter(({ has }) => questions.every(has))
    .slice(0, MOST_COMMON);
  const join = (parts: readonly Part[]): Part => ({
    id: parts.map(({ id }) => id).join('.'),
    name: parts.map(({ name }) => name).join(''),
    has: (question) => parts.every(({ has }) => has(question)),
  });
  const pairs = common.flatMap((one, at) =>
    common.slice(at + 1).map((other) => [one, other] as const),
  );
  const triples = common.flatMap((one, at) =>
    pairs.filter(([first]) => common.indexOf(first) > at).map((pair) => [one, ...pair] as const),
  );
  return [...pairs, ...triples].map(join);
}

/** The clauses about filters, orders, groups and pages. */
export const OF_LISTS = [
  ...Array.from({ length: 17 }, (_, at) => `EXP-FILT-${at + 1}`),
  ...[
    'EXP-LIST-6',
    'EXP-LIST-7',
    'EXP-ROUTE-5',
    'EXP-ROUTE-7',
    'EXP-SORT-1',
    'EXP-SORT-2',
    'EXP-GROUP-1',
  ],
];
