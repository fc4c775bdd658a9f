import { broken } from '../../src/harness/suite.js';
import { pageIn } from './ask.js';
import { checks } from './check.js';
import { collectionsOf, mainOf } from './collections.js';

/** What the document leaves open. */
export const observations = checks({
  'PLT-PAGE-9 platform.page.open': {
    title: 'limits and cursors that the document does not specify',
    requests: { least: 3, most: 9 },
    shows: 'results of unspecified limits and cursors',
    async cases(context) {
      const { name: collection, ids } = mainOf(await collectionsOf(context), 1);
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
  'PLT-AUTH-1 platform.auth.anonymous': {
    title: 'a request without the configured header',
    requests: 1,
    needs: ['platform.headers'],
    shows: 'response without authentication',
    async cases(context) {
      const { name: collection } = mainOf(await collectionsOf(context), 1);
      return { 'without the configured headers': { collection, anonymous: true } };
    },
    odd(answer, { target }) {
      const given = pageIn(answer, target)?.ids.length ?? 0;
      return given > 0 ? `gives ${given} entities` : broken(answer);
    },
  },
});
