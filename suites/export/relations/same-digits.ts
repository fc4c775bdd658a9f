import { memoizedByObject } from '../../../src/memoized.js';
import { longNumbers } from '../../../src/protocol/export/product-page.js';
import { textOfValue } from '../../../src/schema/json-value.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import type { ExportRelation, When } from '../topic.js';
import { inRun, type SharedViolation } from './relation.js';

interface Difference {
  readonly violation: SharedViolation;
  /** Whether both responses are from the same route and their requests have different `Accept`. */
  readonly isBetweenFormats: boolean;
}

/**
 * A whole number beyond 2^53 must have the same digits in every response. Numbers of this size can
 * have different digits and still be equal as doubles. `isAbout` selects the requests to which the
 * clause applies.
 */
export const sameDigits = (isAbout: When): ExportRelation =>
  inRun((exchanges, known) => {
    const found = cachedDifference(exchanges, known);
    const last = found?.violation.exchanges.at(-1);
    if (found === undefined || found.isBetweenFormats || last === undefined) return [];
    return isAbout(last.compare(known).asked) ? [found.violation] : [];
  });

/** Compares the digits in responses of different formats (EXP-NEG-4). */
export const sameDigitsInBothFormats: ExportRelation = inRun((exchanges, known) => {
  const found = cachedDifference(exchanges, known);
  return found?.isBetweenFormats ? [found.violation] : [];
});

/** The result is cached, because every clause about records needs it for the same exchanges. */
const differencesIn = memoizedByObject((exchanges: readonly Exchange[]) =>
  memoizedByObject((known: Known) => ({ found: findDifference(exchanges, known) })),
);

const cachedDifference = (exchanges: readonly Exchange[], known: Known): Difference | undefined =>
  differencesIn(exchanges)(known).found;

interface Seen {
  readonly digits: string;
  readonly exchange: Exchange;
}

function findDifference(
  exchanges: readonly Exchange[],
  { survey: { key } }: Known,
): Difference | undefined {
  if (key === undefined) return undefined;
  const seen = new Map<string, Seen>();
  for (const exchange of exchanges) {
    const { groupBy, destination } = exchange.question;
    // Grouped lists and lists for other destinations may contain other values.
    if (exchange.page === undefined || (groupBy ?? destination) !== undefined) continue;
    for (const [name, digits] of numbersIn(exchange, key.name)) {
      const before = seen.get(name);
      if (before === undefined) seen.set(name, { digits, exchange });
      else if (before.digits !== digits && Number(before.digits) === Number(digits))
        return differenceOf(before, { digits, exchange }, name);
    }
  }
  return undefined;
}

/** The long numbers in a response. Each has a name (its column and record) and its digits. */
const numbersIn = (exchange: Exchange, key: string): readonly (readonly [string, string])[] =>
  [...longNumbers(exchange.answer).entries()].flatMap(([at, numbers]) =>
    [...numbers].map(
      ([column, digits]) =>
        [`${column} of ${key} ${textOfValue(exchange.page?.records[at]?.[key])}`, digits] as const,
    ),
  );

function differenceOf(before: Seen, after: Seen, name: string): Difference {
  const earlier = before.exchange.question;
  const later = after.exchange.question;
  const isBetweenFormats =
    earlier.accept !== later.accept && (earlier.route ?? 'v2') === (later.route ?? 'v2');
  const violation = {
    expected: `${before.digits} for ${name}, as in the earlier response`,
    actual: after.digits,
    sentence: `${name} is ${after.digits}; it must be ${before.digits}, as before`,
    exchanges: [before.exchange, after.exchange],
  };
  return { violation, isBetweenFormats };
}
