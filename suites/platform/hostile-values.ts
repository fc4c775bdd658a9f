/** The clause about values that no correct client sends (PLT-HARD-1). */

import { noServerError } from '../../src/harness/rule.js';
import { should } from '../../src/harness/topic.js';
import { hostileParameter, IN_NUMBERS, RESERVED_PARAMETERS } from '../../src/protocol/hostile.js';
import { largest } from './collection.js';
import type { PlatformTopics } from './exchange.js';

const PARAMETERS = ['limit', 'cursor', 'previous'] as const;

/** The queries of each check. */
const SENT: readonly (readonly [id: string, title: string, searches: readonly string[]])[] = [
  ...PARAMETERS.map(
    (parameter) =>
      [
        parameter,
        `malformed and extreme values of ${parameter}`,
        IN_NUMBERS.map((value) => hostileParameter(parameter, value)),
      ] as const,
  ),
  ['names', 'parameters with names that languages reserve', [RESERVED_PARAMETERS]],
];

export const hostileValues = {
  'PLT-HARD-1': {
    clause: should('no request is answered with 5xx for what is in its parameters')
      .in('RFC 9110, section 15.6')
      .judged('Sends malformed and extreme values of each parameter. Any refusal conforms.'),
    rule({ question, answer }) {
      if (question.search === undefined) return undefined;
      return noServerError(answer);
    },
    checks: Object.fromEntries(
      SENT.map(([id, title, searches]) => [
        `platform.hostile.${id}`,
        {
          title,
          requests: { own: { least: 1, most: searches.length } },
          permission: 'hostileValues' as const,
          lacking: 'needs a collection of at least 1 entity',
          asks({ facts: { collections } }) {
            const main = largest(collections, 1);
            if (main === undefined) return [];
            return searches.map((search) => ({ collection: main.name, search }));
          },
        },
      ]),
    ),
  },
} satisfies PlatformTopics;
