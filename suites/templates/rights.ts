/**
 * Decides whether a credential gives access to templates, and whether a response contains
 * templates.
 */

import type { Ruling } from '../../src/harness/topic.js';
import { holdsIf } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import { isAliveAt, itemsIn, textsIn } from '../../src/protocol/templates/jwt.js';
import { type CallQuestion, isDocumentedCall } from '../../src/protocol/templates/question.js';
import { type CallExchange, tokenOf } from './exchange.js';
import type { Facts } from './facts.js';

/** `misused` means that `Authorization` has another scheme than Bearer, or more than one token. */
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
 * Whether the response contains a known template: a template of the list in `authorized`, or of the
 * first list of any client (`items`). A 2xx response also gives templates if it contains any list
 * item, or if its text is the text of the `authorized` response.
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
 * A call with a valid token (issued, not expired and not revoked) must be accepted. Only plain
 * calls are tested: the documented request without other changes.
 */
export function mustBeAccepted({ question, answer }: CallExchange, facts: Facts): Ruling {
  const token = tokenOf(question.authorization) ?? '';
  const issuedBy = facts.issued.get(token);
  if (issuedBy === undefined || facts.revoked.has(token) || !isDocumentedCall(question))
    return undefined;
  if (!isAliveAt(issuedBy.answer, answer.receivedAt)) return undefined;
  return holdsIf(answer.ok, 'a status 2xx, because the token is valid');
}

/** The deviation of a response that contains templates. */
export const noTemplates = (answer: Answer, instead = '') => ({
  expected: `no templates${instead}`,
  sentence: answer.ok
    ? `templates came; none must come${instead}`
    : `the response ${answer.status} contains templates; it must not`,
});

const RANGES = { '401': [401, 401], '4xx': [400, 499] } as const;

/**
 * Makes a rule for calls with this credential: they must return no templates. The response to a
 * plain call should also have the wanted status, unless `Authorization` is `Bearer` without a
 * token.
 */
export const refusing =
  (credential: Credential, wanted: '401' | '4xx') =>
  ({ question, answer }: CallExchange, facts: Facts): Ruling => {
    // Tokens of other clients may have been issued before the recording started.
    if (facts.foreign && credential === 'never issued') return undefined;
    if (facts.authorized === undefined) return undefined;
    if (credentialOf(question, facts) !== credential) return undefined;
    if (givesTemplates(answer, facts.authorized, facts.items))
      return noTemplates(answer, ', but a refusal such as 401');
    const [least, most] = RANGES[wanted];
    const isWanted = answer.status >= least && answer.status <= most;
    const isStatusOpen = !isDocumentedCall(question) || tokenOf(question.authorization) === '';
    if (isWanted || isStatusOpen) return 'holds';
    return { expected: `a status ${wanted}`, atMost: 'warning' };
  };
