import { open } from '../../src/harness/topic.js';
import { largest } from './collection.js';
import type { PlatformTopics } from './exchange.js';

/**
 * PLT-PAGE-9: values of `limit`, `cursor` and `previous` that the document does not specify, such
 * as `limit=-1`. The check only records the responses.
 */
export const unspecified = {
  'PLT-PAGE-9': {
    clause: open(
      '`previous` in the request; `next` on the last page; limit 0, negative, non-numeric, huge; a cursor past the end, negative, non-numeric',
    )
      .in('Errors, Other, item 4')
      .judged('Only observed: the document does not specify it.'),
    checks: {
      'platform.page.open': {
        title: 'limits and cursors that the document does not specify',
        requests: { own: { least: 3, most: 9 } },
        lacking: 'needs a collection of at least 1 entity',
        observes: {
          shows: 'results of unspecified limits and cursors',
          cases({ facts: { collections } }) {
            const main = largest(collections, 1);
            if (main === undefined) return {};
            const { name: collection, ids } = main;
            return {
              'a cursor past the end': { collection, cursor: (ids.at(-1) ?? 0) + 1000 },
              'limit=0': { collection, limit: 0 },
              'limit=-1': { collection, limit: '-1' },
              'limit=abc': { collection, limit: 'abc' },
              'cursor=-1': { collection, cursor: '-1', limit: 1 },
              'cursor=abc': { collection, cursor: 'abc', limit: 1 },
              'previous=abc': { collection, previous: 'abc', limit: 1 },
              'limit=1000000': { collection, limit: 1_000_000 },
              'previous of the last entity': { collection, previous: ids.at(-1), limit: 1 },
            };
          },
        },
      },
    },
  },
} satisfies PlatformTopics;
