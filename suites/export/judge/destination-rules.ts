import { holdsIf, type RuleTable, type Ruling } from '../../../src/harness/suite.js';
import { DESTINATION_HEADER, isUnknown } from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { showRecords, unknownAmong } from '../model/expected-records.js';
import { filterIn } from '../model/matching.js';
import { documented, isNamed, mistakesIn, plainText } from '../model/mistakes.js';
import { judgeAnswer } from './any-answer.js';

const isV2 = ({ question }: Exchange): boolean => question.route === undefined;

/**
 * What a destination in an odd shape gives: another one, none, or the one that stands in its place.
 */
export const DESTINATION_RULES: RuleTable<Exchange, Known | undefined, ClauseId> = {
  'EXP-AUTH-3': (exchange) => (isV2(exchange) ? ofNobody(exchange) : undefined),
  'EXP-AUTH-7': noInteger,
  'EXP-AUTH-8': (exchange, known) =>
    isV2(exchange) ? undefined : (ofNobody(exchange) ?? besides(exchange, known)),
};

/** An empty list may be given to anybody. */
const noProducts = ({ page, answer, question: { destinationId } }: Exchange): Ruling =>
  answer.ok && (page?.records.length ?? 0) === 0
    ? undefined
    : holdsIf(!answer.ok, `no products for destination ${destinationId}`);

/** Whether nothing but the destination of a GET of products may be odd. */
const isPlain = ({
  question: { route = 'v2', token, headers, extra, method },
}: Exchange): boolean =>
  route !== 'root' &&
  !(typeof route === 'object' && isUnknown(route)) &&
  token !== null &&
  [method, headers, extra].every((one) => one === undefined);

/**
 * A number that is not the id of a known destination, or a list of some in the path, is not that
 * destination.
 */
function ofNobody(exchange: Exchange): Ruling {
  const written = exchange.question.destinationId ?? '';
  const isOther = /^[1-9]\d*$/.test(written) || (isV2(exchange) && /^\d+(?:,\d+)+$/.test(written));
  return isPlain(exchange) && isOther ? noProducts(exchange) : undefined;
}

/**
 * What is plainly no integer names no destination; with letters it is answered as the document
 * says.
 */
function noInteger(exchange: Exchange): Ruling {
  const isOpen = /^[+-]?\d*(?:\.0*)?$|[A-Za-z]|[^\x20-\x7e]/.test(
    exchange.question.destinationId ?? '',
  );
  return isV2(exchange) || isOpen || !isPlain(exchange) ? undefined : noProducts(exchange);
}

/**
 * A destination that the query or a second field names changes nothing, unless the request is
 * refused. Of two fields the second may count, and then the token is not its own.
 */
function besides(exchange: Exchange, known: Known | undefined): Ruling {
  const { extra = [], headers = [], ...right } = exchange.question;
  const isTwice =
    headers.length === 1 && headers.every((field) => isNamed(field, DESTINATION_HEADER));
  const isQuery = extra.length > 0 && extra.every(([name]) => name === 'destinationId');
  const isJudged = isQuery
    ? headers.length === 0
    : isTwice && extra.length === 0 && !isV2(exchange);
  const { answer, page, target } = exchange;
  if (!isJudged || mistakesIn(target, right)?.length !== 0) return undefined;
  if (isQuery && plainText(answer) === documented['not authorized'].text)
    return { expected: 'the same products as without the parameter' };
  return (page?.records.length ?? 0) === 0
    ? undefined
    : ofOwnData({ ...exchange, question: right }, known);
}

/**
 * The records of the own destination, and as many as it has. Where not all are known, the page that
 * was asked for.
 */
export function ofOwnData(exchange: Exchange, known: Known | undefined): Ruling {
  const { page } = exchange;
  if (known === undefined || page === undefined || !known.whole.complete)
    return judgeAnswer(exchange, known) ?? 'holds';
  const { whole, totals } = known;
  const foreign = unknownAmong(page.records, whole.records, whole);
  if (foreign.length > 0)
    return { expected: 'products of the own destination', actual: showRecords(foreign, [], whole) };
  const isWhole =
    filterIn(exchange.question, known) === undefined && exchange.question.groupBy === undefined;
  const total = isWhole && totals.offset === undefined ? page.meta?.total : undefined;
  return holdsIf(total === undefined || total === whole.total, `meta.total ${whole.total}`, total);
}

/** EXP-AUTH-5: the same on the v2 route, in the query; a header field is judged beside it. */
export const besidesOnV2 = (exchange: Exchange, known: Known | undefined): Ruling =>
  isV2(exchange) ? besides(exchange, known) : undefined;
