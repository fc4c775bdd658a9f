/** Mistakes in the decision which token requests get a token, and in how the others are refused. */

import { defined } from '../../../src/defined.js';
import type { Answer } from '../../../src/http/answer.js';
import { tokenIn } from '../../../src/protocol/templates/jwt.js';
import type { TokenQuestion } from '../../../src/protocol/templates/token-request.js';
import { membersOf } from '../../../src/schema/json-value.js';
import { type Exchange, faultOf, isTokenRequest, type TokenExchange } from '../exchange.js';
import { type TemplatesMistake, TOKEN_SCOPES } from './mistake.js';
import {
  ACCEPTED,
  type Kind,
  ofGrant,
  REFUSED,
  slug,
  WRITTEN_ALONE,
} from './token-request-kinds.js';

const CLAUSES_OF_REFUSALS = [
  'TOK-ERR-1',
  'TOK-ERR-2',
  'TOK-ERR-3',
  'TOK-ERR-4',
  'TOK-ERR-5',
  'TOK-ERR-6',
];

/** The response to a token request in words. An unusual error code is left out. */
function outcomeOf({ status, json }: Answer, isIssued: boolean): string {
  if (isIssued) return 'a token';
  const { error } = membersOf(json);
  const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : undefined;
  return `status ${status}${code === undefined ? '' : ` with the error \`${code}\``}`;
}

const outcome = ({ answer }: Exchange): string => outcomeOf(answer, tokenIn(answer) !== undefined);

/** Each outcome multiplies the mistakes that are tried, and a target has few of them. */
const MOST_OUTCOMES = 4;

const outcomesOf = (exchanges: readonly Exchange[]): readonly string[] =>
  [...new Set(exchanges.map(outcome))].slice(0, MOST_OUTCOMES);

/** Refusals with another status or error than the document says, and tokens instead of refusals. */
function wrongRefusals(violated: readonly TokenExchange[]): readonly TemplatesMistake[] {
  const faulty = violated.filter(({ question }) => faultOf(question) !== undefined);
  const grants = new Set(faulty.flatMap(({ question }) => question.grant || []));
  return outcomesOf(faulty).flatMap((got) =>
    // Where nothing tells several kinds apart, the first in this list is named: the narrowest kind,
    // and a single writing only if no kind explains the same responses.
    [...REFUSED.toReversed(), ...WRITTEN_ALONE, ...[...grants].map(ofGrant)]
      .filter(({ holds }) => faulty.some(({ question, settings }) => holds(question, settings)))
      .flatMap(({ id, words, clause, requires, holds }) =>
        // The scopes without those that combine the second client with a way of authentication.
        TOKEN_SCOPES.slice(0, 4).map((scope): TemplatesMistake => {
          const example = faulty.find(
            (one) =>
              one.question.writing !== undefined &&
              holds(one.question, one.settings) &&
              scope.holds(one.question) &&
              outcome(one) === got,
          );
          return {
            id: `tokens.${id}-gets-${slug(got)}.${scope.id}`,
            mistake: `tokens.gets-${slug(got)}`,
            // Code of its own reads each notation, so two wrong notations are two mistakes.
            ...(clause === 'TOK-ERR-6' ? { isApart: true } : {}),
            clause,
            sentence: `${words} gets ${got}${scope.words}${exampleIn(id, example)}`,
            ...defined({ requires }),
            breaks: CLAUSES_OF_REFUSALS,
            isPlain: true,
            predicts: (exchange) =>
              isTokenRequest(exchange) &&
              holds(exchange.question, exchange.settings) &&
              scope.holds(exchange.question)
                ? outcome(exchange) === got
                : undefined,
          };
        }),
      ),
  );
}

/** An example of a wrong writing, for the kinds whose words do not say what is wrong. */
function exampleIn(id: string, example: TokenExchange | undefined): string {
  const { way, writing } = example?.question ?? {};
  if (!/^(?:faulty|malformed)/.test(id) || writing === undefined) return '';
  const isBeside = way === 'basic' && writing.endsWith('in the form');
  return `, such as one ${isBeside ? writing.replace('with', 'with HTTP Basic and') : writing}`;
}

const CLAUSES_OF_TOKENS = [
  ...CLAUSES_OF_REFUSALS,
  'TOK-REQ-1',
  'TOK-REQ-2',
  'TOK-RES-1',
  'TOK-RES-3',
  'TOK-DISC-2',
];

/**
 * Right requests that get no token. A faulty request of the same kind may be refused because of its
 * fault first, so that another outcome of it is no evidence.
 */
function refusedRequests(violated: readonly TokenExchange[]): readonly TemplatesMistake[] {
  const right = violated.filter(
    ({ question, answer }) =>
      faultOf(question) === undefined && (tokenIn(answer) === undefined || answer.status !== 200),
  );
  const got = (exchange: Exchange): string =>
    outcomeOf(
      exchange.answer,
      exchange.answer.status === 200 && tokenIn(exchange.answer) !== undefined,
    );
  const outcomes = [...new Set(right.map(got))].slice(0, MOST_OUTCOMES);
  const writings = [...new Set(right.flatMap(({ question }) => question.writing ?? []))];
  const kinds: readonly Kind[] = [
    ...ACCEPTED,
    ...writings.map((writing) => ({
      id: slug(writing),
      words: ` ${writing}`,
      clause: 'TOK-REQ-1',
      holds: (question: TokenQuestion) => question.writing === writing,
    })),
  ].filter(({ holds }) => right.some(({ question, settings }) => holds(question, settings)));
  return outcomes.flatMap((one) =>
    kinds.map(
      ({ id, words, clause, holds }): TemplatesMistake => ({
        id: `tokens.request-${id}-gets-${slug(one)}`,
        mistake: `tokens.request-gets-${slug(one)}`,
        clause,
        sentence: `a right token request${words} gets ${one}${one.startsWith('status 200') ? ', without an access token' : ' instead of a token'}`,
        breaks: CLAUSES_OF_TOKENS,
        predicts(exchange) {
          if (!isTokenRequest(exchange) || !holds(exchange.question, exchange.settings))
            return undefined;
          const isSame = got(exchange) === one;
          return isSame || faultOf(exchange.question) === undefined ? isSame : undefined;
        },
      }),
    ),
  );
}

/** Ways in which the body of an error differs from RFC 6749. */
const BODIES: readonly (readonly [
  id: string,
  sentence: string,
  fits: (answer: Answer) => boolean,
])[] = [
  [
    'under-message',
    'is under `message` instead of `error`',
    ({ json }) => {
      const members = membersOf(json);
      return typeof members.message === 'string' && members.error === undefined;
    },
  ],
  ['not-json', 'is not JSON', (answer) => answer.size > 0 && answer.jsonFault !== undefined],
  ['empty', 'has no body', ({ size }) => size === 0],
  [
    'error-as-object',
    'is an object in `error`',
    ({ json }) => Object.keys(membersOf(membersOf(json).error)).length > 0,
  ],
];

/**
 * Returns the response if it is an error to test: to a malformed body, or, without `ofMalformed`,
 * also to a faulty form. After a malformed body, a web server may send a page that is not JSON.
 */
function errorOf({ question, answer }: Exchange, ofMalformed: boolean): Answer | undefined {
  if (answer.status < 400 || answer.status >= 500) return undefined;
  if (question.ask === 'hostile token') return answer.jsonFault === undefined ? answer : undefined;
  if (ofMalformed || question.ask !== 'token') return undefined;
  return faultOf(question) === undefined ? undefined : answer;
}

const errorBodies: readonly TemplatesMistake[] = BODIES.flatMap(([id, sentence, fits]) =>
  (
    [
      ['', 'an error of the token endpoint', false],
      ['-of-malformed-requests', 'the error for a malformed token request', true],
    ] as const
  ).map(([end, error, ofMalformed]) => ({
    id: `tokens.errors-${id}${end}`,
    mistake: `tokens.errors-${id}`,
    clause: 'TOK-ERR-3',
    sentence: `${error} ${sentence}`,
    breaks: CLAUSES_OF_REFUSALS,
    predicts(exchange) {
      const answer = errorOf(exchange, ofMalformed);
      return answer && fits(answer);
    },
  })),
);

const challenge: TemplatesMistake = {
  id: 'tokens.401-without-challenge',
  clause: 'TOK-ERR-7',
  sentence: 'a 401 of the token endpoint has no `WWW-Authenticate`',
  breaks: ['TOK-ERR-7'],
  isPlain: true,
  predicts: (exchange) =>
    isTokenRequest(exchange) && exchange.answer.status === 401
      ? exchange.answer.header('www-authenticate') === undefined
      : undefined,
};

export function tokenRequestMistakes(violated: readonly Exchange[]): readonly TemplatesMistake[] {
  const requests = violated.filter(isTokenRequest);
  return [...wrongRefusals(requests), ...refusedRequests(requests), ...errorBodies, challenge];
}
