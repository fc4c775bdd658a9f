/**
 * Makes rules about two requests whose pages must match, such as requests for the same page in JSON
 * and in JSON:API.
 */

import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { isNamedAsKey } from '../model/columns.js';
import type { Known } from '../model/data.js';
import { recordsWithOtherValues, unknownAmong } from '../model/expected-records.js';
import type { RelationWithFacts, SharedViolation } from './relation.js';

/** The page of a request (`own`), and the page that it must match (`other`). */
export interface Pages {
  readonly question: ProductsQuestion;
  readonly own: ProductPage;
  readonly other: ProductPage;
  readonly known: Known;
}

/** Which page a page must match, and how they are compared. */
export interface Agreement {
  /** The request whose page must match; undefined if there is none. */
  readonly with: (question: ProductsQuestion) => ProductsQuestion | undefined;
  readonly expected: string;
  /** See `Deviation` of the harness. `difference` is the result of `differs`. */
  readonly sentence?: (difference: string) => string;
  /** Describes the difference between the pages. Returns undefined if the pages match. */
  readonly differs: (pages: Pages) => string | undefined;
}

/**
 * Makes a relation that is violated if the page of a request differs from the page it must match.
 */
export const agreeing =
  (agreement: Agreement): RelationWithFacts =>
  (exchanges, known, note) => {
    // If a request was sent several times, its first response counts.
    const byQuestion = new Map(
      exchanges.toReversed().map((exchange) => [serialized(exchange.question), exchange]),
    );
    return exchanges.flatMap((exchange): readonly SharedViolation[] => {
      const { question, page: own } = exchange;
      const counterpart = agreement.with(question);
      const matched = counterpart && byQuestion.get(serialized(counterpart));
      const other = matched?.page;
      if (own === undefined || matched === undefined || other === undefined) return [];
      if (matched === exchange) return [];
      // Two empty pages can differ only in `meta`, which only an envelope has.
      if (own.records.length + other.records.length === 0 && !other.isEnvelope) return [];
      note();
      const pages = { question, own, other, known: withoutMissingKey([own, other], known) };
      const actual = agreement.differs(pages);
      if (actual === undefined) return [];
      const { expected } = agreement;
      const sentence = agreement.sentence?.(actual);
      return [{ expected, actual, sentence, exchanges: [matched, exchange] }];
    });
  };

/** Removes the key from the facts if a record has no key, for example in another destination. */
function withoutMissingKey(pages: readonly ProductPage[], known: Known): Known {
  const { key } = known.survey;
  const hasKeyEverywhere = pages.every(({ records }) =>
    records.every((record) => key && (record[key.name] ?? '') !== ''),
  );
  return hasKeyEverywhere ? known : { ...known, survey: { ...known.survey, key: undefined } };
}

/** Equal questions have the same text, regardless of the order of their members. */
const serialized = (question: ProductsQuestion): string =>
  JSON.stringify(Object.entries(question).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Whether the page contains the whole list, according to its own `meta`. */
export const isWhole = ({ meta, records }: ProductPage): boolean =>
  (meta?.total ?? Number.POSITIVE_INFINITY) <= records.length;

/**
 * Describes how two pages differ. Unless the list is ordered by its key, a page that is only a part
 * of the list may contain other records each time. Then only records with the same key and
 * different values count.
 */
export function describeDifference({ question, own, other, known }: Pages): string | undefined {
  const { key } = known.survey;
  if (own.records.length !== other.records.length)
    return `${own.records.length} instead of ${other.records.length}`;
  // With groupBy, a server may return any record of a group.
  if (question.groupBy !== undefined) return undefined;
  const isOrdered = key !== undefined && question.orderBy === known.orderBy(key);
  const byKey = key !== undefined && isNamedAsKey(key) ? key : undefined;
  const different =
    isOrdered || isWhole(other)
      ? unknownAmong(own.records, other.records, { ...known.survey, key: undefined })
      : recordsWithOtherValues(own.records, {
          ...known.survey,
          key: byKey,
          records: other.records,
        });
  if (different.length === 0) return undefined;
  return `${own.records.length}, ${different.length} of them different`;
}
