/**
 * Compares the number of records on a page with its `meta`, and decides when the expected number is
 * uncertain.
 */

import type { Answer } from '../../../src/http/answer.js';
import { memoizedByObject } from '../../../src/memoized.js';
import { type ProductPage, tryPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Contradiction, Known } from './data.js';

/**
 * The number of records that a page must have according to its own `meta`; undefined without
 * `meta`.
 */
export const countIn = ({ meta }: ProductPage): number | undefined =>
  meta && Math.max(0, Math.min(meta.limit, meta.total - meta.offset));

/** Whether a page has fewer records than its own `meta` requires. */
export const isShort = (page: ProductPage): boolean => page.records.length < (countIn(page) ?? 0);

/**
 * The contradiction between earlier responses that makes the number of records on a page uncertain.
 */
export const doubtAbout = (
  { limit }: ProductsQuestion,
  { whole }: Known,
): Contradiction | undefined =>
  whole.contradiction ?? (limit === undefined ? whole.shortDefault : undefined);

/**
 * Whether a filter has a group of several criteria that the server under test combines wrongly.
 */
export const hasBrokenGroup = ({ filter }: ProductsQuestion, { brokenGroups }: Known): boolean =>
  brokenGroups !== undefined &&
  (filter?.groups.some(({ criteria }) => criteria.length > 1) ?? false);

/**
 * The facts as if the server combined all groups rightly. They decide about every request without a
 * broken group. The result is the same object for the same facts.
 */
export const withoutBrokenGroups = memoizedByObject(
  (known: Known): Known =>
    known.brokenGroups === undefined ? known : { ...known, brokenGroups: undefined },
);

/** The facts without broken groups, unless the request has one. */
export const decisiveFor = (
  question: ProductsQuestion,
  known: Known | undefined,
): Known | undefined =>
  known === undefined || hasBrokenGroup(question, known) ? known : withoutBrokenGroups(known);

const requestKey = ({ request: { method, url, headers } }: Answer): string =>
  JSON.stringify([method, url, headers]);

/**
 * Whether the records that a request must return are uncertain, because responses contradict each
 * other.
 */
export const isInDoubt = (request: ProductsQuestion, known: Known | undefined): boolean =>
  known !== undefined &&
  (doubtAbout(request, known) !== undefined || hasBrokenGroup(request, known));

/**
 * Whether a page is the last response of a contradiction, or an equal response to the same request.
 */
export function isShownBy(
  { answer, records, meta }: ProductPage,
  { answers }: Contradiction,
): boolean {
  const shown = answers.at(-1);
  const isSame = shown !== undefined && requestKey(shown) === requestKey(answer);
  const page = isSame ? tryPage(shown) : undefined;
  return (
    page !== undefined && page.records.length === records.length && page.meta?.total === meta?.total
  );
}

/**
 * The first contradiction about the size of the list, the totals of filtered lists, or groups of
 * criteria.
 */
export const contradictionOf = ({
  whole,
  totals,
  brokenGroups,
}: Known): Contradiction | undefined =>
  whole.contradiction ?? whole.shortDefault ?? totals.filtered ?? totals.offset ?? brokenGroups;

/** The contradiction in words, as the reason why something is not tested. */
export const describeContradiction = ({ expected, actual, clause }: Contradiction): string =>
  `expected ${expected}, got ${actual} (${clause})`;
