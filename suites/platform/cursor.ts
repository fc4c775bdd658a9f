/** The clause about `cursor` (PLT-PAGE-4): every id of a page is greater than the cursor. */

import { holdsIf, must } from '../../src/harness/topic.js';
import { idsAfter, isBeyondLastId, largest, middleId, numberInGap } from './collection.js';
import {
  collectionOf,
  type Exchange,
  type Facts,
  numberOr,
  ofPage,
  type PlatformTopics,
  requestedPage,
} from './exchange.js';

const MAX_INT_32 = 2 ** 31 - 1;

export const cursor = {
  'PLT-PAGE-4': {
    clause: must('`cursor=c` returns only entities with an id greater than c; default 0')
      .in('Endpoints, C. Platform API, item 3')
      .judged('Compares the ids of the response with the cursor.'),
    rule: ofPage(({ ids, requested }, collection, _, question) => {
      const from = requested.cursor;
      if (ids.length === 0 || isBeyondLastId(collection, from)) return undefined;
      const lower = ids.find((id) => id <= from);
      if (lower !== undefined) {
        // After a cursor past the end, a server may start over (PLT-PAGE-9). The end is known only
        // if the collection was read.
        const mayStartOver = collection === undefined && ids.every((id) => id <= from);
        return mayStartOver ? undefined : lowerId(from, lower);
      }
      const [wanted] = collection === undefined ? [] : idsAfter(collection, from, 1);
      if (wanted === undefined) return 'holds';
      const named = question.cursor === undefined ? ', the default cursor' : '';
      const lowest = ids.reduce((one, other) => Math.min(one, other));
      return holdsIf(
        lowest === wanted,
        `the entities after ${from}${named}, beginning with id ${wanted}`,
        `beginning with id ${lowest}`,
        `the page begins with id ${lowest}; it must begin with id ${wanted} (the entities after ${from}${named})`,
      );
    }),
    relation: misreadLargeCursors,
    checks: {
      'platform.page.cursor': {
        title: 'pages after an id, after a number between two ids, and after 0',
        requests: { own: { least: 2, most: 4 } },
        lacking: 'needs a collection of at least 2 entities',
        asks({ facts: { collections } }) {
          const main = largest(collections, 2);
          if (main === undefined) return [];
          const cursors = [middleId(main), 0, numberInGap(main), main.ids.at(-2)];
          return cursors
            .filter((one) => one !== undefined)
            .map((one) => ({ collection: main.name, cursor: one, limit: 5 }));
        },
      },
    },
  },
} satisfies PlatformTopics;

/**
 * A server may start over after a cursor past the end (PLT-PAGE-9). A server that starts over only
 * for cursors above 2^31 - 1 has misread the cursor.
 */
function misreadLargeCursors(exchanges: readonly Exchange[], facts: Facts) {
  if (facts.foreign) return [];
  const cursorOf = ({ question }: Exchange): number => numberOr(question.cursor, 0);
  const isSmall = (exchange: Exchange): boolean => cursorOf(exchange) <= MAX_INT_32;
  const beyond = exchanges.filter((one) => isBeyondLastId(collectionOf(one, facts), cursorOf(one)));
  const startedOver = beyond.filter((one) =>
    requestedPage(one)?.ids.some((id) => id <= cursorOf(one)),
  );
  if (!beyond.some(isSmall) || startedOver.some(isSmall)) return [];
  return startedOver.map((exchange) => ({
    ...lowerId(cursorOf(exchange), exchange.page?.ids[0]),
    exchanges: [exchange],
  }));
}

const lowerId = (cursor: number, id: number | undefined) => ({
  expected: `ids greater than ${cursor}`,
  actual: `id ${id}`,
  sentence: `id ${id} came; only ids greater than ${cursor} may come`,
});
