/** The clause about values that no correct client sends (HND-HARD-1). */

import { skip } from '../../src/harness/finding.js';
import { noServerError } from '../../src/harness/rule.js';
import { should } from '../../src/harness/topic.js';
import { isHostile, type Question } from '../../src/protocol/handover/question.js';
import {
  COMPRESSED,
  hostileParameter,
  IN_JSON,
  isNoObject,
  NO_CHARSET,
  NO_OBJECTS,
} from '../../src/protocol/hostile.js';
import { handoverOf } from './ask.js';
import { type HandoverTopics, UNKNOWN_USERS, WITH_REAL_USERS } from './exchange.js';

const { from, to } = UNKNOWN_USERS;

/**
 * Bodies that are not an object, or in which a user is malformed or extreme. They name no existing
 * user, so they cannot transfer anything.
 */
const BODIES: readonly string[] = [
  ...Object.values(NO_OBJECTS),
  ...Object.values(IN_JSON).map((value) => `{"from":${value},"to":"${to}"}`),
  `{"from":"${from}","to":${IN_JSON.NUL}}`,
  `{"from":"${from}","to":${IN_JSON['a lone surrogate']}}`,
  IN_JSON['150 levels'],
  // Some parsers read these bytes as UTF-32.
  `\0\0\0{"from":"${from}","to":"${to}"}`,
];

/** A plain body that is not in the charset or the coding that its header fields name. */
const UNREADABLE: readonly Question[] = [
  { body: UNKNOWN_USERS, contentType: `application/json; ${NO_CHARSET}` },
  { body: UNKNOWN_USERS, headers: [COMPRESSED] },
];

/** Some frameworks read a form before the handler runs. */
const NESTED_FORM: Question = {
  body: hostileParameter('from', '150 levels of brackets'),
  contentType: 'application/x-www-form-urlencoded',
};

export const hostileValues = {
  'HND-HARD-1': {
    clause: should('no request is answered with 5xx for what the body holds')
      .in('RFC 9110, section 15.6')
      .judged('Sends malformed and extreme users, which do not exist. Any refusal conforms.'),
    rule({ question, answer }) {
      const { body } = question;
      const isTested = isHostile(question) || (typeof body === 'string' && isNoObject(body));
      return isTested ? noServerError(answer) : undefined;
    },
    checks: {
      'handover.hostile.body': {
        title:
          'bodies with malformed and extreme users, or that cannot be decoded, without authorization',
        requests: { own: { least: 1, most: BODIES.length + UNREADABLE.length + 1 } },
        permission: 'hostileValues',
        asks: () => [...BODIES.map((body) => ({ body })), ...UNREADABLE, NESTED_FORM],
      },
      'handover.hostile.authorized': {
        title:
          'bodies with malformed and extreme users, or that cannot be decoded, with a valid token',
        requests: { own: { least: 1, most: BODIES.length + UNREADABLE.length } },
        ...WITH_REAL_USERS,
        needsFacts: false,
        async walks({ target }) {
          if (!target.allow.hostileValues) {
            const why = 'sends values for which a firewall may lock out the sender';
            skip('safety', `${why}; set "allow": { "hostileValues": true } in the target file`);
          }
          const authorization = `Bearer ${handoverOf(target).token}`;
          return [
            ...BODIES.map((body) => ({ body, authorization })),
            ...UNREADABLE.map((question) => ({ ...question, authorization })),
          ];
        },
      },
    },
  },
} satisfies HandoverTopics;
