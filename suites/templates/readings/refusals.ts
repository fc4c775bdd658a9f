/**
 * Two kinds of mistakes: a call that must be refused gets a wrong refusal, and a right call is
 * refused. Mistakes with the same `mistake` differ in the calls that they are about. If several
 * explain the same responses, the first is named, which is the most general one.
 */

import { headerOf } from '../../../src/protocol/templates/jwt.js';
import { type CallQuestion, isDocumentedCall } from '../../../src/protocol/templates/question.js';
import { type CallExchange, isCall, tokenOf } from '../exchange.js';
import type { Facts } from '../facts.js';
import { credentialOf, mustBeAccepted } from '../rights.js';
import {
  CLAUSES_OF_CALLS,
  fieldsOf,
  isOfSecondClient,
  type Kind,
  returnsTemplates,
} from './call-mistake.js';
import type { TemplatesMistake } from './mistake.js';

/** Kinds of calls that must be refused, the most general first; see `Kind`. */
const REFUSED: readonly Kind[] = [
  ['any', 'a call that must be refused', 'ETM-AUTH-4', (call, facts) => isInvalid(call, facts)],
  [
    'token',
    'a call with an invalid, expired or revoked token',
    'ETM-AUTH-4',
    (call, facts) => isInvalid(call, facts) && (tokenOf(call.authorization) ?? '') !== '',
  ],
  [
    'never-issued',
    'a call with an invalid token',
    'ETM-AUTH-4',
    (call, facts) => credentialOf(call, facts) === 'never issued',
  ],
  [
    'malformed',
    'a call with a token that is not a JWT',
    'ETM-AUTH-4',
    (call, facts) =>
      credentialOf(call, facts) === 'never issued' &&
      !isReadable(tokenOf(call.authorization) ?? ''),
  ],
  [
    'unverifiable',
    'a call with a token that is not a JWT, or has another `alg`,',
    'ETM-AUTH-4',
    (call, facts) => {
      const token = tokenOf(call.authorization) ?? '';
      const isOther = (): boolean =>
        [...facts.issued.keys()].every((one) => headerOf(one).alg !== headerOf(token).alg);
      return credentialOf(call, facts) === 'never issued' && (!isReadable(token) || isOther());
    },
  ],
  [
    'revoked',
    'a call with an expired or revoked token',
    'ETM-AUTH-3',
    (call, facts) => facts.revoked.has(tokenOf(call.authorization) ?? ''),
  ],
  [
    'none',
    'a call without a token',
    'ETM-AUTH-2',
    (call, facts) => credentialOf(call, facts) === 'none',
  ],
  [
    'misused',
    'a call with another scheme than Bearer',
    'ETM-AUTH-6',
    (call, facts) => credentialOf(call, facts) === 'misused',
  ],
];

/** Whether a server can read the token up to the point where it verifies the signature. */
const isReadable = (token: string): boolean =>
  /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) && Object.keys(headerOf(token)).length > 0;

const isInvalid = (call: CallQuestion, facts: Facts): boolean =>
  credentialOf(call, facts) !== 'issued' || facts.revoked.has(tokenOf(call.authorization) ?? '');

/**
 * The status of a refusal is specified only for these calls: to the documented address, and with a
 * scheme and a token of usual characters, or without `Authorization`.
 */
const isUsual = (call: CallQuestion): boolean =>
  isDocumentedCall(call) &&
  /^(?:\S+ )?[\w.-]*$/.test(call.authorization ?? '') &&
  tokenOf(call.authorization) !== '';

function wrongRefusals(violated: readonly CallExchange[]): readonly TemplatesMistake[] {
  const statuses = new Set(violated.map(({ answer }) => answer.status));
  const withStatus = [...statuses]
    .filter((status) => status !== 401)
    .flatMap((status) =>
      REFUSED.map(
        ([id, words, clause, holds]): TemplatesMistake => ({
          id: `templates.${id}-gets-${status}`,
          mistake: `templates.gets-${status}`,
          clause,
          sentence: `${words} gets status ${status} instead of 401`,
          breaks: CLAUSES_OF_CALLS,
          isPlain: true,
          predicts: (exchange, facts) =>
            isCall(exchange) &&
            holds(exchange.question, facts) &&
            !returnsTemplates(exchange, facts)
              ? // An unusual call may get this status or another, so another one is no evidence.
                exchange.answer.status === status ||
                (isUsual(exchange.question) ? false : undefined)
              : undefined,
        }),
      ),
    );
  const withTemplates: TemplatesMistake = {
    id: 'templates.refused-with-templates',
    clause: 'ETM-AUTH-2',
    sentence: 'a refusal contains templates',
    breaks: CLAUSES_OF_CALLS,
    predicts: (exchange, facts) =>
      isCall(exchange) && exchange.answer.status >= 400 && isInvalid(exchange.question, facts)
        ? returnsTemplates(exchange, facts)
        : undefined,
  };
  return [...withStatus, withTemplates];
}

/** Calls that must be accepted, the most general first. */
const ACCEPTED: readonly Kind[] = [
  ['any', '', 'ETM-AUTH-1', () => true],
  ['second', ' of the second client', 'ETM-AUTH-1', isOfSecondClient],
  [
    'scheme-case',
    ', after `bearer` in another letter case,',
    'ETM-AUTH-6',
    ({ authorization = '' }) => /^bearer /i.test(authorization) && !/^Bearer/.test(authorization),
  ],
  [
    'lower-case',
    ', after `bearer` in lower case,',
    'ETM-AUTH-6',
    ({ authorization = '' }) => authorization.startsWith('bearer '),
  ],
  [
    'spaces',
    ', after several spaces,',
    'ETM-AUTH-6',
    ({ authorization = '' }) => /^Bearer {2}/i.test(authorization),
  ],
];

/** Calls with a valid token that are refused. */
function refusedCalls(violated: readonly CallExchange[]): readonly TemplatesMistake[] {
  const refused = violated.filter(({ answer }) => !answer.ok);
  const statuses = [...new Set(refused.map(({ answer }) => answer.status))].slice(0, MOST_STATUSES);
  const fields = new Set(refused.map(({ question }) => fieldsOf(question)));
  const kinds: readonly Kind[] = [
    ...ACCEPTED,
    ...[...fields]
      .filter((names) => names !== '')
      .map(
        (names): Kind => [
          `with-${names}`,
          `, in a request with ${names},`,
          'ETM-AUTH-1',
          (call) => fieldsOf(call) === names,
        ],
      ),
  ];
  return statuses.flatMap((status) =>
    kinds.map(
      ([id, words, clause, holds]): TemplatesMistake => ({
        id: `templates.right-${id}-gets-${status}`,
        mistake: `templates.right-gets-${status}`,
        clause,
        sentence: `a valid token${words} gets status ${status}`,
        breaks: ['ETM-AUTH-1', 'ETM-AUTH-6', 'TOK-LIFE-1'],
        predicts: (exchange, facts) =>
          isCall(exchange) &&
          mustBeAccepted(exchange, facts) !== undefined &&
          holds(exchange.question, facts)
            ? exchange.answer.status === status
            : undefined,
      }),
    ),
  );
}

/** Each status multiplies the mistakes that are tried, and a target has few of them. */
const MOST_STATUSES = 3;

/** The value of `WWW-Authenticate` is wrong in one of these ways. */
const CHALLENGES: readonly (readonly [
  id: string,
  sentence: string,
  fits: (value: string | undefined) => boolean,
  isTouched: (call: CallQuestion) => boolean,
])[] = [
  ['missing', 'a 401 has no `WWW-Authenticate`', (value) => value === undefined, () => true],
  [
    'other-scheme',
    'a 401 names another scheme than Bearer in `WWW-Authenticate`',
    (value) => value !== undefined && !/(?:^|,)\s*Bearer/i.test(value),
    () => true,
  ],
  [
    'error',
    'a 401 to a call without a token names an error in `WWW-Authenticate`',
    (value) => value !== undefined && /\berror\s*=/i.test(value),
    ({ authorization }) => authorization === undefined,
  ],
];

const challenges = CHALLENGES.map(
  ([id, sentence, fits, isTouched]): TemplatesMistake => ({
    id: `templates.challenge-${id}`,
    clause: 'ETM-AUTH-8',
    sentence,
    breaks: ['ETM-AUTH-8'],
    isPlain: true,
    predicts: (exchange) =>
      isCall(exchange) && exchange.answer.status === 401 && isTouched(exchange.question)
        ? fits(exchange.answer.header('www-authenticate'))
        : undefined,
  }),
);

export const refusalMistakes = (violated: readonly CallExchange[]): readonly TemplatesMistake[] => [
  ...wrongRefusals(violated),
  ...refusedCalls(violated),
  ...challenges,
];
