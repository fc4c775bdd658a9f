/** Judges responses as those of a server with the mistakes that readings describe. */

import type { Reading, Readings } from '../../../src/harness/reading.js';
import { memoizedByObject, nameOf } from '../../../src/memoized.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import { DEFAULT_LIMIT, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Comparison } from '../model/comparison.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { expectedRecords, unreadAmong } from '../model/expected-records.js';
import { compareResponse } from '../model/expected-response.js';
import { isHostile } from '../model/hostile.js';
import { surveyFor } from '../model/key-range.js';
import { mistakesIn } from '../model/mistakes.js';
import { parametersAreOpen } from '../model/open-parameters.js';
import { filterEvaluator } from '../model/oracle/filter.js';
import { isInDoubt, withoutBrokenGroups } from '../model/page-size.js';
import { filterIn } from '../model/request.js';
import { withTypedValues } from '../model/typed.js';
import { evaluationUnder, factsUnder } from './facts-under.js';
import { featuresOf } from './features.js';
import { isList, type ListOfRecords } from './list.js';
import { countsOtherRecords, showsOtherRecords, wrongIn } from './other-records.js';
import { openIn, questionUnder, selectedBy } from './question-under.js';
import { type ExportReading, numberOf } from './reading.js';

/** More records than this take too long to evaluate under every reading. */
const MOST_RECORDS = 20_000;

type ListReadings = (
  violated: readonly Exchange[],
  known: Known,
  others: readonly Exchange[],
) => readonly ExportReading[];

/**
 * Makes the judge of the readings from the functions that list them. `withoutData` lists those to
 * use in foreign traffic, where the data of the target is not known. Default: none.
 */
export function readingsBy(
  all: ListReadings,
  withoutData: ListReadings = () => [],
): Readings<Exchange, Known | undefined> {
  return {
    // Broken groups of criteria exclude filters from the tests. A reading may explain them.
    factsFor: (known) => known && withoutBrokenGroups(known),
    all(violated, known, others = []) {
      if (known === undefined || known.survey.records.length > MOST_RECORDS) return [];
      const list = known.survey.foreignTraffic === undefined ? all : withoutData;
      return list(violated, known, others);
    },
    touches: (reading, exchange, known) =>
      known !== undefined && isExportReading(reading) && isTouching(reading, exchange, known),
    judge: (exchange, known, readings) =>
      known === undefined ? 'silent' : judge(exchange, known, readings.filter(isExportReading)),
    isAbout: ({ clause }, { question }) => !OF_LISTS.test(clause) || isOrdinary(question),
    features: ({ question }) => featuresOf(question),
    differs: (exchange, known, readings) =>
      known !== undefined && differs(exchange, known, readings.filter(isExportReading)),
  };
}

/** Clauses about the lists that ordinary requests get. */
const OF_LISTS = /^EXP-(?:FILT|LIST|SORT|GROUP|ROUTE)-/;

/** Whether the request has no mistake, and asks for nothing unusual. */
const isOrdinary = memoizedByObject(
  (question: ProductsQuestion): boolean =>
    [question.token, question.destinationId, question.headers, question.extra].every(
      (one) => one === undefined,
    ) && !isHostile(question),
);

/**
 * Judges the response as that of a server with these mistakes. `silent`: the response shows
 * nothing. Verdicts are kept, because the same readings are tried again after experiments.
 */
function judge(exchange: Exchange, known: Known, readings: readonly ExportReading[]): Verdict {
  const touching = readings.filter((reading) => isTouching(reading, exchange, known));
  if (touching.length === 0) return verdictOf(exchange.compare(known));
  // Readings with the same id may predict different responses.
  const key = touching.map(nameOf).join();
  return verdictOfReadings(known, exchange, key, () => judgeTouched(exchange, known, touching));
}

/** Makes a function that keeps the verdicts about each exchange, by a key. */
function keepingVerdicts() {
  const kept = memoizedByObject((_: Known) =>
    memoizedByObject((__: Exchange) => new Map<string, Verdict>()),
  );
  return (facts: Known, exchange: Exchange, key: string, make: () => Verdict): Verdict => {
    const verdicts = kept(facts)(exchange);
    const verdict = verdicts.get(key) ?? make();
    verdicts.set(key, verdict);
    return verdict;
  };
}
const verdictOfReadings = keepingVerdicts();
const verdictOfSelection = keepingVerdicts();

/**
 * If several mistakes touch the response, the first with a `response` decides alone, and otherwise
 * the first with a `list`.
 */
function judgeTouched(
  exchange: Exchange,
  known: Known,
  touching: readonly ExportReading[],
): Verdict {
  const { page } = exchange;
  const itself = touching.find(({ response }) => response !== undefined);
  if (itself !== undefined) return itself.response?.(exchange, known) ? 'conforms' : 'deviates';
  if (isOpen(exchange, known)) return 'silent';
  const [other] = touching.flatMap((reading) => listUnder(reading, exchange, known) ?? []);
  if (other !== undefined) {
    if (isOnlyMetaWrong(exchange, known)) return 'silent';
    // A wrong total is another mistake.
    const isPredicted =
      page !== undefined &&
      isList(page, other, known) &&
      (other.isTotalOpen === true || !countsOtherRecords(page, exchange.question, known));
    return isPredicted ? 'conforms' : 'deviates';
  }
  // The records of another destination are not known.
  const isOwn = exchange.question.destination === undefined;
  const fitting = touching.flatMap(({ fits }) =>
    fits === undefined || page === undefined || !isOwn
      ? []
      : [fits(page, exchange.question, known)],
  );
  if (fitting.includes(false)) return 'deviates';
  return fitting.includes(undefined) ? 'silent' : judgeChanged(exchange, known, touching);
}

/** Whether the page has the right records, and only its `meta` is wrong. */
function isOnlyMetaWrong(exchange: Exchange, known: Known): boolean {
  const { page, question } = exchange;
  if (page?.meta === undefined || exchange.compare(known).deviation === undefined) return false;
  const { limit = DEFAULT_LIMIT, offset = 0 } = question;
  const filter = filterIn(question, known) ?? { groups: [] };
  const { required, optional } = expectedRecords(filter, known.survey, known.comparisonRules);
  const isCounted =
    known.survey.complete && optional.length === 0 && question.groupBy === undefined;
  const total = isCounted ? required.length : page.meta.total;
  const meta = { total, limit: Number(limit), offset: Number(offset) };
  const isSame = (['total', 'limit', 'offset'] as const).every(
    (name) => meta[name] === page.meta?.[name],
  );
  if (isSame) return false;
  const repaired = { ...exchange, page: { ...page, meta } };
  return compareResponse(repaired, known).deviation === undefined;
}

/** Whether no list can be predicted: the document leaves it open, or a refusal conforms. */
function isOpen({ question, target, page, compare }: Exchange, known: Known): boolean {
  if (parametersAreOpen(withTypedValues(question, known), known)) return true;
  // Which list such parameters select is not known.
  const mayBeOther = page === undefined || question.extra !== undefined;
  return (
    mayBeOther &&
    mistakesIn(target, question)?.length === 0 &&
    verdictOf(compare(known)) !== 'deviates'
  );
}

/** Judges the response as the one to the question that the server answers with the mistakes. */
function judgeChanged(
  exchange: Exchange,
  known: Known,
  touching: readonly ExportReading[],
): Verdict {
  const { page } = exchange;
  const question = questionUnder(exchange.question, known, touching);
  const made =
    page &&
    touching.reduce(
      (changed, reading) => reading.page?.(changed, exchange.question, known) ?? changed,
      withWindow(page, exchange.question, question),
    );
  const isOfSameList = made !== undefined && page !== undefined && hasSameList(made, page);
  const seen = isOfSameList && metaOf(made) === metaOf(page) ? page : made;
  const isListChanged = page !== undefined && !isOfSameList;
  const evaluation = isListChanged
    ? undefined
    : evaluationUnder(known, filterIn(question, known), touching);
  const judgeQuestion = (): Verdict => judgeUnder(exchange, known, touching, { question, seen });
  if (evaluation === undefined) return judgeQuestion();
  const key = `${evaluation} by ${textOf(question)} in ${seen && metaOf(seen)}`;
  return verdictOfSelection(known, exchange, key, judgeQuestion);
}

/** Whether nothing but `meta` was changed in the page. */
const hasSameList = (made: ProductPage, page: ProductPage): boolean =>
  (['answer', 'records', 'resource', 'isEnvelope'] as const).every(
    (name) => made[name] === page[name],
  );

const metaOf = ({ meta }: ProductPage): string =>
  meta === undefined ? 'none' : `${meta.total} ${meta.limit} ${meta.offset}`;

/** The question that the server answers, and the page that a right server would return. */
interface Answered {
  readonly question: ProductsQuestion;
  readonly seen: ProductPage | undefined;
}

function judgeUnder(
  exchange: Exchange,
  known: Known,
  touching: readonly ExportReading[],
  { question, seen }: Answered,
): Verdict {
  const { page } = exchange;
  const facts = factsUnder(known, question, touching);
  const compare = () =>
    question === exchange.question &&
    seen === page &&
    selectionIn(question, facts) === selectionIn(question, known)
      ? exchange.compare(known)
      : compareResponse({ ...exchange, question, page: seen }, facts);
  const changed = { question, seen, facts, known, touching, compare };
  if (deviatesPlainly(exchange, changed)) return 'deviates';
  return seen !== page || touching.some(({ opens }) => opens)
    ? judgePage(exchange, changed)
    : judgeOnce(exchange, changed);
}

/** Whether it is found out quickly that the page is not the predicted one. */
const deviatesPlainly = (exchange: Exchange, { question, seen, facts, known }: Changed): boolean =>
  seen !== undefined &&
  (hasOtherSize(seen, exchange.question, question) ||
    showsOtherRecords(seen, question, facts, wrongIn(known)(exchange)));

/**
 * Judges a page as `judgePage` does, but once for each question and the records that it selects,
 * because many readings predict the same.
 */
const judgeOnce = (exchange: Exchange, changed: Changed): Verdict =>
  verdictOfSelection(
    changed.known,
    exchange,
    `${selectionIn(changed.question, changed.facts)} ${textOf(changed.question)}`,
    () => judgePage(exchange, changed),
  );

const textOf = memoizedByObject((question: ProductsQuestion): string => JSON.stringify(question));
const unfilteredText = memoizedByObject(({ filter, ...others }: ProductsQuestion): string =>
  JSON.stringify(others),
);

/** The records that the filter of a question selects, and the rules by which groups are merged. */
function selectionIn(question: ProductsQuestion, facts: Known): string {
  const filter = filterIn(question, facts);
  const rules = facts.comparisonRules;
  const groups = question.groupBy === undefined ? '' : nameOf(rules);
  if (filter === undefined) return `${groups}`;
  const truthsIn = ({ records, columns }: Known['survey']): number =>
    nameOf(filterEvaluator(records)(columns)(rules)(filter));
  const selected = [...new Set([facts.survey, surveyFor(question, facts)])].map(truthsIn);
  return `${selected.join()} ${groups}`;
}

type Verdict = 'conforms' | 'deviates' | 'silent';

/**
 * Whether the response is the right one to another question. Undefined if the response does not
 * show it.
 */
export function isResponseTo(
  exchange: Exchange,
  question: ProductsQuestion,
  known: Known,
): boolean | undefined {
  // A response that conforms because everything is open shows nothing.
  if (isOpen(exchange, known) && verdictOf(exchange.compare(known)) !== 'deviates')
    return undefined;
  const seen = exchange.page && withWindow(exchange.page, exchange.question, question);
  const compare = () => compareResponse({ ...exchange, question, page: seen }, known);
  const changed = { question, seen, facts: known, known, touching: [], compare };
  if (deviatesPlainly(exchange, changed)) return false;
  const verdict = judgeOnce(exchange, changed);
  return verdict === 'silent' ? undefined : verdict === 'conforms';
}

interface Changed extends Answered {
  /** The facts under the readings, and those without. */
  readonly facts: Known;
  readonly known: Known;
  readonly touching: readonly ExportReading[];
  /** Compares the page with what the question requires under the readings. */
  readonly compare: () => Comparison;
}

function judgePage(
  exchange: Exchange,
  { question, seen, facts, known, touching, compare }: Changed,
): Verdict {
  if (seen !== undefined && countsOtherRecords(seen, question, facts)) return 'deviates';
  const verdict = verdictOf(compare());
  if (verdict === 'silent' && isEmptyInstead(exchange, question, { facts, known }))
    return 'conforms';
  if (verdict !== 'conforms') return verdict;
  // Records that were not read before show another mistake, or new data.
  const survey = surveyFor(question, known);
  if (seen !== undefined && unreadAmong(seen.records, survey).length > 0) return 'silent';
  // Where responses contradict each other, the size of the list is not compared.
  if (isInDoubt(question, facts)) return 'silent';
  if (touching.some(({ opens }) => opens)) {
    // The order of a list with open records is not compared.
    return exchange.compare(known).deviation?.part === 'order' ? 'silent' : 'conforms';
  }
  const open = openIn(withTypedValues(exchange.question, known), known);
  return openIn(question, facts) <= open ? 'conforms' : 'silent';
}

/**
 * Whether no record comes, although the request should return some, and the changed question none.
 * The document leaves open what a response without records looks like.
 */
function isEmptyInstead(
  { page, compare }: Exchange,
  question: ProductsQuestion,
  { facts, known }: Pick<Changed, 'facts' | 'known'>,
): boolean {
  const filter = filterIn(question, facts);
  if (filter === undefined || page === undefined || page.records.length > 0) return false;
  const { required, optional } = expectedRecords(filter, facts.survey, facts.comparisonRules);
  const isNone = required.length + optional.length <= numberOf(question.offset, 0);
  return isNone && compare(known).deviation !== undefined;
}

/** Whether the page has another size than the changed limit gives it. */
function hasOtherSize(
  { records, meta }: ProductPage,
  asked: ProductsQuestion,
  { limit, offset = 0, groupBy }: ProductsQuestion,
): boolean {
  if (limit === asked.limit || limit === undefined) return false;
  if (records.length > Number(limit)) return true;
  return (
    meta !== undefined &&
    groupBy === undefined &&
    records.length < Math.min(Number(limit), meta.total - Number(offset))
  );
}

const verdictOf = ({ deviation, tested }: Comparison) => {
  if (deviation !== undefined) return 'deviates' as const;
  return tested.length === 0 ? ('silent' as const) : ('conforms' as const);
};

/**
 * A server with a changed window may state the requested window in `meta`, or the one that it used.
 * Requested numbers are replaced by the used ones, so that both are accepted.
 */
function withWindow(
  page: ProductPage,
  asked: ProductsQuestion,
  used: ProductsQuestion,
): ProductPage {
  const { meta } = page;
  if (meta === undefined || (asked.limit === used.limit && asked.offset === used.offset))
    return page;
  const member = (name: 'limit' | 'offset', otherwise: number): number =>
    meta[name] === Number(asked[name] ?? otherwise) ? Number(used[name] ?? otherwise) : meta[name];
  return {
    ...page,
    meta: { ...meta, limit: member('limit', DEFAULT_LIMIT), offset: member('offset', 0) },
  };
}

/** Whether another response is predicted than the document requires. */
function differs(exchange: Exchange, known: Known, readings: readonly ExportReading[]): boolean {
  const touching = readings.filter((reading) => isTouching(reading, exchange, known));
  if (touching.some(({ response, list }) => (response ?? list) !== undefined)) return true;
  const [asked, used] = [
    withTypedValues(exchange.question, known),
    questionUnder(exchange.question, known, touching),
  ];
  if (touching.some(({ page, fits }) => page !== undefined || fits !== undefined)) return true;
  if (used !== asked && unfilteredText(used) !== unfilteredText(asked)) return true;
  const facts = factsUnder(known, used, touching);
  if (facts === known && (used === asked || textOf(used) === textOf(asked))) return false;
  const [right, changed] = [selectedBy(asked, known), selectedBy(used, facts)];
  const isSame = (name: 'required' | 'optional'): boolean =>
    right[name].length === changed[name].length &&
    right[name].every((record, at) => record === changed[name][at]);
  return right !== changed && !(isSame('required') && isSame('optional'));
}

/**
 * Whether the mistake may change the response of the exchange, and it is known how. A reading whose
 * list is not known for this question must leave records open, or evaluate its filter differently.
 */
const isTouching = (reading: ExportReading, exchange: Exchange, known: Known): boolean =>
  reading.touches(exchange.question) && isChanging(known)(reading)(exchange);

const isChanging = memoizedByObject((known: Known) =>
  memoizedByObject((reading: ExportReading) =>
    memoizedByObject(
      (exchange: Exchange): boolean =>
        (reading.response === undefined || reading.response(exchange, known) !== undefined) &&
        (reading.list === undefined ||
          reading.opens === true ||
          (reading.instead !== undefined && filterIn(exchange.question, known) !== undefined) ||
          listUnder(reading, exchange, known) !== undefined) &&
        !keepsError(reading, exchange, known),
    ),
  ),
);

/** Whether the request must get an error that the changed question gets as well. */
function keepsError(
  { question: change }: ExportReading,
  { question, target }: Exchange,
  known: Known,
): boolean {
  const mistakes = mistakesIn(target, question) ?? [];
  if (mistakes.length === 0 || change === undefined) return false;
  const changed = change(question, known);
  return (
    changed.accept === question.accept && mistakesIn(target, changed)?.length === mistakes.length
  );
}

/** The list that the server returns with the mistake. Undefined also if no list is required. */
const listUnder = (
  { list }: ExportReading,
  { question, target }: Exchange,
  known: Known,
): ListOfRecords | undefined =>
  list !== undefined && mistakesIn(target, question)?.length === 0
    ? list(question, known)
    : undefined;

const isExportReading = (reading: Reading): reading is ExportReading => 'touches' in reading;
