/** The clauses about the lifetime of a token (TOK-LIFE). */

import { must } from '../../src/harness/topic.js';
import { expectRenewal, expectReusable } from './renewal.js';
import type { TemplatesTopics } from './topic.js';

const SECTION = 'Authentication, Export-template API, item 8';

export const tokenLifetime = {
  'TOK-LIFE-1': {
    clause: must('one token is valid for many API calls until `expires_in` has passed')
      .in(SECTION)
      .judged(
        'Uses one token repeatedly, also after another token was issued. The token is also used shortly before it expires, if the setting `patience` permits the wait.',
      ),
    checks: {
      'templates.lifetime.reuse': {
        title: 'many calls with one token, after the client requested other tokens',
        requests: { own: { least: 2, most: 25 } },
        needs: ['templates.baseUrl'],
        walks: expectReusable,
      },
    },
  },
  'TOK-LIFE-2': {
    clause: must(
      'a client can repeat a call: a call with an invalid token returns 401, one new token is requested, and the repeated call is accepted',
    )
      .in(SECTION)
      .judged('One token request and one repetition are sent; a second 401 is a failure.'),
    checks: {
      'templates.lifetime.retry': {
        title: 'a call with an invalid token, a token request, and the repeated call',
        requests: { own: 3 },
        needs: ['templates.baseUrl'],
        walks: expectRenewal,
      },
    },
  },
} satisfies TemplatesTopics;
