/** Mistakes by which the response depends on the requests before it. */

import { tokenIn } from '../../../src/protocol/templates/jwt.js';
import {
  type CallExchange,
  type Exchange,
  faultOf,
  isCall,
  isTokenRequest,
  tokenOf,
} from '../exchange.js';
import type { Facts } from '../facts.js';
import { credentialOf, mustBeAccepted } from '../rights.js';
import type { TemplatesMistake } from './mistake.js';

const isBefore = (first: Exchange, second: Exchange): boolean =>
  first.answer.isBefore(second.answer);

/** Whether the server may have received the first exchange before the second. */
const mayBeBefore = (first: Exchange, second: Exchange): boolean =>
  first !== second && (isBefore(first, second) || !isBefore(second, first));

/**
 * Which of the exchanges may be the last before this one: several, if they were sent at the same
 * time.
 */
function lastBefore<E extends Exchange>(exchange: Exchange, others: readonly E[]): readonly E[] {
  const before = others.filter((other) => mayBeBefore(other, exchange));
  const sure = before.filter((other) => isBefore(other, exchange));
  return before.filter((other) => !sure.some((later) => isBefore(other, later)));
}

/**
 * Whether the response fits a server that refuses a right request after a wrong one. Undefined if
 * the order of the requests leaves it open.
 */
function fitsAfter<E extends Exchange>(
  exchange: Exchange,
  others: readonly E[],
  isWrong: (one: E) => boolean,
): boolean | undefined {
  const last = lastBefore(exchange, others);
  if (!last.some(isWrong)) return undefined;
  const isRefused = exchange.answer.status === 401;
  return isRefused || last.every(isWrong) ? isRefused : undefined;
}

/** The server accepts a token for a number of calls, and then refuses it. */
function servedCalls(
  violated: readonly CallExchange[],
  calls: readonly CallExchange[],
  facts: Facts,
): readonly TemplatesMistake[] {
  const earlier = (call: CallExchange): readonly CallExchange[] => {
    const token = tokenOf(call.question.authorization);
    return calls.filter(
      (other) => tokenOf(other.question.authorization) === token && mayBeBefore(other, call),
    );
  };
  const refused = violated
    .filter((call) => call.answer.status === 401 && mustBeAccepted(call, facts) !== undefined)
    .map((call) => earlier(call).length)
    .filter((amount) => amount > 0);
  if (refused.length === 0) return [];
  const most = Math.min(...refused);
  return [
    {
      id: 'tokens.serves-calls',
      clause: 'TOK-LIFE-1',
      sentence: `a token is accepted for only ${most === 1 ? 'one call' : `${most} calls`}`,
      requires: 'a token must be accepted until it expires',
      breaks: ['TOK-LIFE-1', 'TOK-LIFE-2', 'ETM-AUTH-1', 'ETM-AUTH-6', 'ETM-AUTH-7'],
      predicts(exchange) {
        if (!isCall(exchange) || credentialOf(exchange.question, facts) !== 'issued')
          return undefined;
        const before = earlier(exchange);
        if (before.length < most) return undefined;
        if (exchange.answer.status === 401) return true;
        const sure = before.filter((other) => isBefore(other, exchange));
        return sure.length >= most ? false : undefined;
      },
    },
  ];
}

/** The server accepts credentials that it has refused before. */
const wrongAgain = (every: readonly Exchange[]): TemplatesMistake => {
  const wrong = every
    .filter(isTokenRequest)
    .filter(({ question }) => faultOf(question) === 'credentials');
  return {
    id: 'tokens.wrong-again',
    clause: 'TOK-ERR-1',
    sentence: 'wrong credentials get a token when they are sent a second time',
    breaks: ['TOK-ERR-1', 'TOK-ERR-5'],
    predicts(exchange) {
      if (!isTokenRequest(exchange) || faultOf(exchange.question) !== 'credentials')
        return undefined;
      const { client, mistake } = exchange.question;
      const same = wrong.filter(
        ({ question }) => question.client === client && question.mistake === mistake,
      );
      const isGiven = tokenIn(exchange.answer) !== undefined;
      if (same.some((one) => one !== exchange && isBefore(one, exchange))) return isGiven;
      // A request at the same time may be the first one.
      return same.some((one) => mayBeBefore(one, exchange)) ? undefined : !isGiven;
    },
  };
};

/** A wrong request makes the server refuse the right request that follows it. */
function afterWrong(every: readonly Exchange[], facts: Facts): readonly TemplatesMistake[] {
  const calls = every.filter(isCall);
  const requests = every.filter(isTokenRequest);
  return [
    {
      id: 'tokens.refused-after-wrong',
      clause: 'TOK-REQ-1',
      sentence: 'a right token request gets status 401 after one with wrong credentials',
      requires: 'an earlier request must change nothing',
      breaks: ['TOK-REQ-1', 'TOK-REQ-2', 'TOK-RES-1', 'TOK-RES-3', 'TOK-DISC-2'],
      predicts(exchange) {
        if (!isTokenRequest(exchange) || faultOf(exchange.question) !== undefined) return undefined;
        const { client } = exchange.question;
        const own = requests.filter(({ question }) => question.client === client);
        return fitsAfter(exchange, own, ({ question }) => faultOf(question) === 'credentials');
      },
    },
    {
      id: 'templates.refused-after-wrong',
      clause: 'TOK-LIFE-1',
      sentence: 'a valid token gets status 401 in the call after one with an invalid token',
      requires: 'a token must be accepted until it expires',
      breaks: ['TOK-LIFE-1', 'TOK-LIFE-2', 'ETM-AUTH-1', 'ETM-AUTH-6', 'ETM-AUTH-7'],
      predicts(exchange) {
        if (!isCall(exchange) || mustBeAccepted(exchange, facts) === undefined) return undefined;
        return fitsAfter(
          exchange,
          calls,
          ({ question }) => credentialOf(question, facts) === 'never issued',
        );
      },
    },
  ];
}

/** The server keeps a token without the client to which it was issued. */
function tokensOfOthers(every: readonly Exchange[]): TemplatesMistake {
  const clients = new Map<string, Set<string>>();
  for (const { question, answer } of every.filter(isTokenRequest)) {
    const token = tokenIn(answer);
    if (token === undefined || question.client === undefined) continue;
    clients.set(token, (clients.get(token) ?? new Set()).add(question.client));
  }
  return {
    id: 'tokens.of-another-client',
    clause: 'ETM-AUTH-5',
    sentence: 'a token that was issued to one client is also returned to another',
    breaks: ['ETM-AUTH-5'],
    isPlain: true,
    predicts: ({ answer }) =>
      (clients.get(tokenIn(answer) ?? '')?.size ?? 0) > 1 ? true : undefined,
  };
}

export const mistakesAfterOthers = (
  violated: readonly CallExchange[],
  every: readonly Exchange[],
  facts: Facts,
): readonly TemplatesMistake[] => [
  ...servedCalls(violated, every.filter(isCall), facts),
  wrongAgain(every),
  ...afterWrong(every, facts),
  tokensOfOthers(every),
];
