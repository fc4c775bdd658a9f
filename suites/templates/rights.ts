import type { Ruling } from '../../src/harness/topic.js';
import { holdsIf } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import { isAliveAt, itemsIn, textsIn } from '../../src/protocol/templates/jwt.js';
import { type CallQuestion, isPlain } from '../../src/protocol/templates/question.js';
import { type CallExchange, tokenOf } from './exchange.js';
import type { Facts } from './facts.js';

/** What a call authenticates with. A misused token is one outside `Authorization: Bearer`. */
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
 * Whether a response contains templates: those of an authorized response, with any status, or a
 * list or the same body with a status 2xx.
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

/** Whether a call with a token is accepted that was issued, has time left and was not revoked. */
export function acceptsToken({ question, answer }: CallExchange, facts: Facts): Ruling {
  const token = tokenOf(question.authorization) ?? '';
  const by = facts.issued.get(token);
  if (by === undefined || facts.revoked.has(token) || !isPlain(question)) return undefined;
  if (!isAliveAt(by.answer, answer.receivedAt)) return undefined;
  return holdsIf(answer.ok, 'a status 2xx');
}

const RANGES = { '401': [401, 401], '4xx': [400, 499] } as const;

/**
 * A call with this credential returns no templates. One for the list of templates and nothing else
 * should be refused with the wanted status.
 */
export const refusing =
  (credential: Credential, wanted: '401' | '4xx') =>
  ({ question, answer }: CallExchange, facts: Facts): Ruling => {
    // Tokens of other clients may have been issued before their traffic was recorded.
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
