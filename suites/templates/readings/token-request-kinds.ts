/** Kinds of token requests: those that must be refused, and those that must get a token. */

import {
  basicPair,
  sentFor,
  type TokenQuestion,
  WRITINGS,
  type Writing,
} from '../../../src/protocol/templates/token-request.js';
import type { TemplatesTarget } from '../../../src/settings/target.js';
import { faultOf } from '../exchange.js';

/** A kind of token requests that must get the same response. */
export interface Kind {
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
export const slug = (words: string): string => words.replace(/[^a-z0-9_]+/gi, '-').toLowerCase();

const hasFault = (fault: ReturnType<typeof faultOf>) => (question: TokenQuestion) =>
  faultOf(question) === fault;

const UNSUPPORTED = 'it should get status 400 with the error `unsupported_grant_type`';
const INVALID = 'it should get status 400 with the error `invalid_request`';
const BAD_REQUEST =
  'it should get status 400, with the error `unsupported_grant_type` for an unknown grant type, and `invalid_request` otherwise';

/** Requests that must be refused, the most general first. */
export const REFUSED: readonly Kind[] = [
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

export const WRITTEN_ALONE: readonly Kind[] = WRITINGS.flatMap((writing) => {
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

export const ofGrant = (grant: string): Kind => ({
  id: `grant-${slug(grant)}`,
  words: `a token request with the grant type \`${grant}\``,
  clause: 'TOK-ERR-3',
  requires: UNSUPPORTED,
  holds: (question) => question.grant === grant,
});

/** The form-encoded credentials of a client for HTTP Basic. */
const pairOf = (client: TokenQuestion['client'], settings: TemplatesTarget): string =>
  basicPair(sentFor(client, undefined, settings) ?? { id: '' }, false);

/** Requests that must get a token, the most general first. */
export const ACCEPTED: readonly Kind[] = [
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
