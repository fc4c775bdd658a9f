/** The clause about values that no correct client sends (PLT-HARD-1). */

import { noServerError } from '../../src/harness/rule.js';
import { should } from '../../src/harness/topic.js';
import { hostileParameter, IN_NUMBERS } from '../../src/protocol/hostile.js';
import { largest } from './collection.js';
import type { PlatformTopics } from './exchange.js';

const PARAMETERS = ['limit', 'cursor', 'previous'] as const;

export const hostileValues = {
  'PLT-HARD-1': {
    clause: should('no request is answered with 5xx for what `limit`, `cursor` or `previous` holds')
      .in('RFC 9110, section 15.6')
      .judged('Sends malformed and extreme values of each parameter. Any refusal conforms.'),
    rule({ question, answer }) {
      if (question.search === undefined) return undefined;
      return noServerError(answer);
    },
    checks: Object.fromEntries(
      PARAMETERS.map((parameter) => [
        `platform.hostile.${parameter}`,
        {
          title: `malformed and extreme values of ${parameter}`,
          requests: { own: { least: 1, most: IN_NUMBERS.length } },
          permission: 'hostileValues' as const,
          lacking: 'needs a collection of at least 1 entity',
          asks({ facts: { collections } }) {
            const main = largest(collections, 1);
            if (main === undefined) return [];
            return IN_NUMBERS.map((value) => ({
              collection: main.name,
              search: hostileParameter(parameter, value),
            }));
          },
        },
      ]),
    ),
  },
} satisfies PlatformTopics;
