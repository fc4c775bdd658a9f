import { holdsIf, must, type Ruling } from '../../src/harness/topic.js';
import {
  type Collection,
  isAtEnd,
  largest,
  middleId,
  numberInGap,
  WALK_PAGES,
} from './collection.js';
import { ofPage, type PlatformTopics, type RequestedPage } from './exchange.js';
import { throughLargest } from './walks.js';

/** An id that is greater than the last one by this number probably does not exist. */
const BEYOND = 1000;

const SECTION = 'Resources, cursor pagination response';

/** The clauses about `current`, the cursor of a page, and `prev`, a cursor before the page. */
export const links = {
  'PLT-PAGE-7': {
    clause: must('`current` is the cursor of the request')
      .in(SECTION)
      .judged(
        'Compares `current` with the cursor that was sent. On the first page, `current` must be 0.',
      ),
    rule: ofPage(({ requested, cursor: { current } }, collection, _, question) => {
      // The document does not specify pages past the end (PLT-PAGE-9).
      if (current === null || isAtEnd(collection, requested.cursor)) return undefined;
      const named =
        question.cursor === undefined ? 'as no `cursor` is sent' : '`cursor` of the request';
      return holdsIf(
        current === requested.cursor,
        `current ${requested.cursor}, ${named}`,
        current,
      );
    }),
    checks: {
      'platform.page.current': {
        title: 'current on the first page and on pages after a cursor',
        requests: { own: 1, shared: 2 },
        lacking: 'needs a collection of at least 2 entities',
        asks({ facts: { collections } }) {
          const main = largest(collections, 2);
          if (main === undefined) return [];
          const { name: collection, ids } = main;
          return [
            { collection },
            { collection, cursor: ids[0] },
            { collection, cursor: middleId(main), limit: 5 },
          ];
        },
      },
    },
  },
  'PLT-PAGE-8': {
    clause: must(
      '`prev` is 0 or an id that precedes the page. If `previous=p` was sent, it may also be p',
    )
      .in(SECTION)
      .judged(
        '`prev` must not be negative. It must not be an id in or after the page, except the value that was sent.',
      ),
    rule: ofPage((page, collection) => {
      const { prev } = page.cursor;
      if (prev === null) return undefined;
      const { previous } = page.requested;
      if (prev === 0 || (previous > 0 && prev === previous)) return 'holds';
      return precedesPage(prev, page, collection);
    }),
    checks: {
      'platform.page.prev': {
        title: 'prev on pages that are requested one after the other',
        requests: { shared: WALK_PAGES },
        lacking: 'needs a collection of at least 2 entities',
        walks: throughLargest,
      },
      'platform.page.prev-of-no-id': {
        title: 'prev on the first page, if previous is not an id',
        requests: { own: { least: 1, most: 2 } },
        lacking: 'needs a collection of at least 2 entities, and a page',
        asks({ facts: { collections } }) {
          const main = largest(collections, 2);
          if (main === undefined) return [];
          const { name: collection, ids } = main;
          const gap = numberInGap(main);
          return [
            { collection, limit: 2, previous: (ids.at(-1) ?? 0) + BEYOND },
            gap === undefined ? undefined : { collection, limit: 2, previous: gap },
          ];
        },
      },
    },
  },
} satisfies PlatformTopics;

/** Whether `prev` is the id before `previous`. If some ids are unknown, any lower number counts. */
function isBefore(previous: number, prev: number, collection: Collection | undefined): boolean {
  if (previous <= prev) return false;
  if (collection === undefined || !collection.complete) return true;
  return prev === collection.ids.findLast((id) => id < previous);
}

/** `prev` is neither 0 nor the value sent as `previous`, so it must be an id before the page. */
function precedesPage(
  prev: number,
  page: RequestedPage,
  collection: Collection | undefined,
): Ruling {
  const { cursor, previous } = page.requested;
  const sent = previous > 0 ? ` or ${previous}` : '';
  const actual = String(prev);
  if (prev < 0) return { expected: `prev 0${sent} or an id`, actual };
  // With `previous`, some servers page backwards, so that the page need not be the first one.
  if (cursor === 0 && previous === 0)
    return { expected: `prev 0${sent} on the first page`, actual };
  const [start] = page.ids;
  if (start !== undefined && prev >= start) {
    const expected = `prev 0${sent} or an id below ${start}`;
    // "The previous entity ID" may also be read as the id before `previous`.
    return isBefore(previous, prev, collection)
      ? { expected, actual, atMost: 'warning' }
      : { expected, actual };
  }
  const isUnknown = collection === undefined || !collection.complete;
  if (prev === cursor || isUnknown || collection.ids.includes(prev)) return 'holds';
  const before = start === undefined ? '' : ` before ${start}`;
  return { expected: `prev the id of an entity${before}`, actual, atMost: 'warning' };
}
