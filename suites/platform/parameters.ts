import { must } from '../../src/harness/topic.js';
import { DEFAULT_LIMIT } from '../../src/protocol/platform/question.js';
import { isAtEnd, largest } from './collection.js';
import {
  collectionOf,
  type Exchange,
  type Facts,
  isBare,
  noPage,
  numberOr,
  type PlatformTopics,
} from './exchange.js';

/** The clause about combinations of `limit`, `cursor` and `previous` (PLT-PAGE-11). */
export const parameters = {
  'PLT-PAGE-11': {
    clause: must('`limit`, `cursor` and `previous` accept integers, alone and in combination')
      .in('Endpoints, C. Platform API, items 2 to 4')
      .judged(
        'A request with any of these parameters must return a page if their values are integers.',
      ),
    rule(exchange, facts) {
      // PLT-PAGE-1 tests a request without parameters.
      if (isBare(exchange.question)) return undefined;
      if (exchange.page !== undefined) return 'holds';
      return isSpecified(exchange, facts) ? noPage(exchange.answer) : undefined;
    },
    checks: {
      'platform.page.parameters': {
        title: 'request pages with limit, cursor or previous alone, and with all three',
        requests: { own: { least: 2, most: 4 } },
        lacking: 'needs a collection of at least 1 entity',
        asks({ facts: { collections } }) {
          const main = largest(collections, 1);
          if (main === undefined) return [];
          const { name: collection, ids } = main;
          const [id] = ids;
          return [
            { collection, previous: id },
            { collection, limit: 2, cursor: id, previous: id },
            { collection, cursor: id },
            { collection, limit: 1 },
          ];
        },
      },
    },
  },
} satisfies PlatformTopics;

/**
 * Whether the document (the specification) says that the response is a page. It leaves this open
 * for limits above the default limit, for cursors from the last id on, and for a `previous` that is
 * not an id (PLT-PAGE-9). The result is false for any other cursor than 0 if the collection is
 * unknown.
 */
function isSpecified(exchange: Exchange, facts: Facts): boolean {
  const { question } = exchange;
  const collection = collectionOf(exchange, facts);
  const limit = numberOr(question.limit, 1);
  if (limit < 1 || limit > DEFAULT_LIMIT) return false;
  const cursor = numberOr(question.cursor, 0);
  const isCursorInside = collection !== undefined && !isAtEnd(collection, cursor);
  if (cursor !== 0 && !isCursorInside) return false;
  const previous = numberOr(question.previous, 0);
  return previous === 0 || collection?.ids.includes(previous) === true;
}
