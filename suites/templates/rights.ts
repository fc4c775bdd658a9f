/**
 * Decides whether a credential gives access to templates, and whether a response contains
 * templates.
 */

import type { Ruling } from '../../src/harness/topic.js';
import { holdsIf } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import { isAliveAt, itemsIn, textsIn } from '../../src/protocol/templates/jwt.js';
import { type CallQuestion, isPlain } from '../../src/protocol/templates/question.js';
import { type CallExchange, tokenOf } from './exchange.js';
import type { Facts } from './facts.js';

/** `misused` means that the token is not in `Authorization: Bearer`. */
export type Credential = 'none' | 'issued' | 'never issued' | 'in the query' | 'misused';

export function credentialOf(
  { authorization = '', path = '' }: CallQuestion,
  { issued }: Pick<Facts, 'issued'>,
): Credential {
  if ([...issued.keys()].some((token) => path.includes(token))) return 'in the query';
  if (authorization.trim() === '') return 'none';
  const token = tokenOf(authorization);
  if (token === undefined) return 'misused';
  return issued.has(token) ? 'issued' : 'never issued';
}

/**
 * True if the response contains a known template. With a 2xx status, also true for any template and
 * for the same text as the authorized response.
 */
export function givesTemplates(
  answer: Answer,
  authorized: Answer,
  items: Facts['items'] = new Map(),
): boolean {
  const known = [textsIn(authorized), ...items.values()];
  const isKnown = [...textsIn(answer)].some((text) => known.some((texts) => texts.has(text)));
  if (isKnown) return true;
  return answer.ok && (itemsIn(answer).length > 0 || answer.text === authorized.text);
}

/**
 * Tests a plain call with a token that was issued and is neither expired nor revoked. Such a call
 * must be accepted.
 */
export function acceptsToken({ question, answer }: CallExchange, facts: Facts): Ruling {
  const token = tokenOf(question.authorization) ?? '';
  const by = facts.issued.get(token);
  if (by === undefined || facts.revoked.has(token) || !isPlain(question)) return undefined;
  if (!isAliveAt(by.answer, answer.receivedAt)) return undefined;
  return holdsIf(answer.ok, 'a status 2xx');
}

const RANGES = { '401': [401, 401], '4xx': [400, 499] } as const;

/**
 * Calls with this credential must return no templates. A plain call should also have the wanted
 * status.
 */
export const refusing =
  (credential: Credential, wanted: '401' | '4xx') =>
  ({ question, answer }: CallExchange, facts: Facts): Ruling => {
    // Tokens of other clients may have been issued before the recording started.
    if (facts.foreign && credential === 'never issued') return undefined;
    if (facts.authorized === undefined) return undefined;
    if (credentialOf(question, facts) !== credential) return undefined;
    if (givesTemplates(answer, facts.authorized, facts.items)) return { expected: 'no templates' };
    const [least, most] = RANGES[wanted];
    const isWanted = answer.status >= least && answer.status <= most;
    const isOtherwise = !isPlain(question) || tokenOf(question.authorization) === '';
    if (isWanted || isOtherwise) return 'holds';
    return { expected: `a status ${wanted}`, atMost: 'warning' };
  };
