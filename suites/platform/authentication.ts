import { describeAnswer } from '../../src/harness/finding.js';
import { open } from '../../src/harness/topic.js';
import { largest } from './collection.js';
import type { PlatformTopics } from './exchange.js';

/**
 * The clause about authentication (PLT-AUTH-1). The document does not define this authentication.
 */
export const authentication = {
  'PLT-AUTH-1': {
    clause: open('authentication of this API; the header is configuration (name and value)')
      .in('Authentication, last paragraph')
      .judged('Only observed; entities without authentication are a warning.'),
    checks: {
      'platform.auth.anonymous': {
        title: 'a request without the configured header',
        requests: { own: 1 },
        needs: ['platform.headers'],
        lacking: 'needs a collection of at least 1 entity',
        observes: {
          shows: 'response without authentication',
          cases({ facts: { collections } }) {
            const main = largest(collections, 1);
            if (main === undefined) return {};
            const question = { collection: main.name, anonymous: true };
            return { 'without the configured headers': question };
          },
          warning({ page, answer }) {
            const { length } = page?.ids ?? [];
            if (length > 0) return `returns ${length} entities`;
            return answer.status >= 500 ? `returns ${describeAnswer(answer)}` : undefined;
          },
        },
      },
    },
  },
} satisfies PlatformTopics;
