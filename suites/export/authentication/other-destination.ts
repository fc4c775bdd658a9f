/** Rules for requests with a destination that is not the configured destination. */

import { describeAnswer } from '../../../src/harness/finding.js';
import { holdsIf, type Ruling } from '../../../src/harness/rule.js';
import type { Answer } from '../../../src/http/answer.js';
import { DESTINATION_HEADER, isUnknown } from '../../../src/protocol/export/question.js';
import { isUnsettled, type Known, totalsOf } from '../model/data.js';
import { documented } from '../model/error-table.js';
import { plainText } from '../model/error-text.js';
import type { Exchange } from '../model/exchange.js';
import { showRecords, unknownAmong } from '../model/expected-records.js';
import { isNamed, mistakesIn } from '../model/mistakes.js';
import { filterIn } from '../model/request.js';
import { withTypedValues } from '../model/typed.js';
import { withKnownValues } from '../model/with-known-values.js';

/** Whether the request is on the v2 route, which a question has if it names no route. */
export const isOnV2 = ({ question }: Exchange): boolean => question.route === undefined;

/** The request has a token, and no unusual part except perhaps its destination. */
const isOtherwisePlain = ({
  question: { route = 'v2', token, headers, extra, method },
}: Exchange): boolean =>
  route !== 'root' &&
  !isUnknown(route) &&
  token !== null &&
  [method, headers, extra].every((one) => one === undefined);

/**
 * Requires that no products are returned. The result is undefined for an empty list, because some
 * servers return an empty list for any request.
 */
function noProducts({ page, answer, question: { destinationId } }: Exchange): Ruling {
  if (!answer.ok) return 'holds';
  if ((page?.records.length ?? 0) === 0) return undefined;
  return {
    expected: `no products for destination ${destinationId}`,
    sentence: `products came; none must come for destination ${destinationId}`,
  };
}

/**
 * Requires that a wrong destination id returns no products. It must be called only for ids that are
 * known to be wrong. Only ids that are a decimal number, or on v2 a list of numbers, are tested.
 */
export function noProductsOfUnknown(exchange: Exchange): Ruling {
  const written = exchange.question.destinationId ?? '';
  const isList = isOnV2(exchange) && /^\d+(?:,\d+)+$/.test(written);
  const isTested = isList || /^[1-9]\d*$/.test(written);
  return isOtherwisePlain(exchange) && isTested ? noProducts(exchange) : undefined;
}

/**
 * Requires that a destination id in the header that is not an integer returns no products. Values
 * with letters are not tested here, because their error is documented. Values such as `+1` and
 * `1.0` and non-ASCII values are not tested, because the document leaves them open.
 */
export function noProductsOfNonInteger(exchange: Exchange): Ruling {
  const written = exchange.question.destinationId ?? '';
  const isUntested = /^[+-]?\d*(?:\.0*)?$|[A-Za-z]|[^\x20-\x7e]/.test(written);
  return isOnV2(exchange) || isUntested || !isOtherwisePlain(exchange)
    ? undefined
    : noProducts(exchange);
}

/**
 * A second destination, in the query or in a second header field, must have no effect. A refusal
 * because of the query is a violation. A refusal because of the second header field is accepted: a
 * server that reads this field must refuse the token.
 */
export function secondDestination(exchange: Exchange, known: Known | undefined): Ruling {
  const { extra = [], headers = [], ...right } = exchange.question;
  const isQuery = extra.length > 0 && extra.every(([name]) => name === 'destinationId');
  const isTwice =
    headers.length === 1 && headers.every((field) => isNamed(field, DESTINATION_HEADER));
  const isTested = isQuery
    ? headers.length === 0
    : isTwice && extra.length === 0 && !isOnV2(exchange);
  const { answer, page, target } = exchange;
  if (!isTested || mistakesIn(target, right)?.length !== 0) return undefined;
  if (isQuery && plainText(answer) === documented['not authorized'].text)
    return otherProducts(answer, 'parameter');
  if ((page?.records.length ?? 0) === 0) return undefined;
  return ownData({ ...exchange, question: right }, known);
}

/** A v2 request has its destination in the path, so X-Destination-Id must have no effect. */
export function headerOnV2(exchange: Exchange, known: Known | undefined): Ruling {
  const { question, answer, target, page } = exchange;
  const { route = 'v2', headers = [] } = question;
  if (route !== 'v2' || !headers.some((field) => isNamed(field, DESTINATION_HEADER)))
    return undefined;
  const isRefused = (mistakesIn(target, question)?.length ?? 0) > 0;
  const actual = describeAnswer(answer);
  if (isRefused)
    return holdsIf(
      !answer.ok,
      'a refusal, regardless of X-Destination-Id',
      actual,
      `the response is ${actual}; the request must be refused, whatever X-Destination-Id is`,
    );
  if (answer.status >= 400 && answer.status < 500)
    return {
      expected: 'no effect of the header',
      actual,
      sentence: `X-Destination-Id changes the response to ${actual}; it must have no effect on this route`,
      atMost: 'warning',
    };
  if (page === undefined) return otherProducts(answer, 'header');
  return ownData({ ...exchange, question: { ...question, headers: undefined } }, known);
}

const otherProducts = (answer: Answer, addition: 'parameter' | 'header'): Ruling => ({
  expected: `the same products as without the ${addition}`,
  sentence: `the response is ${describeAnswer(answer)}; it must have the same products as without the ${addition}`,
});

/**
 * Requires that the page contains only records of the configured destination. If not all of these
 * records are known, the page is compared with the expected response instead.
 */
function ownData(exchange: Exchange, known: Known | undefined): Ruling {
  const { page, question } = exchange;
  if (known === undefined || page === undefined || !known.whole.complete) {
    const { deviation } = exchange.compare(known, question);
    if (deviation === undefined) return 'holds';
    const { part: _, ...ruling } = deviation;
    return ruling;
  }
  const { whole, totals } = known;
  const { records } = withKnownValues(whole, page, question);
  const foreign = unknownAmong(records, whole.records, whole).filter(
    (record) => !isUnsettled(record, whole),
  );
  if (foreign.length > 0)
    return {
      expected: 'products of the configured destination',
      actual: showRecords(foreign, [], whole),
    };
  const isUnfiltered =
    filterIn(withTypedValues(question, known), known) === undefined &&
    question.groupBy === undefined;
  const total = isUnfiltered && totals.offset === undefined ? page.meta?.total : undefined;
  const { least, most } = totalsOf(whole);
  const isPossible = total === undefined || (total >= least && total <= most);
  return holdsIf(isPossible, `meta.total ${whole.total}`, total);
}
