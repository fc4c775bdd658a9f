/**
 * The clauses about the members of a page and their types (PLT-PAGE-1), and about `count`
 * (PLT-PAGE-2).
 */

import { describeAnswer } from '../../src/harness/finding.js';
import { holdsIf, must, type Ruling } from '../../src/harness/topic.js';
import { CLIENT_FIELD_NAMES } from '../../src/protocol/client-headers.js';
import { shapeFaults } from '../../src/protocol/platform/page.js';
import { WALK_PAGES } from './collection.js';
import { type Exchange, isBare, noPage, type PlatformTopics } from './exchange.js';
import { firstPagesAndLargest } from './walks.js';

/** Further requests have the header fields that these clients add. */
const CLIENTS = ['browser', 'proxy'] as const;

const SECTION = 'Resources, cursor pagination response';

export const pageShape = {
  'PLT-PAGE-1': {
    clause: must(
      'a page has `success` boolean, `Entities` array of objects, `meta.cursor` with integers `current`, `prev`, `next`, `count`',
    )
      .in(SECTION)
      .judged(
        'Checks types. Ids may be strings of digits. `next` null at the end and entities inside another object are only warnings.',
      ),
    rule: hasShape,
    checks: {
      'platform.page.shape': {
        title:
          'the first page of each collection, also with the header fields of browsers and proxies',
        requests: { own: 2, shared: 1 },
        asks: ({ settings: { collections } }) => [
          ...collections.map((collection) => ({ collection })),
          ...collections
            .slice(0, 1)
            .flatMap((collection) => CLIENTS.map((client) => ({ collection, client }))),
        ],
      },
      'platform.page.real-clients': {
        title: 'the first page of a collection, with one header field that common clients add',
        requests: { own: { least: 1, most: CLIENT_FIELD_NAMES.length } },
        asks: ({ settings: { collections } }) =>
          collections
            .slice(0, 1)
            .flatMap((collection) => CLIENT_FIELD_NAMES.map((client) => ({ collection, client }))),
      },
    },
  },
  'PLT-PAGE-2': {
    clause: must('`count` is the number of entities in the response')
      .in(SECTION)
      .judged('Counts the entities of the response.'),
    rule({ page }) {
      if (page === undefined || page.cursor.count === null) return undefined;
      const { length } = page.ids;
      // A server may always send 0, so an empty page with count 0 is no evidence.
      if (length === 0 && page.cursor.count === 0) return undefined;
      return holdsIf(
        page.cursor.count === length,
        `count ${length}, the number of entities of the page`,
        page.cursor.count,
      );
    },
    checks: {
      'platform.page.count': {
        title: 'the member count of every page of a collection',
        requests: { shared: WALK_PAGES + 1 },
        lacking: 'needs a collection with an entity',
        walks: firstPagesAndLargest,
      },
    },
  },
} satisfies PlatformTopics;

/**
 * A server may trust the header fields of a proxy, and therefore redirect or refuse the request. So
 * a violation is only a warning if the request had these header fields.
 */
function hasShape(exchange: Exchange): Ruling {
  const ruling = shapeOf(exchange);
  const isViolation = typeof ruling === 'object';
  const viaProxy = exchange.question.client === 'proxy';
  return isViolation && viaProxy ? { ...ruling, atMost: 'warning' } : ruling;
}

function shapeOf({ answer, question, page, settings }: Exchange) {
  if (answer.status !== 200) return isBare(question) ? { expected: 'status 200' } : undefined;
  if (answer.jsonFault !== undefined) {
    const sentence = `the response is not JSON: ${describeAnswer(answer)}; it must be`;
    return { expected: 'a JSON body', sentence };
  }
  const faults = shapeFaults(answer, settings);
  if (faults.length > 0) {
    return {
      expected: faults.map(({ expected }) => expected).join(', '),
      actual: faults.map(({ actual }) => actual).join(', '),
    };
  }
  if (page === undefined) return noPage(answer);
  if (page.wrapper !== undefined) {
    return {
      expected: 'entities with their id',
      actual: `entities wrapped in ${page.wrapper}`,
      sentence: `each entity is within a member ${page.wrapper}; its id must be in the entity itself`,
      atMost: 'warning',
    } as const;
  }
  if (page.cursor.next === null) {
    return { expected: 'next 0 at the end', actual: 'null', atMost: 'warning' } as const;
  }
  return 'holds';
}
