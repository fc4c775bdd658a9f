/** The clause about values that no correct client sends (PLT-HARD-1). */

import { isServerError, noServerError } from '../../src/harness/rule.js';
import { should } from '../../src/harness/topic.js';
import { hostileParameter, IN_NUMBERS, RESERVED_PARAMETERS } from '../../src/protocol/hostile.js';
import { beyond31Bits, PARAMETERS, type Question } from '../../src/protocol/platform/question.js';
import { largest } from './collection.js';
import type { PlatformTopics } from './exchange.js';

/** The questions of each check, without their collection. */
const SENT: readonly (readonly [
  id: string,
  title: string,
  questions: readonly Omit<Question, 'collection'>[],
])[] = [
  ...PARAMETERS.map(
    (parameter) =>
      [
        parameter,
        `malformed and extreme values of ${parameter}`,
        [
          // The first number beyond a signed 32-bit integer, in which some databases keep ids.
          { [parameter]: 2 ** 31 },
          ...IN_NUMBERS.map((value) => ({ search: hostileParameter(parameter, value) })),
        ],
      ] as const,
  ),
  ['names', 'parameters with names that languages reserve', [{ search: RESERVED_PARAMETERS }]],
];

export const hostileValues = {
  'PLT-HARD-1': {
    clause: should('no request is answered with 5xx for what is in its parameters')
      .in('RFC 9110, section 15.6')
      .judged('Sends malformed and extreme values of each parameter. Any refusal conforms.'),
    rule({ question, answer }) {
      // A large integer may be accepted, so only a server error is evidence.
      const isTested =
        question.search !== undefined ||
        (isServerError(answer) && beyond31Bits(question).length > 0);
      return isTested ? noServerError(answer) : undefined;
    },
    checks: Object.fromEntries(
      SENT.map(([id, title, questions]) => [
        `platform.hostile.${id}`,
        {
          title,
          requests: { own: { least: 1, most: questions.length } },
          permission: 'hostileValues' as const,
          lacking: 'needs a collection of at least 1 entity',
          asks({ facts: { collections } }) {
            const main = largest(collections, 1);
            if (main === undefined) return [];
            return questions.map((question) => ({ collection: main.name, ...question }));
          },
        },
      ]),
    ),
  },
} satisfies PlatformTopics;
