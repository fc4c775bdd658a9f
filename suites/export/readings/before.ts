/** Which response a server may have sent before another one. */

import type { Exchange } from '../model/exchange.js';

/**
 * The lists that a server may have returned last before it answers the exchange. Of requests at the
 * same time it is not known which the server answers first.
 */
export function possiblyBefore(
  { answer: { sentAt, receivedAt, exchange } }: Exchange,
  lists: readonly Exchange[],
): readonly Exchange[] {
  const others = lists.filter(({ answer }) => answer.exchange !== exchange);
  const done = others.filter(({ answer }) => answer.receivedAt <= sentAt);
  const last = done.reduce<Exchange | undefined>(
    (latest, one) =>
      latest === undefined || one.answer.receivedAt >= latest.answer.receivedAt ? one : latest,
    undefined,
  );
  const since = last?.answer.sentAt ?? sentAt;
  return others.filter(
    (one) => one === last || (one.answer.receivedAt > since && one.answer.sentAt < receivedAt),
  );
}
