import { describeAnswer } from '../../../src/harness/finding.js';
import type { Answer } from '../../../src/http/answer.js';
import { areOfBrowser, areOfClient, areOfProxy } from '../../../src/protocol/client-headers.js';
import {
  isUnknown,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  productsPath,
  type Route,
} from '../../../src/protocol/export/question.js';
import type { Asked, Comparison, Deviation, NotePart, Part } from './comparison.js';
import type { Known } from './data.js';
import { documented } from './error-table.js';
import type { Received } from './exchange.js';
import { compareError } from './expected-error.js';
import { compareFormat, compareUnreadable } from './expected-format.js';
import { comparePage } from './expected-page.js';
import { withoutRange } from './key-range.js';
import { DESTINATION_WITH_UNDERSCORES, isElsewhere, type Mistake, mistakesIn } from './mistakes.js';
import { parametersAreOpen } from './open-parameters.js';
import { isOpenRefusal, namesForeignColumns, TOO_LONG } from './open-refusal.js';
import { isInDoubt } from './page-size.js';
import { isFilteredWithoutWindow, LARGEST_TESTED_LIMIT } from './request.js';

/**
 * Compares a response with the response that the specification requires. A request with a mistake
 * must return its error. Any other request must return a list with the right format, window, order,
 * groups and records. Nothing is compared if the specification leaves the response open. If a
 * request has several mistakes, only the absence of products is tested. The comparison ends at the
 * first deviation.
 */
export function compareResponse(exchange: Received, known: Known | undefined): Comparison {
  const tested: Part[] = [];
  const note: NotePart = (part) => void tested.push(part);
  const { question, target } = exchange;
  const mistakes = mistakesIn(target, question);
  const refused = mistakes?.find(({ error }) => error !== 'no data' && error !== 'unknown route');
  const asked = askedOf(question, known, refused ?? mistakes?.[0]);
  const deviation =
    mistakes === undefined
      ? undefined
      : (compareRefusal(exchange, refused, note) ??
        compareAsDocumented({ exchange, known, asked, mistakes, note }));
  // If a request contains header fields that proxies add, a server may trust them, and refuse the
  // client that they describe. A deviation is then only a warning.
  const isForwarded = deviation !== undefined && areOfProxy(question.headers ?? []);
  // A gateway may replace the underscores in the name of a header field by hyphens.
  const isFolded =
    deviation !== undefined &&
    refused?.error === 'destination missing' &&
    question.headers?.some(([name]) => name === DESTINATION_WITH_UNDERSCORES) === true;
  // A server may read `;` as `&`, as HTML 4 recommended. Such a request therefore tests no other
  // part, and a deviation is only a warning.
  if (question.wireEncoding?.rawSemicolon === true && tested.length > 0) {
    const part = 'semicolon' as const;
    return {
      asked,
      tested: [part],
      deviation: deviation && { ...deviation, part, atMost: 'warning' },
    };
  }
  const isOpen = isForwarded || isFolded || (deviation !== undefined && isOfFramework(exchange));
  return { asked, tested, deviation: isOpen ? { ...deviation, atMost: 'warning' } : deviation };
}

/**
 * Whether the path is that of the products in other letter case, or with a file extension. Many
 * frameworks ignore letter case in routes, and read an extension as the format of the response. The
 * document does not clearly exclude either.
 */
function isOfFramework({ question: { route }, target }: Received): boolean {
  if (typeof route !== 'object' || !isUnknown(route)) return false;
  const path = productsPath('v2', target);
  const { path: asked } = route;
  return asked !== path && asked.replace(/\.\w+$/, '').toLowerCase() === path.toLowerCase();
}

/** Returns the properties of a request that decide which clauses apply to its response. */
export function askedOf(
  question: ProductsQuestion,
  known: Known | undefined,
  mistake: Mistake | undefined,
): Asked {
  const request = withoutRange(question, known);
  const { route = 'v2', offset, orderBy, groupBy } = request;
  const pageSize = known?.survey.pageSize;
  const limit = isFilteredWithoutWindow(request, pageSize) ? undefined : request.limit;
  // The survey requests the whole list with the size of its largest page as limit. Checks also use
  // limits up to `LARGEST_TESTED_LIMIT`, so only a larger one shows a request of the survey.
  const hasWholeLimit = limit === pageSize && Number(limit) > LARGEST_TESTED_LIMIT;
  return {
    question: request,
    route: routeOf(route),
    // A mode without groups does not filter.
    filter: request.filter?.groups.length === 0 ? undefined : request.filter,
    hasWindow: (limit ?? offset) !== undefined,
    isBare: [limit, offset, orderBy, groupBy].every((one) => one === undefined),
    isWholeInOrder: orderBy !== undefined && offset === undefined && hasWholeLimit,
    mistake,
  };
}

function routeOf(route: Route): Asked['route'] {
  if (typeof route === 'object') return 'filtered';
  return route === 'legacy' ? 'legacy' : 'v2';
}

/** Whether the status means that the request is too long or that there are too many requests. */
const isUnrelated = (status: number): boolean => TOO_LONG.has(status) || status === 429;

function compareRefusal(
  { question, answer, target, page }: Received,
  refused: Mistake | undefined,
  note: NotePart,
): Deviation | undefined {
  if (refused === undefined || isUnrelated(answer.status)) return undefined;
  // Some servers return an empty list for any request, so only an error counts as a tested refusal.
  if (!answer.ok && answer.status < 500) note('refusal');
  const count = page?.records.length ?? 0;
  if (!answer.ok || count === 0 || isElsewhere(refused, question, target)) return undefined;
  const { status } = documented[refused.error];
  return {
    part: 'refusal',
    expected: `no products (${refused.error}), but status ${status}`,
    actual: `${count} products`,
    sentence: `${count} products came; none must come, but status ${status}`,
  };
}

interface ComparisonInput {
  readonly exchange: Received;
  readonly known: Known | undefined;
  readonly asked: Asked;
  readonly mistakes: readonly Mistake[];
  readonly note: NotePart;
}

/**
 * Compares nothing if the request has several mistakes, because the specification does not say
 * which of their errors is returned. `compareRefusal` tests such a request.
 */
function compareAsDocumented(input: ComparisonInput): Deviation | undefined {
  const { exchange, known, mistakes, note } = input;
  const { question, answer, target } = exchange;
  const [only, second] = mistakes;
  if (second !== undefined || isOutsideOfDocument(exchange)) return undefined;
  const isOpen = (): boolean => parametersAreOpen(question, known);
  if (only !== undefined)
    return only.error === 'no data' && isOpen() ? undefined : compareError(exchange, only, note);
  // The response for columns of another destination is open, except that a 5xx is wrong.
  const isForeign = namesForeignColumns(question, target);
  if (isForeign ? answer.status < 500 : isOpen()) return compareFormat(exchange, known, note);
  if (answer.status >= 400 && isOpenRefusal(answer, question, known)) return undefined;
  return compareList(input);
}

function isOutsideOfDocument({ question, answer: { status }, target }: Received): boolean {
  if (isUnrelated(status) || hasUndocumentedParts(question)) return true;
  if (status >= 400 && status < 500 && namesForeignColumns(question, target)) return true;
  // An HTTP layer may refuse a header value beyond ASCII before the API reads it (RFC 9110 section
  // 5.5).
  return status === 400 && /[^\x20-\x7e\t]/.test(question.token ?? '');
}

/** Header fields that browsers or proxies add do not count as undocumented. */
function hasUndocumentedParts({
  headers = [],
  extra = [],
  accept = JSON_API,
}: ProductsQuestion): boolean {
  const areKnown =
    headers.length === 0 || areOfBrowser(headers) || areOfProxy(headers) || areOfClient(headers);
  if (!areKnown || extra.length > 0) return true;
  return accept !== null && accept !== JSON_API && accept !== PLAIN;
}

function compareList({ exchange, known, asked, note }: ComparisonInput): Deviation | undefined {
  const { question, answer, page } = exchange;
  const part = partOfList(question);
  const isFiltered = (question.filter?.groups.length ?? 0) > 0;
  if (page === undefined)
    return (
      compareUnreadable(exchange) ?? {
        // This is not blamed on the filter, which may work without `groupBy`.
        part: isFiltered && question.groupBy !== undefined ? 'groups' : part,
        expected: 'a list of products',
        actual: describeUnreadable(answer),
      }
    );
  // A part is noted only if the response tests it. A request for any products, with no filter but
  // the key range, is not tested by an empty list. Any other part is not tested if earlier
  // responses contradict each other, because the expected list is then in doubt.
  const isAboutAnyProducts =
    part === 'list' ||
    (part === 'records' && asked.route === 'legacy' && asked.isBare && asked.filter === undefined);
  if (isAboutAnyProducts ? page.records.length > 0 : !isInDoubt(question, known)) note(part);
  return (
    compareFormat(exchange, known, note) ?? comparePage({ exchange, page, known, asked, note })
  );
}

function describeUnreadable(answer: Answer): string {
  const { ok, mediaType, size, jsonFault } = answer;
  const isFaulty = ok && size > 0 && jsonFault !== undefined && /json/.test(mediaType);
  return isFaulty ? `a body that is not JSON: ${describeAnswer(answer)}` : describeAnswer(answer);
}

/**
 * Returns the part of the list that counts as wrong if a correct request returns no list. The part
 * belongs to the most specific parameter of the request.
 */
function partOfList({ route, limit, offset, orderBy, groupBy, filter }: ProductsQuestion): Part {
  if ((filter?.groups.length ?? 0) > 0) return 'records';
  if (typeof route === 'object' && !isUnknown(route)) return 'records';
  if (groupBy !== undefined) return 'groups';
  if (orderBy !== undefined) return 'order';
  return (limit ?? offset) === undefined ? 'list' : 'window';
}
