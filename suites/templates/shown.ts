import { tokenIn } from '../../src/protocol/templates/answer.js';
import { isPlain } from '../../src/protocol/templates/question.js';
import { type Issued, tokenOf } from './ask.js';
import { type Exchange, isCall, isToken } from './exchange.js';
import { type Facts, UNKNOWN } from './facts.js';

/** What the exchanges of others show: the tokens that were issued, and the collection that one of them was given. */
export function shownBy(exchanges: readonly Exchange[]): Facts {
  const issued = new Map<string, Issued>();
  for (const { question, answer } of exchanges.filter(isToken)) {
    const token = tokenIn(answer);
    if (token !== undefined) issued.set(token, { question, answer });
  }
  const call = exchanges.filter(isCall).find(({ question, answer }) => {
    return answer.ok && isPlain(question) && issued.has(tokenOf(question.authorization) ?? '');
  });
  return { ...UNKNOWN, shown: true, issued, token: tokenOf(call?.question.authorization), authorized: call?.answer };
}
