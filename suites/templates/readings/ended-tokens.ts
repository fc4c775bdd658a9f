/** The mistake of a token server that keeps only the last tokens of a client. */

import { isDocumentedCall } from '../../../src/protocol/templates/question.js';
import { type CallExchange, isCall, tokenOf } from '../exchange.js';
import type { Facts } from '../facts.js';
import type { TemplatesMistake } from './mistake.js';

/**
 * How many tokens were issued to the same client between the token of the call and the call: at
 * least those that came before the call was sent, and at most those that were requested before its
 * response came. Undefined if the token of the call is not known.
 */
function newerTokens({ question, answer }: CallExchange, { issued }: Facts) {
  const own = issued.get(tokenOf(question.authorization) ?? '');
  if (own === undefined) return undefined;
  const newer = [...issued.values()]
    .filter(({ question: { client } }) => client === own.question.client)
    .map((other) => other.answer)
    .filter(({ exchange }) => exchange > own.answer.exchange);
  const isBefore = (other: (typeof newer)[number]): boolean => other.isBefore(answer);
  return {
    least: newer.filter(isBefore).length,
    most: newer.filter((other) => isBefore(other) || other.sentAt < answer.receivedAt).length,
  };
}

export function endedTokens(
  violated: readonly CallExchange[],
  facts: Facts,
): readonly TemplatesMistake[] {
  const refused = violated
    .filter(({ answer }) => answer.status === 401)
    .flatMap((call) => newerTokens(call, facts)?.most ?? [])
    .filter((most) => most > 0);
  if (refused.length === 0) return [];
  const kept = Math.min(...refused);
  const last = kept === 1 ? 'last token' : `last ${kept} tokens`;
  return [
    {
      id: 'tokens.ended-by-newer',
      clause: 'TOK-LIFE-1',
      sentence: `only the ${last} of a client ${kept === 1 ? 'is' : 'are'} accepted: a new token ends earlier ones`,
      requires: 'a token must be accepted until it expires',
      breaks: ['TOK-LIFE-1', 'TOK-LIFE-2', 'ETM-AUTH-1', 'ETM-AUTH-6', 'ETM-AUTH-7'],
      predicts(exchange) {
        if (!isCall(exchange) || !isDocumentedCall(exchange.question)) return undefined;
        const newer = newerTokens(exchange, facts);
        if (newer === undefined || newer.most < kept) return undefined;
        if (exchange.answer.status === 401) return true;
        return newer.least >= kept ? false : undefined;
      },
    },
  ];
}
