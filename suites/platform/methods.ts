import { should } from '../../src/harness/topic.js';
import type { PlatformTopics } from './exchange.js';

/** The clause about methods other than GET (PLT-PAGE-10). */
export const methods = {
  'PLT-PAGE-10': {
    clause: should('other methods return no page ("GET only")')
      .in('Endpoints, C. Platform API, item 1')
      .judged('Sent only where the target allows methods that may write.'),
    rule({ question: { method }, page }) {
      if (method === undefined) return undefined;
      return page === undefined
        ? 'holds'
        : {
            expected: `no page for ${method}`,
            sentence: `a page came for ${method}; none must come`,
          };
    },
    checks: {
      'platform.page.methods': {
        title: 'methods other than GET',
        requests: { own: 2 },
        permission: 'unsafeMethods',
        asks: ({
          settings: {
            collections: [collection = ''],
          },
        }) => ['POST', 'DELETE'].map((method) => ({ collection, method })),
      },
    },
  },
} satisfies PlatformTopics;
