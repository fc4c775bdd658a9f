/** What mistakes about calls of the template API have in common. */

import { type CallQuestion, TEMPLATES_PATH } from '../../../src/protocol/templates/question.js';
import { type CallExchange, isCall, tokenOf } from '../exchange.js';
import type { Facts } from '../facts.js';
import { credentialOf, givesTemplates } from '../rights.js';
import type { TemplatesMistake } from './mistake.js';

/** A kind of calls: its words in a sentence, and the clause that a mistake about it breaks. */
export type Kind = readonly [
  id: string,
  words: string,
  clause: string,
  holds: (call: CallQuestion, facts: Facts) => boolean,
];

/** A mistake by which calls that must be refused are accepted. */
interface Acceptance {
  readonly id: string;
  readonly clause: string;
  readonly sentence: string;
  /**
   * Whether a server with the mistake accepts the call. Undefined if the mistake is not about this
   * call, and `open` if such a server may accept or refuse it.
   */
  readonly accepts: (call: CallQuestion, facts: Facts) => boolean | 'open' | undefined;
}

/** The clauses that the acceptance of a call that must be refused may break. */
export const CLAUSES_OF_CALLS = [
  'ETM-AUTH-2',
  'ETM-AUTH-3',
  'ETM-AUTH-4',
  'ETM-AUTH-6',
  'ETM-AUTH-7',
  'ETM-HARD-1',
  'TOK-LIFE-2',
];

/**
 * Whether a call certainly must get no templates. Revoked tokens are left out, because an API may
 * accept them for some time. So are unknown tokens in foreign traffic: they may have been issued
 * before the recording started.
 */
export function mustBeRefused({ question }: CallExchange, facts: Facts): boolean {
  const token = tokenOf(question.authorization) ?? '';
  return (
    facts.authorized !== undefined &&
    credentialOf(question, facts) !== 'issued' &&
    !facts.revoked.has(token) &&
    !(facts.foreign && credentialOf(question, facts) === 'never issued')
  );
}

/** Whether the response contains templates, as far as templates are known. */
export const returnsTemplates = ({ answer }: CallExchange, { authorized, items }: Facts): boolean =>
  authorized !== undefined && givesTemplates(answer, authorized, items);

/** Makes a mistake by which a server accepts some calls that must be refused. */
export function acceptance({ id, clause, sentence, accepts }: Acceptance): TemplatesMistake {
  return {
    id: `templates.${id}`,
    clause,
    sentence,
    breaks: CLAUSES_OF_CALLS,
    predicts(exchange, facts) {
      if (!isCall(exchange) || !mustBeRefused(exchange, facts)) return undefined;
      const isAccepted = accepts(exchange.question, facts);
      const given = returnsTemplates(exchange, facts);
      // Another path may be an unknown route, which returns no templates for any token.
      const isUnknownPath = !given && !isDocumentedPath(exchange.question);
      if (isAccepted === undefined || isUnknownPath) return undefined;
      if (isAccepted === true) return given && exchange.answer.ok;
      if (given) return isAccepted === 'open';
      // Another status of a refusal is another mistake.
      return exchange.answer.status === 401 || undefined;
    },
  };
}

const isDocumentedPath = ({ path }: CallQuestion): boolean =>
  path === undefined || path.startsWith(`${TEMPLATES_PATH}?`);

/** The names of further header fields of a call. */
export const fieldsOf = ({ headers = [] }: CallQuestion): string =>
  headers.map(([name]) => `\`${name}\``).join(', ');

/** Whether the token of the call was issued to the second client. */
export const isOfSecondClient = ({ authorization }: CallQuestion, { issued }: Facts): boolean =>
  issued.get(tokenOf(authorization) ?? '')?.question.client === 'other';

/** Whether the text contains an issued token. */
export const hasIssued = (text: string, { issued }: Facts): boolean =>
  [...issued.keys()].some((token) => text.includes(token));
