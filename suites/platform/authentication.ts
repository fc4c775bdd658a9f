import { describeAnswer } from '../../src/harness/finding.js';
import { holdsIf, open, should } from '../../src/harness/topic.js';
import { largest } from './collection.js';
import type { PlatformTopics } from './exchange.js';

/**
 * The clauses about authentication. The document does not define the authentication of this API, so
 * only the form of a 401 can be tested.
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
  'PLT-AUTH-2': {
    clause: should('a 401 carries `WWW-Authenticate` (RFC 9110 11.6.1)')
      .in('RFC 9110, section 11.6.1')
      .judged('Checks each 401 response.'),
    rule({ answer }) {
      if (answer.status !== 401) return undefined;
      return holdsIf(answer.header('www-authenticate') !== undefined, 'WWW-Authenticate', 'none');
    },
    checks: {
      'platform.auth.www-authenticate': {
        title: 'the WWW-Authenticate header of a response without the configured header',
        requests: { own: 1 },
        needs: ['platform.headers'],
        lacking: 'applies only to a response with status 401',
        asks({ facts: { collections } }) {
          const main = largest(collections, 1);
          return main === undefined ? [] : [{ collection: main.name, anonymous: true }];
        },
      },
    },
  },
} satisfies PlatformTopics;
