/** The relation between long numbers: each response must contain the same digits. */

import { longNumbers } from '../../../src/protocol/export/product-page.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { memoizedByObject } from '../model/oracle/memoized.js';
import type { ExportRelation, When } from '../topic.js';
import { inRun, type Together } from './relation.js';

/** A value that two responses contain with different digits. */
interface OtherDigits {
  readonly together: Together;
  /** Whether the two requests differ only in their format. */
  readonly isOfFormat: boolean;
}

/**
 * Whole numbers beyond 2^53 must have the same digits in every response, although they may be equal
 * as doubles. `isAbout` selects the requests to which the clause applies.
 */
export const sameDigits = (isAbout: When): ExportRelation =>
  inRun((exchanges, known) => {
    const found = otherDigits(exchanges, known);
    const last = found?.together.exchanges.at(-1);
    if (found === undefined || found.isOfFormat || last === undefined) return [];
    return isAbout(last.compare(known).asked) ? [found.together] : [];
  });

/** The relation restricted to a pair of responses in the two formats (EXP-NEG-4). */
export const sameDigitsInBothFormats: ExportRelation = inRun((exchanges, known) => {
  const found = otherDigits(exchanges, known);
  return found?.isOfFormat ? [found.together] : [];
});

/** The result is kept, because every clause about records needs it for the same exchanges. */
const resultsOf = memoizedByObject((exchanges: readonly Exchange[]) =>
  memoizedByObject((known: Known) => ({ found: findOtherDigits(exchanges, known) })),
);

const otherDigits = (exchanges: readonly Exchange[], known: Known): OtherDigits | undefined =>
  resultsOf(exchanges)(known).found;

interface Seen {
  readonly digits: string;
  readonly exchange: Exchange;
}

function findOtherDigits(
  exchanges: readonly Exchange[],
  { survey: { key } }: Known,
): OtherDigits | undefined {
  if (key === undefined) return undefined;
  const seen = new Map<string, Seen>();
  for (const exchange of exchanges) {
    const { groupBy, destination } = exchange.question;
    if (exchange.page === undefined || (groupBy ?? destination) !== undefined) continue;
    for (const [of, digits] of numbersIn(exchange, key.name)) {
      const before = seen.get(of);
      if (before === undefined) seen.set(of, { digits, exchange });
      else if (before.digits !== digits && Number(before.digits) === Number(digits))
        return differing(before, { digits, exchange }, of);
    }
  }
  return undefined;
}

/** The long numbers of a page, with their columns and records. */
const numbersIn = (exchange: Exchange, key: string): readonly (readonly [string, string])[] =>
  [...longNumbers(exchange.answer).entries()].flatMap(([at, numbers]) =>
    [...numbers].map(
      ([column, digits]) =>
        [`${column} of ${key} ${exchange.page?.records[at]?.[key]}`, digits] as const,
    ),
  );

function differing(before: Seen, after: Seen, of: string): OtherDigits {
  const earlier = before.exchange.question;
  const later = after.exchange.question;
  const isOfFormat =
    earlier.accept !== later.accept && (earlier.route ?? 'v2') === (later.route ?? 'v2');
  const together = {
    expected: `${before.digits} as ${of}, as in the earlier response`,
    actual: after.digits,
    exchanges: [before.exchange, after.exchange],
  };
  return { together, isOfFormat };
}
