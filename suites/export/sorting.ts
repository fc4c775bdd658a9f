/** The clauses about `orderBy` (EXP-SORT). */

import { describeAnswer } from '../../src/harness/finding.js';
import { must, open } from '../../src/harness/topic.js';
import { tryPage } from '../../src/protocol/export/product-page.js';
import { PLAIN, type ProductsQuestion } from '../../src/protocol/export/question.js';
import { sortable } from './model/columns.js';
import type { Known, Survey } from './model/data.js';
import type { Exchange } from './model/exchange.js';
import { everywhere } from './model/key-range.js';
import type { Column } from './model/oracle/column.js';
import { findDisorder } from './model/oracle/order.js';
import { LARGEST_TESTED_LIMIT } from './model/request.js';
import { inSequence } from './relations/in-sequence.js';
import { sameDigits } from './relations/same-digits.js';
import {
  comparing,
  type ExportSettings,
  type ExportTopics,
  isPlainInOrder,
  type When,
} from './topic.js';
import { discriminatingOrders } from './wrong-readings/column-readings.js';

const COLUMN = 'a column of numbers or text with two different values';

const isPlain: When = ({ route, filter }) => route === 'v2' && filter === undefined;
const isWholeInOrder: When = (asked) => isPlain(asked) && asked.isWholeInOrder;

export const sorting = {
  'EXP-SORT-1': {
    clause: must(
      '`orderBy=column` orders the whole result by that column, before limit/offset are applied',
    )
      .in('Endpoints, A. Export API, query parameters')
      .judged(
        'Numbers must be ordered by value, and texts by any consistent collation. All nulls must be first, or all last. Pages are also compared with each other.',
      ),
    rule: comparing({ order: isPlain }),
    relation: inSequence,
    violatedByFacts({ orderInstead, orderBy }) {
      if (orderInstead === undefined) return undefined;
      const { column, bare, works } = orderInstead;
      const response = tryPage(bare) === undefined ? describeAnswer(bare) : 'no order';
      const actual = `${response}; orderBy=${orderBy(column)} orders them`;
      return {
        expected: `the records ordered by ${column.name} for orderBy=${column.name}`,
        actual,
        sentence: `the response to orderBy=${column.name} is ${actual}; it must be the records in this order`,
        answers: [bare, works],
      };
    },
    checks: {
      'export.sort.order': {
        title: 'parts of the list (by limit and offset) with orderBy',
        requests: { own: { least: 1, most: 11 } },
        lacking: `needs ${COLUMN}`,
        asks: ({ facts: known }) =>
          sortable(known.survey).length === 0 || known.survey.total < 2
            ? []
            : everywhere(known, (part) => windowsOf(part, known)),
      },
    },
  },
  'EXP-SORT-2': {
    clause: must('sorting does not add or remove records')
      .in('Endpoints, A. Export API, query parameters')
      .judged('The records with orderBy must be the same as without it, in any order.'),
    rule: comparing({
      window: isWholeInOrder,
      records: isWholeInOrder,
      repeated: isPlainInOrder,
    }),
    relation: sameDigits(isWholeInOrder),
    checks: {
      'export.sort.same-records': {
        title: 'the whole list with orderBy, compared with the records without orderBy',
        requests: { own: { least: 1, most: 2 } },
        lacking: `needs ${COLUMN}`,
        asks: ({ facts: known }) => everywhere(known, (part) => bothEnds(part, known)),
        alsoOwns: (clause, question) => clause !== 'EXP-SORT-1' && question.orderBy !== undefined,
      },
    },
  },
  'EXP-SORT-3': {
    clause: open('a direction in the value (`price DESC`), several columns, an unknown column')
      .in('Errors, Other, item 3')
      .judged('Only observed. The run records which form of a descending direction works.'),
    checks: {
      'export.sort.open': {
        title: 'a direction in orderBy, several columns, an unknown column',
        requests: { own: { least: 2, most: 5 } },
        lacking: `needs ${COLUMN}`,
        observes: {
          shows: 'results of other values of orderBy',
          cases({ facts: { whole }, settings }) {
            const [column, second] = sortable(whole);
            if (column === undefined) return {};
            const forms = descendingForms(column, settings);
            const columns = `${column.name},${second?.name}`;
            return {
              ...Object.fromEntries(
                forms.map((orderBy) => [`orderBy=${orderBy}`, { orderBy, limit: 20 }]),
              ),
              'an unknown column': { orderBy: 'assay_no_such_column', limit: 1 },
              ...(second === undefined
                ? {}
                : { [`orderBy=${columns}`]: { orderBy: columns, limit: 1 } }),
              'orderBy empty': { orderBy: '', limit: 1 },
            };
          },
          dialect(exchanges, known, settings) {
            const [column] = known === undefined ? [] : sortable(known.whole);
            if (column === undefined) return {};
            const forms = descendingForms(column, settings);
            // The forms with a direction are sent first. The result is known after the last of them.
            if (exchanges.length !== Math.max(1, forms.length)) return {};
            const configured = settings.target.dialect.orderDirection;
            const works = exchanges.find((exchange) => isDescending(exchange, column));
            return { orderDirection: configured ?? directionOf(works) };
          },
        },
      },
    },
  },
} satisfies ExportTopics;

/** The plan in `windowsOf` always contains the first sortable columns, up to this number. */
const COLUMNS_IN_PLAN = 4;

/**
 * Requests windows (parts of the list, by limit and offset) in the order of different columns. Some
 * columns are chosen because a wrong order is visible in them.
 */
function windowsOf(survey: Survey, { orderBy }: Known): readonly ProductsQuestion[] {
  const columns = sortable(survey);
  const [first, second] = columns;
  const others = discriminatingOrders([...survey.columns.values()], 4).filter(
    (column) => !columns.slice(0, COLUMNS_IN_PLAN).includes(column),
  );
  const nullable = columns.find(({ kind, nulls }) => kind === 'number' && nulls > 0);
  const half = Math.floor(survey.total / 2);
  const window = { limit: Math.min(LARGEST_TESTED_LIMIT, Math.max(2, half)), offset: 0 };
  const plan: readonly (readonly [Column | undefined, ProductsQuestion])[] = [
    [first, window],
    [second ?? first, { ...window, offset: half }],
    [first, { ...window, offset: half, accept: PLAIN }],
    [second, window],
    [columns[2], { limit: 10, offset: Math.max(0, survey.total - 10) }],
    [columns[3], window],
    ...others.map((column) => [column, window] as const),
    [nullable, window],
    [nullable, { ...window, offset: half }],
    // The second half is requested, too, because the first half may contain only nulls.
    [columns[3], { ...window, offset: half }],
  ];
  return plan.flatMap(([column, place]) =>
    column === undefined ? [] : [{ ...place, orderBy: orderBy(column) }],
  );
}

/**
 * Requests the whole list. If it does not fit on one page, requests the page at its end and the
 * page at its beginning. The limit of the page at the end is one more than the number of records
 * that are left, so the page must contain all of them.
 */
function bothEnds(survey: Survey, { orderBy }: Known): readonly ProductsQuestion[] {
  const { pageSize, total } = survey;
  const [column] = sortable(survey);
  if (column === undefined) return [];
  const all = { limit: pageSize, orderBy: orderBy(column) };
  return total <= pageSize ? [all] : [{ ...all, offset: total - pageSize + 1 }, all];
}

/**
 * Values of orderBy that may request a descending order. There are none if the target file says how
 * to request it.
 */
const descendingForms = ({ name }: Column, { target }: ExportSettings): readonly string[] =>
  target.dialect.orderDirection === undefined ? [`${name} DESC`, `-${name}`] : [];

function isDescending({ page }: Exchange, column: Column): boolean {
  const records = page?.records ?? [];
  const isAscending = records.length < 2 || findDisorder(records, column) === undefined;
  return !isAscending && findDisorder(records, column, -1) === undefined;
}

function directionOf(works: Exchange | undefined): string {
  if (works === undefined) return 'none';
  return works.question.orderBy?.startsWith('-') ? '-column' : 'column DESC';
}
