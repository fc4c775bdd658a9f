import { Answer } from '../../src/http/answer.js';
import type { Header } from '../../src/http/request.js';
import { encodePart } from '../../src/protocol/templates/jwt.js';
import { type CallQuestion, type Question, write } from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import type { TemplatesTarget } from '../../src/settings/target.js';
import type { Exchange } from '../../suites/templates/exchange.js';
import { type Facts, nothingSeen } from '../../suites/templates/facts.js';
import { BY_FORM } from '../../suites/templates/topic.js';

export const settings: TemplatesTarget = {
  baseUrl: 'http://templates.test',
  authUrl: 'http://auth.test',
  client: { id: 'one', secret: 'secret-of-one' },
  otherClient: { id: 'two', secret: 'secret-of-two' },
};
export const REALM = 'http://auth.test/realms/External-Applications';
export const TOKEN_URL = `${REALM}/protocol/openid-connect/token`;

interface Received {
  readonly status?: number;
  readonly headers?: readonly Header[];
  /** The number of the exchange. The exchanges follow each other without overlap. Default: 1. */
  readonly number?: number;
  /** Milliseconds since the epoch. Default: in the order of the numbers. */
  readonly at?: number;
}

/** A question and its response. */
export function exchangeOf(question: Question, body: unknown, received: Received = {}): Exchange {
  const { status = 200, headers = [['Content-Type', 'application/json']], number = 1 } = received;
  const { at = 10 * (number - 1) } = received;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = write(question, settings);
  const answer = new Answer(
    request,
    { status, headers, body: Buffer.from(text) },
    { exchange: number, sentAt: at, receivedAt: at + (received.number === undefined ? 0 : 5) },
  );
  return { question, answer, settings };
}

/** A JWT with a signature that no key verifies. */
export const jwt = (claims: object = {}, header: object = { alg: 'RS256' }): string =>
  `${encodePart(header)}.${encodePart(claims)}.c2lnbmF0dXJl`;

export const TOKEN_BODY = {
  access_token: jwt({ exp: 4_102_444_800 }),
  expires_in: 300,
  token_type: 'Bearer',
  'not-before-policy': 0,
  scope: '',
};

/** A token request and its response. */
export const requestOf = (
  question: Partial<TokenQuestion>,
  body: unknown = TOKEN_BODY,
  received: Received = {},
): Exchange => exchangeOf({ ...BY_FORM, ...question }, body, received);

/** A call of the template API and its response. */
export const callOf = (
  question: Omit<CallQuestion, 'ask'>,
  body: unknown,
  received: Received = {},
): Exchange => exchangeOf({ ask: 'templates', ...question }, body, received);

export const OWN_LIST = { data: [{ id: 1, name: 'one' }] };
export const OTHER_LIST = { data: [{ id: 2, name: 'two' }] };

/** Facts of a target that issued `token-of-one` and `token-of-two` to its two clients. */
export function factsOf(more: Partial<Facts> = {}): Facts {
  const issued = new Map(
    (['first', 'other'] as const).map((client) => {
      const question = { ...BY_FORM, client };
      const { answer } = requestOf({ client });
      return [client === 'first' ? 'token-of-one' : 'token-of-two', { question, answer }] as const;
    }),
  );
  const { answer: authorized } = callOf({ authorization: 'Bearer token-of-one' }, OWN_LIST);
  return { ...nothingSeen(), issued, token: 'token-of-one', authorized, raw: false, ...more };
}

export const UNKNOWN: Facts = nothingSeen();
