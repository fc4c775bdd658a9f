import { describeAnswer } from '../../src/harness/finding.js';
import { holdsIf, must } from '../../src/harness/topic.js';
import { nextCursor, type Reading } from '../../src/protocol/platform/next-cursor.js';
import type { Question } from '../../src/protocol/platform/question.js';
import { type Collection, idsAfter, isAtEnd, WALK_PAGES } from './collection.js';
import {
  collectionOf,
  type Exchange,
  type Facts,
  numberOr,
  ofPage,
  type PlatformTopics,
  type RequestedPage,
  requestedPage,
} from './exchange.js';
import {
  throughFullPages,
  throughLargest,
  throughLargestAndPastIt,
  throughOthers,
} from './walks.js';

/** The maximum number of requests for walks through all collections except the largest one. */
const MAX_REQUESTS_OF_OTHERS = 8;

/**
 * The clauses about walks, which follow `next` from page to page: a walk returns every entity once,
 * in ascending order, and ends. Each `next` is a usable cursor.
 */
export const walk = {
  'PLT-PAGE-5': {
    clause: must(
      'following `next` from cursor 0 returns every entity once, in strictly ascending order of ids, and ends',
    )
      .in('Endpoints, C. Platform API, item 3')
      .judged('Joins the pages and compares them with one large page.'),
    rule: ofPage((page, collection, _, question) => {
      const { ids, requested } = page;
      if (ids.length === 0) return isAtEnd(collection, requested.cursor) ? 'holds' : undefined;
      const at = ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? 0));
      if (at > 0) {
        return {
          expected: 'ids in strictly ascending order',
          actual: `id ${ids[at]} after ${ids[at - 1]}`,
          sentence: `id ${ids[at]} comes after ${ids[at - 1]}; the ids must be in strictly ascending order`,
        };
      }
      return collection && checkContinuation(page, collection, question);
    }),
    relation: (exchanges, facts) =>
      facts.foreign ? lostInForeignTraffic(exchanges) : followingPages(exchanges, facts),
    checks: {
      'platform.walk.complete': {
        title: 'a walk from 0 over the largest collection, and a request after its last entity',
        requests: { own: 1, shared: WALK_PAGES },
        lacking: 'needs a collection of at least 2 entities',
        walks: throughLargestAndPastIt,
      },
      'platform.walk.full-last-page': {
        title: 'follow next to a last page that is exactly full',
        requests: { own: 3 },
        lacking: 'needs a collection of at least 3 entities',
        walks: throughFullPages,
      },
      'platform.walk.collections': {
        title:
          'follow next through the other collections, including empty and single-entity collections',
        requests: {
          own: { least: 0, most: MAX_REQUESTS_OF_OTHERS },
          shared: MAX_REQUESTS_OF_OTHERS,
        },
        lacking: 'needs a second collection with an entity',
        walks: throughOthers,
      },
    },
  },
  'PLT-PAGE-6': {
    clause: must('`next` is a cursor for the following page')
      .in('Resources, cursor pagination response')
      .judged(
        '`next` may be the last id of the page or the first id of the next page, but must have the same meaning on every page.',
      ),
    rule: ofPage(({ ids, cursor: { next } }, collection, { reading }) => {
      const last = ids.at(-1);
      if (last === undefined) return undefined;
      if (collection === undefined) {
        // In both allowed meanings of `next`, an id before the last id of the page leads back.
        if (next === null || next === 0 || next >= last) return undefined;
        return { expected: `next ${last}, a greater id, 0 or null`, actual: next };
      }
      const [following] = idsAfter(collection, last, 1);
      if (reading === undefined || following === undefined) return undefined;
      if (!collection.ids.includes(last)) return undefined;
      const wanted = reading === 'last-of-page' ? last : following;
      const named =
        reading === 'last-of-page'
          ? 'the last id of this page, as on other pages of this server'
          : 'the first id of the next page, as on other pages of this server';
      return holdsIf(next === wanted, `next ${wanted}, ${named}`, String(next));
    }),
    checks: {
      'platform.page.next': {
        title: 'the `next` of each page of a walk',
        requests: { shared: WALK_PAGES },
        lacking: 'needs a collection of at least 2 entities',
        walks: throughLargest,
      },
    },
  },
} satisfies PlatformTopics;

/**
 * A page must contain all known entities between its cursor and its last entity. Its `next` must
 * lead to the next page or end the walk.
 */
function checkContinuation(
  { ids, cursor, requested }: RequestedPage,
  collection: Collection,
  question: Question,
) {
  const from = requested.cursor;
  // A walk may return entities that were added after the collection was read. Only the page after
  // the end of a walk must be empty. That page is requested without a limit.
  const isEndOfWalk = question.limit === undefined && isAtEnd(collection, from);
  const added = isEndOfWalk ? ids.find((id) => id > from) : undefined;
  if (added !== undefined)
    return {
      expected: `an empty page for cursor ${from}, the last id`,
      actual: `entity ${added}`,
      sentence: `entity ${added} came after cursor ${from}, the last id; the page must be empty`,
    };
  const wanted = idsAfter(collection, from, ids.length);
  // PLT-PAGE-4 tests the first entity of a page.
  if (ids[0] !== wanted[0]) return undefined;
  const lost = wanted.find((id, index) => id !== ids[index]);
  if (lost !== undefined) {
    return missingEntity(lost);
  }
  const last = ids.at(-1) ?? 0;
  const [following] = idsAfter(collection, last, 1);
  const isEnd = cursor.next === 0 || cursor.next === null;
  if (following !== undefined && isEnd) {
    return {
      expected: `a next that leads to entity ${following}`,
      actual: String(cursor.next),
      sentence: `next is ${cursor.next}; it must lead to entity ${following}`,
    };
  }
  // The document does not say how the last page is marked (PLT-PAGE-9). But a `next` that leads
  // back does not end a walk.
  const isLast = collection.complete && last === collection.ids.at(-1);
  const leadsBack = cursor.next !== null && cursor.next > 0 && cursor.next < last;
  if (isLast && leadsBack)
    return {
      expected: `a next that ends the walk after entity ${last}`,
      actual: `next ${cursor.next}`,
      sentence: `next is ${cursor.next} after entity ${last}, the last one; it must end the walk, and not lead back`,
    };
  return 'holds';
}

/**
 * Tests requests whose cursor is the `next` of an earlier page. Such a request must return a page
 * that starts with the entity after the earlier page.
 */
function followingPages(exchanges: readonly Exchange[], facts: Facts) {
  const keyOf = ({ collection, limit }: Question, cursor: number): string =>
    JSON.stringify([collection, limit, cursor]);
  const byCursor = new Map(
    exchanges.map((one) => [keyOf(one.question, numberOr(one.question.cursor, 0)), one]),
  );
  return exchanges.flatMap((exchange) => {
    const page = requestedPage(exchange);
    if (page === undefined || facts.reading === undefined) return [];
    const cursor = nextCursor(page, facts.reading);
    const following = cursor && byCursor.get(keyOf(exchange.question, cursor));
    if (!following) return [];
    const collection = collectionOf(exchange, facts);
    const violation = deviationOfFollowing(page, {
      following,
      collection,
      reading: facts.reading,
    });
    return violation === undefined ? [] : [{ ...violation, exchanges: [exchange, following] }];
  });
}

/**
 * Describes the value that `next` must have. Undefined if `next` has this value, or if the page to
 * which it leads is wrong for its own cursor.
 */
function rightNext(
  { cursor: { next } }: RequestedPage,
  right: number,
  { following, collection, reading }: Following,
): string | undefined {
  if (collection === undefined || next === right) return undefined;
  const [afterCursor] = idsAfter(collection, numberOr(following.question.cursor, 0), 1);
  if (following.page?.ids[0] !== afterCursor) return undefined;
  const named = reading === 'last-of-page' ? 'its last id' : 'the first id of the next page';
  return `${right}, ${named}, as on other pages of this server`;
}

interface Following {
  /** The exchange whose cursor is the `next` of the page. */
  readonly following: Exchange;
  readonly collection: Collection | undefined;
  readonly reading: Reading;
}

/** Returns a violation if the next page does not start after the last entity of the page. */
function deviationOfFollowing(page: RequestedPage, next: Following) {
  const { following, collection, reading } = next;
  const last = page.ids.at(-1) ?? 0;
  const [wanted] = collection === undefined ? [] : idsAfter(collection, last, 1);
  const right =
    wanted === undefined
      ? undefined
      : rightNext(page, reading === 'last-of-page' ? last : wanted, next);
  const wrong =
    right === undefined ? '' : `, whose next is ${page.cursor.next} instead of ${right}`;
  const expected =
    wanted === undefined
      ? `an empty page, or a page with ids above ${last}`
      : `a page that starts with entity ${wanted}, which follows ${last}, the last of the page before${wrong}`;
  if (following.page === undefined) {
    // PLT-PAGE-1 reports a response with status 200 that is not a page.
    if (following.answer.status === 200) return undefined;
    return { expected, actual: describeAnswer(following.answer) };
  }
  const [start] = following.page.ids;
  const isLost = wanted !== undefined && start !== wanted;
  const leadsBack = start !== undefined && start <= last;
  if (!isLost && !leadsBack) return undefined;
  return {
    expected,
    actual: start === undefined ? 'an empty page' : `a page that starts with entity ${start}`,
    sentence: wrongStart(page, { last, wanted, right, start }),
  };
}

interface WrongStart {
  /** The last entity of the page. */
  readonly last: number;
  /** The entity that follows it. Undefined if it is the last one. */
  readonly wanted: number | undefined;
  /** See `rightNext`. */
  readonly right: string | undefined;
  /** The first entity of the page to which `next` leads. Undefined if that page is empty. */
  readonly start: number | undefined;
}

function wrongStart({ cursor }: RequestedPage, { last, wanted, right, start }: WrongStart): string {
  const begins = start === undefined ? 'is empty' : `starts with entity ${start}`;
  if (wanted === undefined)
    return `following \`next\`, the page after entity ${last}, the last one, ${begins}; it must be empty`;
  return right === undefined
    ? `following \`next\`, the page after entity ${last} ${begins}; it must start with entity ${wanted}`
    : `\`next\` of the page that ends with entity ${last} is ${cursor.next}; it must be ${right} (with it the page after entity ${last} ${begins} instead of entity ${wanted})`;
}

const missingEntity = (id: number | undefined, why = '') => ({
  expected: `entity ${id} on the page${why}`,
  actual: 'a page without it',
  sentence: `entity ${id} is missing on the page; it must be there${why}`,
});

/**
 * Finds an entity that is missing from a page in recorded traffic of other clients, during which
 * entities may be added or removed. If earlier and later pages contain an entity, it existed when a
 * page between them was returned. This page must contain it if its id is between the cursor and the
 * last id of the page.
 */
export function lostInForeignTraffic(exchanges: readonly Exchange[]) {
  const pages = exchanges.flatMap((exchange) => {
    const page = requestedPage(exchange);
    const { collection, method, anonymous } = exchange.question;
    if (page === undefined || page.ids.length === 0 || method !== undefined || anonymous) return [];
    return [{ exchange, page, collection, at: exchange.answer.receivedAt }];
  });
  return pages.flatMap(({ exchange, page, collection, at }) => {
    const ids = new Set(page.ids);
    const last = Math.max(...page.ids);
    const others = pages.filter((one) => one.collection === collection);
    const later = new Map(
      others
        .filter((one) => one.at > at)
        .flatMap((one) => one.page.ids.map((id) => [id, one] as const)),
    );
    for (const earlier of others.filter((one) => one.at < at)) {
      const id = earlier.page.ids.find(
        (one) => one > page.requested.cursor && one < last && !ids.has(one) && later.has(one),
      );
      const again = id === undefined ? undefined : later.get(id);
      if (again === undefined) continue;
      return [
        {
          ...missingEntity(id, ', because earlier and later pages contain it'),
          exchanges: [earlier.exchange, again.exchange, exchange],
        },
      ];
    }
    return [];
  });
}
