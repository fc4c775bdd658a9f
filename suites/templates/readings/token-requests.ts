/** Mistakes in the decision which token requests get a token, and in how the others are refused. */

import { defined } from '../../../src/defined.js';
import type { Answer } from '../../../src/http/answer.js';
import { tokenIn } from '../../../src/protocol/templates/jwt.js';
import {
  basicPair,
  sentFor,
  type TokenQuestion,
  WRITINGS,
  type Writing,
} from '../../../src/protocol/templates/token-request.js';
import { membersOf } from '../../../src/schema/json-value.js';
import type { TemplatesTarget } from '../../../src/settings/target.js';
import { type Exchange, faultOf, isTokenRequest, type TokenExchange } from '../exchange.js';
import { type TemplatesMistake, TOKEN_SCOPES } from './mistake.js';

/** A kind of token requests that must get the same response. */
interface Kind {
  readonly id: string;
  readonly words: string;
  readonly clause: string;
  /** What the document requires instead. Default: the text of the clause in `required.ts`. */
  readonly requires?: string;
  readonly holds: (question: TokenQuestion, settings: TemplatesTarget) => boolean;
}

const isWrittenWith =
  (...parts: readonly string[]) =>
  ({ writing }: TokenQuestion): boolean =>
    writing !== undefined && parts.some((part) => writing.includes(part));

/** Words as a part of an id. */
const slug = (words: string): string => words.replace(/[^a-z0-9_]+/gi, '-').toLowerCase();

const hasFault = (fault: ReturnType<typeof faultOf>) => (question: TokenQuestion) =>
  faultOf(question) === fault;

const UNSUPPORTED = 'it should get status 400 with the error `unsupported_grant_type`';
const INVALID = 'it should get status 400 with the error `invalid_request`';
const BAD_REQUEST =
  'it should get status 400, with the error `unsupported_grant_type` for an unknown grant type, and `invalid_request` otherwise';

/** Requests that must be refused, the most general first. */
const REFUSED: readonly Kind[] = [
  {
    id: 'faulty',
    words: 'a token request that must be refused',
    clause: 'TOK-ERR-3',
    requires: 'wrong credentials must get status 401, and other mistakes should get 400',
    holds: (question) => !['two clients', undefined].includes(faultOf(question)),
  },
  {
    id: 'faulty-form',
    words: 'a token request that is malformed, or has another grant type,',
    clause: 'TOK-ERR-3',
    requires: BAD_REQUEST,
    holds: (question) => ['malformed', 'grant'].includes(faultOf(question) ?? ''),
  },
  {
    id: 'unsupported',
    words: 'a token request whose grant type the server, or the client, does not support',
    clause: 'TOK-ERR-2',
    holds: (question) =>
      faultOf(question) === 'unsupported client' ||
      (faultOf(question) === 'grant' && typeof question.grant === 'string'),
  },
  {
    id: 'credentials',
    words: 'a token request with wrong credentials',
    clause: 'TOK-ERR-1',
    holds: hasFault('credentials'),
  },
  {
    id: 'unknown-client',
    words: 'a token request of an unknown client',
    clause: 'TOK-ERR-1',
    holds: (question) => question.client === 'nobody' && faultOf(question) === 'credentials',
  },
  {
    id: 'unknown-id',
    words: 'a token request with a wrong client id',
    clause: 'TOK-ERR-1',
    holds: (question) =>
      faultOf(question) === 'credentials' &&
      (question.client === 'nobody' || question.mistake?.startsWith('id ') === true),
  },
  {
    id: 'wrong-secret',
    words: 'a token request with a wrong secret',
    clause: 'TOK-ERR-1',
    holds: (question) =>
      faultOf(question) === 'credentials' && question.mistake?.startsWith('secret ') === true,
  },
  {
    id: 'empty-secret',
    words: 'a token request with an empty secret',
    clause: 'TOK-ERR-1',
    holds: ({ mistake }) => mistake === 'secret empty',
  },
  {
    id: 'unsupported-client',
    words: 'a token request of a client that is not set up for client credentials',
    clause: 'TOK-ERR-2',
    holds: hasFault('unsupported client'),
  },
  {
    id: 'grant',
    words: 'a token request with another grant type, or none,',
    clause: 'TOK-ERR-3',
    requires:
      'it should get status 400, with the error `unsupported_grant_type`, or `invalid_request` if no `grant_type` is sent',
    holds: hasFault('grant'),
  },
  {
    id: 'other-grant',
    words: 'a token request with an unknown grant type',
    clause: 'TOK-ERR-3',
    requires: UNSUPPORTED,
    holds: (question) => faultOf(question) === 'grant' && Boolean(question.grant),
  },
  {
    id: 'empty-grant',
    words: 'a token request with an empty `grant_type`',
    clause: 'TOK-ERR-3',
    requires: INVALID,
    holds: ({ grant }) => grant === '',
  },
  {
    id: 'longer-grant',
    words: 'a token request whose grant type begins with `client_credentials`',
    clause: 'TOK-ERR-3',
    requires: UNSUPPORTED,
    holds: ({ grant }) => grant?.startsWith('client_credentials') === true,
  },
  {
    id: 'grant-with-hyphen',
    words: 'a token request with the grant type `client-credentials`',
    clause: 'TOK-ERR-3',
    requires: UNSUPPORTED,
    holds: ({ grant }) => grant === 'client-credentials',
  },
  {
    id: 'no-grant',
    words: 'a token request without `grant_type`',
    clause: 'TOK-ERR-3',
    requires: INVALID,
    holds: ({ grant }) => grant === null,
  },
  {
    id: 'malformed',
    words: 'a malformed token request',
    clause: 'TOK-ERR-6',
    holds: hasFault('malformed'),
  },
  {
    id: 'malformed-or-no-grant',
    words: 'a token request that is malformed, or has no `grant_type`,',
    clause: 'TOK-ERR-6',
    requires: INVALID,
    holds: (question) => hasFault('malformed')(question) || question.grant === null,
  },
  {
    id: 'twice',
    words: 'a token request with a parameter twice',
    clause: 'TOK-ERR-6',
    holds: isWrittenWith('twice'),
  },
  {
    id: 'two-ways',
    words: 'a token request with credentials in HTTP Basic and in the form',
    clause: 'TOK-ERR-6',
    holds: isWrittenWith('in the form'),
  },
  {
    id: 'unreadable-basic',
    words: 'a token request with HTTP Basic that cannot be read',
    clause: 'TOK-ERR-6',
    requires: 'it should get status 401, or 400',
    holds: hasFault('unreadable Basic'),
  },
  {
    id: 'basic-without-colon',
    words: 'a token request with HTTP Basic without a colon',
    clause: 'TOK-ERR-6',
    requires: 'it should get status 401, or 400',
    holds: isWrittenWith('without a colon'),
  },
  {
    id: 'basic-beside-form',
    words:
      'a token request with HTTP Basic that cannot be read, and right credentials in the form,',
    clause: 'TOK-ERR-6',
    requires: 'it should get status 401, or 400',
    holds: isWrittenWith('beside the form'),
  },
  {
    id: 'filled-basic-beside-form',
    words:
      'a token request with HTTP Basic that has no id and secret, and right credentials in the form,',
    clause: 'TOK-ERR-6',
    requires: 'it should get status 401, or 400',
    holds: isWrittenWith('base64 beside the form', 'colon beside the form'),
  },
  {
    id: 'query',
    words: 'a token request with parameters in the query string',
    clause: 'TOK-ERR-4',
    holds: hasFault('in the query'),
  },
  {
    id: 'grant-in-query',
    words: 'a token request with `grant_type` in the query string',
    clause: 'TOK-ERR-4',
    holds: isWrittenWith('with grant_type in the query'),
  },
  {
    id: 'post-query',
    words: 'a POST with credentials in the query string',
    clause: 'TOK-ERR-4',
    holds: ({ way, method }) => way === 'query' && method === undefined,
  },
  {
    id: 'get',
    words: 'a GET on the token endpoint',
    clause: 'TOK-ERR-4',
    holds: ({ method }) => method === 'GET',
  },
];

/** Single writings that must be refused, in words. */
const WRITTEN: Readonly<Partial<Record<Writing, string>>> = {
  'with client_secret twice': '`client_secret` twice',
  'with client_id twice': '`client_id` twice',
  'with grant_type twice': '`grant_type` twice',
  'with scope twice': '`scope` twice',
  'with the same credentials in the form': 'the same credentials in HTTP Basic and in the form',
  'with the credentials of another client in the form':
    'HTTP Basic and the credentials of another client in the form',
  'with Basic that is not base64': 'HTTP Basic that is not base64',
  'with Basic without a colon': 'HTTP Basic without a colon, and nothing in the form',
  'with Basic that is not base64 beside the form':
    'HTTP Basic that is not base64, and right credentials in the form,',
  'with Basic without a colon beside the form':
    'HTTP Basic without a colon, and right credentials in the form,',
  'with Basic without credentials beside the form':
    'HTTP Basic without credentials, and right credentials in the form,',
  'with Basic that has an asterisk': 'an asterisk in its HTTP Basic',
  'with Basic and letters behind its end': 'letters behind the end of its HTTP Basic',
};

const WRITTEN_ALONE: readonly Kind[] = WRITINGS.flatMap((writing) => {
  const words = WRITTEN[writing];
  return words === undefined
    ? []
    : {
        id: slug(writing),
        words: `a token request with ${words}`,
        clause: 'TOK-ERR-6',
        ...(writing.includes('Basic') ? { requires: 'it should get status 401, or 400' } : {}),
        holds: (question: TokenQuestion) => question.writing === writing,
      };
});

const ofGrant = (grant: string): Kind => ({
  id: `grant-${slug(grant)}`,
  words: `a token request with the grant type \`${grant}\``,
  clause: 'TOK-ERR-3',
  requires: UNSUPPORTED,
  holds: (question) => question.grant === grant,
});

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

/** The form-encoded credentials of a client for HTTP Basic. */
const pairOf = (client: TokenQuestion['client'], settings: TemplatesTarget): string =>
  basicPair(sentFor(client, undefined, settings) ?? { id: '' }, false);

/** Requests that must get a token, the most general first. */
const ACCEPTED: readonly Kind[] = [
  { id: 'any', words: '', clause: 'TOK-REQ-1', holds: () => true },
  {
    id: 'form',
    words: ' with the secret in the form',
    clause: 'TOK-REQ-1',
    holds: (question) => question.way === 'form' || isWrittenWith('in the form')(question),
  },
  {
    id: 'basic',
    words: ' with HTTP Basic',
    clause: 'TOK-REQ-2',
    holds: ({ way }) => way === 'basic',
  },
  {
    id: 'basic-without-id',
    words: ' with HTTP Basic and without `client_id` in the form',
    clause: 'TOK-REQ-2',
    holds: (question) =>
      question.way === 'basic' && !isWrittenWith('in the form', 'naming')(question),
  },
  {
    id: 'second',
    words: ' of the second client',
    clause: 'TOK-REQ-1',
    holds: ({ client }) => client === 'other',
  },
  {
    id: 'second-form',
    words: ' of the second client with the secret in the form',
    clause: 'TOK-REQ-1',
    holds: ({ client, way }) => client === 'other' && way === 'form',
  },
  {
    id: 'second-basic',
    words: ' of the second client with HTTP Basic',
    clause: 'TOK-REQ-2',
    holds: ({ client, way }) => client === 'other' && way === 'basic',
  },
  {
    id: 'basic-blank',
    words: ' with HTTP Basic that contains a blank, written as `+`,',
    clause: 'TOK-REQ-2',
    holds: ({ way, raw, client }, settings) =>
      way === 'basic' && raw !== true && pairOf(client, settings).includes('+'),
  },
  {
    id: 'basic-of-signs',
    // A server may split the credentials at such a character, or decode it.
    words: ' with HTTP Basic and a secret with a colon, a plus sign, a slash or a percent sign',
    clause: 'TOK-REQ-2',
    holds: ({ way, client }, settings) =>
      way === 'basic' && /[:+/%]/.test(sentFor(client, undefined, settings)?.secret ?? ''),
  },
  {
    id: 'basic-escaped',
    words: ' with HTTP Basic that contains percent-encoded characters',
    clause: 'TOK-REQ-2',
    holds: ({ way, raw, client }, settings) =>
      way === 'basic' && raw !== true && pairOf(client, settings).includes('%'),
  },
  {
    id: 'media-type',
    words: ' whose `Content-Type` has capitals or a charset',
    clause: 'TOK-REQ-1',
    holds: isWrittenWith('Content-Type'),
  },
  {
    id: 'reversed',
    words: ' whose form does not begin with `grant_type`',
    clause: 'TOK-REQ-1',
    holds: ({ reversed }) => reversed === true,
  },
];

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
