/** Mistakes that a list states by itself: its size, its `meta`, and what it contains. */

import { criteriaOf, isNegation } from '../../../src/protocol/export/filter.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import {
  DEFAULT_LIMIT,
  JSON_API,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { expectedRecords, unknownAmong } from '../model/expected-records.js';
import { identity } from '../model/identity.js';
import { cellValue, type Value } from '../model/oracle/column.js';
import { criterionEvaluator } from '../model/oracle/criterion.js';
import { TRUE } from '../model/oracle/truth.js';
import { filterIn } from '../model/request.js';
import { errorReadings, mustGiveList } from './errors.js';
import { memberReadings } from './members.js';
import { OF_LISTS } from './parts.js';
import { type ExportReading, slug } from './reading.js';
import { shapeReadings } from './shapes.js';

/** The records are those that were asked for: only `meta` is wrong. */
const otherWindow: ExportReading = {
  id: 'pages.other-window',
  clause: 'EXP-LIST-6',
  requires: 'they must be those of the request, or the defaults',
  sentence:
    '`meta.limit` or `meta.offset` is another than requested, although the right records come',
  isFact: true,
  touches: ({ accept = JSON_API }) => accept === JSON_API,
  page: (page, { limit = DEFAULT_LIMIT, offset = 0 }) =>
    page.meta === undefined
      ? page
      : { ...page, meta: { ...page.meta, limit: Number(limit), offset: Number(offset) } },
};

/** Offsets that lists have although none is sent. */
const defaultOffsets = (violated: readonly Exchange[]): readonly ExportReading[] =>
  firstDistinct(
    violated.flatMap(({ page, question }) =>
      question.offset === undefined ? (page?.meta?.offset ?? []) : [],
    ),
  )
    .filter((offset) => offset !== 0)
    .map((offset) => ({
      id: `pages.default-offset-${offset}`,
      clause: 'EXP-LIST-5',
      also: [...OF_LISTS, 'EXP-LIST-8'],
      sentence: `the default of \`offset\` is ${offset}`,
      touches: (question) =>
        question.offset === undefined && (question.accept ?? JSON_API) === JSON_API,
      response: ({ page }) => (page?.meta === undefined ? undefined : page.meta.offset === offset),
    }));

/** `meta` states a constant instead of the window, although the right records come. */
const constantWindows: readonly ExportReading[] = (
  [
    ['offset', 0, '`meta.offset` is always 0'],
    ['limit', DEFAULT_LIMIT, `\`meta.limit\` is always ${DEFAULT_LIMIT}, the default`],
  ] as const
).map(([name, constant, sentence]) => ({
  id: `pages.${name}-constant`,
  clause: 'EXP-LIST-6',
  sentence,
  touches: (question) =>
    (question.accept ?? JSON_API) === JSON_API &&
    question[name] !== undefined &&
    Number(question[name]) !== constant,
  page(page, question) {
    const { meta } = page;
    if (meta === undefined) return page;
    // A number that is not the predicted one must not look right.
    const seen = meta[name] === constant ? Number(question[name]) : -1;
    return { ...page, meta: { ...meta, [name]: seen } };
  },
}));

/** `meta` states another number of the page. */
const otherMembers: readonly ExportReading[] = (
  [
    [
      'offset',
      'the number of the page',
      (_, { limit = DEFAULT_LIMIT, offset = 0 }) => Math.floor(Number(offset) / Number(limit)),
    ],
    [
      'offset',
      'the number of the page, counted from 1',
      (_, { limit = DEFAULT_LIMIT, offset = 0 }) => Math.floor(Number(offset) / Number(limit)) + 1,
    ],
    ['limit', 'the number of records that came', ({ records }) => records.length],
  ] satisfies readonly (readonly [
    'offset' | 'limit',
    string,
    (page: ProductPage, question: ProductsQuestion) => number,
  ])[]
).map(([name, words, predicted]) => ({
  id: `pages.${name}-is-${slug(words)}`,
  clause: 'EXP-LIST-6',
  also: ['EXP-ROUTE-5'],
  sentence: `\`meta.${name}\` is ${words}`,
  touches: ({ accept = JSON_API }) => accept === JSON_API,
  page(page, question) {
    const { meta } = page;
    if (meta === undefined) return page;
    const right = Number(question[name] ?? (name === 'limit' ? DEFAULT_LIMIT : 0));
    // A number that is not the predicted one must not look right.
    const seen = meta[name] === predicted(page, question) ? right : -1;
    return { ...page, meta: { ...meta, [name]: seen } };
  },
}));

/** Totals that are never above a number, although more records were read. */
const contradictedTotals = (violated: readonly Exchange[]): readonly ExportReading[] =>
  firstDistinct(violated.flatMap(({ page }) => page?.meta?.total ?? [])).map((most) => ({
    id: `totals.at-most-${most}`,
    clause: 'EXP-LIST-7',
    sentence: `\`meta.total\` is never above ${most}`,
    touches: isWhole,
    response: (exchange, { survey }) => {
      const total = exchange.page?.meta?.total;
      return total === undefined || !mustGiveList(exchange) || survey.records.length <= most
        ? undefined
        : total === most;
    },
  }));

/** Wrong totals that the records of the response show, even if not all records are known. */
const totalsOfPages: readonly ExportReading[] = (
  [
    [
      'of-the-page',
      'counts the records of the page',
      (total, { length }, { limit = 0 }) => (Number(limit) > 0 || length > 0) && total === length,
    ],
    [
      'pages',
      'counts pages',
      (total, { length }, { limit = DEFAULT_LIMIT }, { survey }) =>
        total === Math.ceil(Math.max(length, survey.records.length) / Number(limit)),
    ],
    [
      'one-too-high',
      'is one too high',
      // Only a page that may contain the whole list shows the right total.
      (total, { length }, { limit = 0 }) =>
        Number(limit) < total - 1 ? undefined : total === length + 1,
    ],
  ] satisfies readonly (readonly [
    string,
    string,
    (
      total: number,
      records: readonly unknown[],
      question: ProductsQuestion,
      known: Known,
    ) => boolean | undefined,
  ])[]
).map(([id, sentence, fits]) => ({
  id: `totals.${id}`,
  mistake: `totals.${id}`,
  clause: 'EXP-LIST-7',
  sentence: `\`meta.total\` ${sentence}`,
  touches: (question) => isWhole(question) && (question.offset ?? 0) === 0,
  response({ page, question, compare }, known) {
    if (page?.meta === undefined) return undefined;
    const isPredicted = fits(page.meta.total, page.records, question, known);
    // The right total shows no mistake, even if the mistake leads to the same number. It may
    // contradict another response that is wrong because of the mistake.
    const isRight = page.meta.total === known.survey.records.length;
    return isPredicted === true && isRight && compare(known).deviation === undefined
      ? undefined
      : isPredicted;
  },
}));

/** The criterion of a request with only one, and the values of its column in the page. */
function shownBy({ question: { filter }, page }: Exchange) {
  const [criterion, second] = criteriaOf({ filter });
  return criterion === undefined || second !== undefined || page === undefined
    ? undefined
    : { criterion, cells: page.records.map((record) => cellValue(record, criterion.column)) };
}

/** Records that an operator selects although it should not, whatever was learned of it. */
const operatorsOfResponses: readonly ExportReading[] = [
  ...(['=', 'LIKE'] as const).map(
    (operator): ExportReading => ({
      id: `operators.${operator === '=' ? 'equals' : 'like'}.finds-other-letter-case`,
      clause: 'EXP-FILT-4',
      sentence: `\`${operator}\` ignores letter case`,
      touches: (question) => criteriaOf(question).some((one) => one.operator === operator),
      response: (exchange) => {
        const { criterion, cells = [] } = shownBy(exchange) ?? {};
        if (criterion?.operator !== operator || typeof criterion.value !== 'string')
          return undefined;
        const { value } = criterion;
        const isInOtherCase = (cell: unknown): boolean =>
          typeof cell === 'string' && cell !== value && cell.toLowerCase() === value.toLowerCase();
        return cells.some(isInOtherCase) ? true : undefined;
      },
    }),
  ),
  {
    id: 'operators.negations.select-nulls',
    clause: 'EXP-FILT-18',
    sentence: 'negated operators also select records in which the column is null',
    touches: (question) => criteriaOf(question).some(({ operator }) => isNegation(operator)),
    response: (exchange, known) => {
      const { criterion, cells = [] } = shownBy(exchange) ?? {};
      const column = known.survey.columns.get(criterion?.column ?? '');
      if (criterion === undefined || column === undefined || !isNegation(criterion.operator))
        return undefined;
      // `IS NOT` is about nulls itself.
      if (criterion.value === null) return undefined;
      // A member that is missing, and other wrong records, show another mistake.
      const evaluator = criterionEvaluator(criterion, column, known.comparisonRules);
      const others = cells.filter((cell) => cell !== null);
      const isSelected = (cell: Value): boolean => (evaluator(cell) & TRUE) > 0;
      return others.length < cells.length &&
        others.every((cell) => cell !== undefined && isSelected(cell))
        ? true
        : undefined;
    },
  },
];

/**
 * A filter that is joined to other conditions without parentheses selects more than the records of
 * the destination. The page may not show them.
 */
const looseOr: ExportReading = {
  id: 'totals.more-with-or',
  isFact: true,
  clause: 'EXP-FILT-10',
  also: ['EXP-FILT-9', 'EXP-FILT-11', 'EXP-FILT-12', 'EXP-LIST-7', 'EXP-ROUTE-7'],
  sentence:
    'with OR between criteria or groups more records are counted than match, although no wrong one is on the page',
  touches: ({ filter, groupBy }) => groupBy === undefined && hasOr(filter),
  response({ question, page }, known) {
    const filter = filterIn(question, known);
    if (filter === undefined || page?.meta === undefined || !known.survey.complete)
      return undefined;
    const { required, optional } = expectedRecords(filter, known.survey, known.comparisonRules);
    if (optional.length > 0 || page.meta.total === required.length) return undefined;
    // Another destination may have a record of the same values, so that it comes twice.
    const once = new Map(
      page.records.map((record) => [identity(record, known.survey.changing), record]),
    );
    return (
      page.meta.total > required.length &&
      unknownAmong([...once.values()], required, known.survey).length === 0
    );
  },
};

const hasOr = (filter: ProductsQuestion['filter']): boolean => {
  const groups = filter?.groups ?? [];
  return (
    (groups.length > 1 && filter?.mode === 'OR') ||
    groups.some(({ mode, criteria }) => mode === 'OR' && criteria.length > 1)
  );
};

/** Whether the request is for the whole list of the tested destination, in any order and window. */
const isWhole = (question: ProductsQuestion): boolean =>
  (question.filter?.groups.length ?? 0) === 0 &&
  [question.groupBy, question.destination, question.extra].every((one) => one === undefined) &&
  typeof question.route !== 'object';

/** Lists that have too few records, or contain records twice. */
const shortLists = (violated: readonly Exchange[], known: Known): readonly ExportReading[] => [
  ...firstDistinct(
    violated
      .flatMap(({ page, question: { limit } }) =>
        limit === undefined && page?.records.length !== DEFAULT_LIMIT
          ? (page?.records.length ?? [])
          : [],
      )
      // The whole list is right, if it is not longer than a page.
      .filter((size) => size !== known.survey.records.length || size > DEFAULT_LIMIT),
  ).map(
    (size): ExportReading => ({
      id: `pages.default-of-${size}`,
      clause: 'EXP-LIST-5',
      sentence: `a page without \`limit\` has ${size} records`,
      touches: (question) => isWhole(question) && (question.limit ?? question.offset) === undefined,
      response: (exchange) =>
        mustGiveList(exchange) && exchange.page !== undefined
          ? exchange.page.records.length === size
          : undefined,
    }),
  ),
  {
    id: 'pages.one-less-than-the-total',
    mistake: 'pages.one-less',
    clause: 'EXP-LIST-6',
    sentence: 'the list has one record less than `meta.total`',
    touches: (question) => isWhole(question) && question.offset === undefined,
    response: ({ page, question: { limit = 0 } }) =>
      page?.meta === undefined || Number(limit) < page.meta.total
        ? undefined
        : page.records.length === page.meta.total - 1,
  },
  {
    id: 'pages.one-less-than-required',
    mistake: 'pages.one-less',
    clause: 'EXP-LIST-6',
    also: ['EXP-LIST-5', 'EXP-LIST-7', 'EXP-LIST-8'],
    sentence: 'each page has one record less than `limit` and `meta.total` require',
    touches: isWhole,
    response: (exchange) =>
      mustGiveList(exchange) && exchange.page?.meta && expectedLength(exchange) > 0
        ? exchange.page.records.length === expectedLength(exchange) - 1
        : undefined,
  },
  {
    id: 'pages.records-twice',
    clause: 'EXP-LIST-8',
    sentence: 'a list contains records twice',
    touches: isWhole,
    response: ({ page }, { survey }) =>
      page === undefined || page.records.length < 2 ? undefined : hasTwice(page, survey),
  },
  {
    id: 'pages.some-records-twice',
    clause: 'EXP-LIST-8',
    also: OF_LISTS,
    sentence: 'some records come twice or more often',
    requires: 'each must come once',
    isFact: true,
    touches: ({ groupBy }) => groupBy === undefined,
    response: ({ page }, { survey }) => (page && hasTwice(page, survey)) || undefined,
  },
];

function hasTwice({ records }: ProductPage, { changing }: Known['survey']): boolean {
  const texts = records.map((record) => identity(record, changing));
  return new Set(texts).size < texts.length;
}

/** Pages that are never longer than a size, although more records are left and requested. */
const cappedPages = (
  violated: readonly Exchange[],
  others: readonly Exchange[],
  { survey }: Known,
): readonly ExportReading[] =>
  firstDistinct(
    violated
      .flatMap((one) => (lackedBy(one) > 0 ? (one.page?.records.length ?? []) : []))
      // A page with all records that were read is right, and its total is wrong.
      .filter((size) => size !== survey.records.length || others.some(isBeyond(size))),
  ).map((size) => ({
    id: `pages.at-most-${size}`,
    mistake: `limit.capped-at-${size}`,
    clause: 'EXP-LIST-6',
    also: ['EXP-LIST-5', 'EXP-LIST-7'],
    sentence: `a page has at most ${size} records`,
    touches: isWhole,
    response: (exchange) =>
      mustGiveList(exchange) && expectedLength(exchange) > size
        ? exchange.page?.records.length === size
        : undefined,
  }));

/** With a smaller limit, a page may contain no record that has several rows. */
const SHOWS_ROWS = 10;

/** A join gives a record several rows, and the limit counts the rows. */
const joinedRows: ExportReading = {
  id: 'pages.fewer-than-limit',
  clause: 'EXP-LIST-6',
  also: ['EXP-LIST-5', 'EXP-LIST-7', 'EXP-LIST-8'],
  sentence:
    'pages have fewer records than `limit`, although more follow, as if `limit` counted the rows of a join',
  touches: isWhole,
  response: (exchange) => {
    const limit = Number(exchange.question.limit ?? DEFAULT_LIMIT);
    return mustGiveList(exchange) && limit >= SHOWS_ROWS && expectedLength(exchange) === limit
      ? (exchange.page?.records.length ?? limit) < limit
      : undefined;
  },
};

/** The first distinct numbers, but not more than a few: each is a mistake of its own. */
const firstDistinct = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].slice(0, 5);

/** The length of a page by its own `meta.total`. 0 if it is not known. */
function expectedLength({ page, question }: Exchange): number {
  const { limit = DEFAULT_LIMIT, offset = 0 } = question;
  return Math.min(Number(limit), (page?.meta?.total ?? 0) - Number(offset));
}

/** Whether the page has records after this number of them. */
const isBeyond =
  (size: number) =>
  ({ page, question: { offset = 0 } }: Exchange): boolean =>
    Number(offset) >= size && (page?.records.length ?? 0) > 0;

/** How many records a page lacks by its own total. 0 for an empty page, which shows no size. */
const lackedBy = (exchange: Exchange): number =>
  exchange.page?.records.length === 0
    ? 0
    : expectedLength(exchange) - (exchange.page?.records.length ?? 0);

/** `others`: exchanges that violate nothing. */
export const responseReadings = (
  violated: readonly Exchange[],
  others: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => [
  ...errorReadings(violated),
  ...shapeReadings(violated),
  ...totalsOfPages,
  ...operatorsOfResponses,
  ...contradictedTotals(violated),
  ...cappedPages(violated, others, known),
  joinedRows,
  ...shortLists(violated, known),
  ...defaultOffsets(violated),
  ...constantWindows,
  ...otherMembers,
  ...memberReadings(violated, known),
  otherWindow,
  looseOr,
];
