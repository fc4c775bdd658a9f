import { must } from '../../src/harness/topic.js';
import { DEFAULT_LIMIT, name } from '../../src/protocol/platform/question.js';
import { type Collection, haveSameIds, idsAfter, largest } from './collection.js';
import {
  collectionOf,
  type Exchange,
  type Facts,
  ofPage,
  type PlatformTopics,
  requestedPage,
} from './exchange.js';

/**
 * The clause about the parameter `limit` (PLT-PAGE-3): the maximum number of entities on a page,
 * also if a request has no `limit`.
 */
export const limit = {
  'PLT-PAGE-3': {
    clause: must(
      `a page contains at most \`limit\` entities; the default limit is ${DEFAULT_LIMIT}`,
    )
      .in('Endpoints, C. Platform API, item 2')
      .judged('Counts the entities of pages that were requested with and without `limit`.'),
    rule: ofPage((page, collection, _, question) => {
      const { limit: maximum, cursor } = page.requested;
      if (maximum < 1) return undefined;
      const { length } = page.ids;
      const named = question.limit === undefined ? 'the default limit' : '`limit` of the request';
      if (length > maximum)
        return {
          expected: `a page size of at most ${maximum}, ${named}`,
          actual: length,
          sentence: `the page has ${length} items; it must have at most ${maximum}, ${named}`,
        };
      if (length > 0) return 'holds';
      const [missing] = collection === undefined ? [] : idsAfter(collection, cursor, 1);
      if (missing === undefined) return undefined;
      const wanted = `entities after ${cursor}, such as ${missing}`;
      return {
        expected: wanted,
        actual: 'none',
        sentence: `the page is empty; it must have the ${wanted}`,
      };
    }),
    relation: sameEntities,
    checks: {
      'platform.page.limit': {
        title: `pages without \`limit\`, and with limits such as 1 and ${DEFAULT_LIMIT}`,
        // The first page of the collection is shared with other checks.
        requests: { own: { least: 2, most: 3 }, shared: 1 },
        lacking: 'needs a collection of at least 2 entities',
        asks({ facts: { collections } }) {
          const main = largest(collections, 2);
          if (main === undefined) return [];
          const { name: collection, ids, most } = main;
          // In a collection of three or more entities, the last limit leaves entities for a next
          // page, so that a page can exceed it.
          const limits = [undefined, 1, DEFAULT_LIMIT, Math.max(2, Math.min(most, ids.length - 1))];
          return limits.map((one) => ({ collection, limit: one }));
        },
      },
    },
  },
} satisfies PlatformTopics;

/** The clauses about the entities of a page. */
const OF_ENTITIES: ReadonlySet<string> = new Set(['PLT-PAGE-3', 'PLT-PAGE-4', 'PLT-PAGE-5']);

/**
 * Pages with the same cursor and limit must contain the same entities. A page without `limit` has
 * the default limit. The parameter `previous` does not change the entities. Pages whose entities
 * violate another clause are left out.
 */
function sameEntities(
  exchanges: readonly Exchange[],
  facts: Facts,
  { violationsOf }: Parameters<NonNullable<PlatformTopics[string]['relation']>>[2],
) {
  // In recorded traffic of other clients, entities may have changed between the requests.
  if (facts.foreign) return [];
  const firsts = new Map<string, Exchange>();
  return exchanges.flatMap((exchange) => {
    const page = requestedPage(exchange);
    const collection = collectionOf(exchange, facts);
    if (page === undefined || collection === undefined) return [];
    if (violationsOf(exchange).some(({ clause }) => OF_ENTITIES.has(clause))) return [];
    const { limit: maximum, cursor } = page.requested;
    const key = JSON.stringify([exchange.question.collection, maximum, cursor]);
    const first = firsts.get(key) ?? exchange;
    firsts.set(key, first);
    return differences(exchange, first, collection);
  });
}

function differences(exchange: Exchange, other: Exchange, { ids, complete }: Collection) {
  const own = exchange.page?.ids ?? [];
  const others = other.page?.ids ?? [];
  // If all entities were known, higher ids belong to entities that were added later. They are
  // ignored.
  const last = complete ? (ids.at(-1) ?? 0) : Number.POSITIVE_INFINITY;
  const known = (all: readonly number[]): readonly number[] => all.filter((id) => id <= last);
  if (ids.length === 0 || haveSameIds(known(own), known(others))) return [];
  const at = own.findIndex((id, index) => id !== others[index]);
  const placed = (all: readonly number[]): string =>
    at < 0 ? '' : `, id ${all[at] ?? 'none'} at position ${at + 1}`;
  const same = `the same entities for ${name(exchange.question)} as for ${name(other.question)}`;
  return [
    {
      expected: `${same}: ${others.length} in all${placed(others)}`,
      actual: `${own.length} in all${placed(own)}`,
      sentence: `the page has ${own.length} entities${placed(own)}; it must have ${same}, which are ${others.length}${placed(others)}`,
      exchanges: [other, exchange],
    },
  ];
}
