import { tokenIn } from '../../src/protocol/templates/answer.js';
import { isPlain } from '../../src/protocol/templates/question.js';
import { type Issued, nothingSeen, tokenOf } from './ask.js';
import { type Exchange, isCall, isToken } from './exchange.js';
import type { Facts } from './facts.js';

/**
 * What recorded exchanges show: the tokens that were issued, those that were accepted, and the collection that one of
 * them was given. It is added to what was learned of a run, which may have obtained more tokens than are asked for again.
 */
export function shownBy(exchanges: readonly Exchange[], learned: Facts | undefined): Facts {
  const issued = new Map<string, Issued>();
  for (const { question, answer } of exchanges.filter(isToken)) {
    const token = tokenIn(answer);
    if (token !== undefined) issued.set(token, { question, answer });
  }
  const accepted = exchanges.filter(isCall).filter(({ question, answer }) => {
    return answer.ok && isPlain(question) && issued.has(tokenOf(question.authorization) ?? '');
  });
  const tokens = accepted.map(({ question }) => tokenOf(question.authorization) ?? '');
  if (learned !== undefined)
    return {
      ...learned,
      revoked: new Set([...forgotten(exchanges, issued), ...learned.revoked]),
      issued: new Map([...issued, ...learned.issued]),
      answered: new Set([...tokens, ...learned.answered]),
    };
  return { ...nothingSeen(), shown: true, issued, token: tokens[0], authorized: accepted[0]?.answer };
}

/** Tokens that were refused although one that was issued later is accepted: the target may have forgotten the first. */
function forgotten(exchanges: readonly Exchange[], issued: ReadonlyMap<string, Issued>): readonly string[] {
  const calls = exchanges
    .filter(isCall)
    .map(({ question, answer }) => ({ token: tokenOf(question.authorization) ?? '', answer }));
  const issuedAt = (token: string): number => issued.get(token)?.answer.receivedAt ?? 0;
  return calls
    .filter(
      ({ token, answer }) =>
        answer.status === 401 &&
        issued.has(token) &&
        calls.some((other) => other.answer.ok && issuedAt(other.token) > issuedAt(token)),
    )
    .map(({ token }) => token);
}
