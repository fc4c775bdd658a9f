import { must, type TopicCheck } from '../../../src/harness/topic.js';
import {
  DEFAULT_LIMIT,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { contradictionOf } from '../model/page-size.js';
import { LARGEST_TESTED_LIMIT } from '../model/request.js';
import { inBothModes } from '../questions/modes.js';
import { pagesWithTotal } from '../questions/totals.js';
import { alsoInForeignTraffic } from '../relations/foreign-traffic.js';
import { inRun } from '../relations/relation.js';
import { repeatedRecords } from '../relations/repeated-records.js';
import { sameDigits } from '../relations/same-digits.js';
import { isUnfilteredLegacy, unreadRecords } from '../relations/unread-records.js';
import {
  anyRequest,
  comparing,
  contradicting,
  type ExportKinds,
  type ExportTopics,
  isPlainInOrder,
  type When,
} from '../topic.js';

/**
 * Whether the request is for the v2 list without a filter. A request for the whole ordered list on
 * one page is not plain, because EXP-SORT-2 tests it.
 */
const isPlain: When = ({ route, filter, isWholeInOrder }) =>
  route === 'v2' && filter === undefined && !isWholeInOrder;
const isUnfilteredV2: When = ({ route, filter }) => route === 'v2' && filter === undefined;

/** The clauses about windows. A window is the part of a list that `limit` and `offset` select. */
export const window = {
  'EXP-LIST-5': {
    clause: must(
      `\`limit\` default ${DEFAULT_LIMIT}, \`offset\` default 0, both echoed in \`meta\``,
    )
      .in('Endpoints, A. Export API, query parameters')
      .judged(
        `Without parameters, \`meta\` must contain ${DEFAULT_LIMIT} and 0, and the page ${DEFAULT_LIMIT} records, or all if there are fewer.`,
      ),
    rule: comparing({
      window: (asked) => isPlain(asked) && !asked.hasWindow,
      'contradiction of EXP-LIST-5': anyRequest,
    }),
    violatedByFacts: contradicting('EXP-LIST-5', contradictionOf),
    checks: {
      'export.list.defaults': {
        title: 'lists without limit and offset, in both formats and on the legacy route',
        requests: { own: { least: 0, most: 1 }, shared: 2 },
        least: 2,
        needsFacts: true,
        asks: () => [{}, { accept: PLAIN }, { route: 'legacy', accept: PLAIN }],
        alsoOwns: (clause) => clause === 'EXP-ROUTE-7',
      },
    },
  },
  'EXP-LIST-6': {
    clause: must(
      'a given `limit`/`offset` is echoed; the page has `min(limit, total-offset)` records, never more than `limit`',
    )
      .in('Endpoints, A. Export API, query parameters')
      .judged(
        `Compares the number of records with \`meta\`. Only limits up to ${DEFAULT_LIMIT} are tested, because a server may reduce larger limits.`,
      ),
    rule: comparing({
      window: (asked) => isPlain(asked) && asked.hasWindow,
      records: isPlain,
      'contradiction of EXP-LIST-6': anyRequest,
    }),
    relation: sameDigits(isPlain),
    violatedByFacts: contradicting('EXP-LIST-6', contradictionOf),
    checks: {
      'export.list.window': {
        title: 'windows at the beginning, in the middle and at the end of the list',
        requests: { own: { least: 2, most: 10 } },
        least: 2,
        asks: ({
          facts: {
            whole: { total },
          },
        }) =>
          [
            { limit: 1, offset: total > 1 ? 1 : 0 },
            { limit: 10, offset: Math.max(0, total - 7) },
            { limit: 2, accept: PLAIN },
            // The second request swaps the values of limit and offset, to detect a server that
            // confuses them.
            { limit: 3, offset: 2 },
            { limit: 2, offset: 3 },
            { limit: LARGEST_TESTED_LIMIT, offset: 1 },
            { limit: DEFAULT_LIMIT - 1, offset: 2 },
            { limit: 1, offset: Math.max(0, total - 1) },
            { offset: 5 },
            { limit: 7, offset: DEFAULT_LIMIT + 1 },
          ].filter(({ offset = 0 }) => offset === 0 || offset < total),
      },
    },
  },
  'EXP-LIST-7': {
    clause: must(
      '`meta.total` is the number of matching records, independent of limit and offset; filters change it',
    )
      .in('Resources, product list, JSON:API format')
      .judged(
        'Compares the totals of several pages and of a filtered list with the number of records.',
      ),
    rule: comparing({
      total: isUnfilteredV2,
      'own total': anyRequest,
      'contradiction of EXP-LIST-7': anyRequest,
    }),
    relation: inRun(unreadRecords((asked) => !isUnfilteredLegacy(asked))),
    violatedByFacts: contradicting('EXP-LIST-7', contradictionOf),
    checks: {
      'export.list.total': {
        title:
          'meta.total on several pages, on a page past the end, with a filter, and with one in both modes',
        least: 3,
        requests: { own: { least: 3, most: 6 }, shared: 2 },
        asks: ({ facts }) => [...pagesWithTotal(facts), ...inBothModes(facts)],
        alsoOwns: (clause) => clause === 'EXP-FILT-12',
      },
    },
  },
  'EXP-LIST-8': {
    clause: must('consecutive windows contain every matching record exactly once')
      .in('Endpoints, A. Export API, query parameters')
      .judged(
        'Joins consecutive windows ordered by a unique column and compares the result with the whole list. Without an order, missing records are a warning.',
      ),
    rule: comparing({
      repeated: (asked) => !isPlainInOrder(asked),
      'contradiction of EXP-LIST-8': anyRequest,
    }),
    relation: alsoInForeignTraffic(repeatedRecords),
    violatedByFacts: contradicting('EXP-LIST-8', contradictionOf),
    checks: {
      'export.paging.windows': consecutive('consecutive windows ordered by a unique column', true),
      'export.paging.unordered': consecutive('consecutive windows without orderBy', false),
    },
  },
} satisfies ExportTopics;

function consecutive(title: string, isOrdered: boolean): TopicCheck<ExportKinds> {
  return {
    title,
    requests: { own: { least: 2, most: 11 } },
    lacking: 'needs two records and a column whose values are unique',
    asks({ facts: { whole, orderBy } }) {
      const { key, total } = whole;
      if (key === undefined || total < 2) return [];
      const windows = windowsOver(total);
      return isOrdered ? windows.map((one) => ({ ...one, orderBy: orderBy(key) })) : windows;
    },
    // If a window has too few records or is in the wrong order, the joined windows are wrong, too.
    alsoOwns: (clause) => clause === 'EXP-LIST-6' || clause === 'EXP-SORT-1',
  };
}

/** A prime number, so that offsets are not round numbers. */
const MAX_WINDOW_SIZE = 97;
const MAX_WINDOWS_BEFORE_LAST = 10;

/**
 * The first two windows come first, then the last window, then the other windows. A check with a
 * small budget sends only the first of them.
 */
function windowsOver(total: number): readonly ProductsQuestion[] {
  const limit = Math.min(MAX_WINDOW_SIZE, Math.max(1, Math.ceil(total / 4)));
  const last = Math.ceil(total / limit) - 1;
  const [first = 0, second, ...others] = Array.from(
    { length: Math.min(last, MAX_WINDOWS_BEFORE_LAST) },
    (_, place) => place,
  );
  return [first, second, last, ...others].flatMap((place) =>
    place === undefined ? [] : [{ limit, offset: place * limit }],
  );
}
