import { must } from '../../../src/harness/topic.js';
import {
  DEFAULT_LIMIT,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { identity } from '../model/identity.js';
import { EMPTY } from '../questions/no-products.js';
import { agreeing, isWhole, type Pages } from '../relations/agreement.js';
import { alsoInForeignTraffic } from '../relations/foreign-traffic.js';
import type { ExportTopics } from '../topic.js';

/** If the check may send more requests than this, the first page is repeated, too. */
const MAX_REQUESTS_WITHOUT_FIRST_PAGE = 4;

/** The clause that a repeated request returns the same response. */
export const repeatable = {
  'EXP-LIST-11': {
    clause: must('the same request twice gives the same answer while the data does not change')
      .in('RFC 9110, section 9.2.1')
      .judged(
        'Sends the same request twice. The total and the number of records must be the same. If the list is ordered by its key, the records and their order must be the same, too. Otherwise, only a complete list must have the same records.',
      ),
    relation: alsoInForeignTraffic(
      agreeing({
        with: ifUnfiltered,
        expected: 'the same list again',
        sentence: (difference) =>
          `the same request returned ${difference}; it must return the same list again`,
        differs: differenceFromBefore,
      }),
    ),
    checks: {
      'export.list.repeatable': {
        title: 'the same request twice gives the same answer while the data does not change',
        requests: { own: { least: 2, most: 8 } },
        repeat: 'each',
        lacking: EMPTY,
        asks({
          facts: {
            survey: { key, total },
            orderBy,
          },
          settings: { requests },
        }) {
          const window = { limit: DEFAULT_LIMIT - 1, offset: total > 2 ? 2 : 0, accept: null };
          const ordered = key === undefined ? {} : { ...window, orderBy: orderBy(key) };
          const questions = [ordered, { accept: PLAIN }, { limit: 5, offset: 2 }];
          return requests > MAX_REQUESTS_WITHOUT_FIRST_PAGE ? [{}, ...questions] : questions;
        },
      },
    },
  },
} satisfies ExportTopics;

/** Only requests without filter, groupBy and filtered route are compared. */
function ifUnfiltered(question: ProductsQuestion): ProductsQuestion | undefined {
  const { filter, groupBy, route } = question;
  return (filter ?? groupBy) === undefined && typeof route !== 'object' ? question : undefined;
}

/**
 * Compares the totals and the numbers of records. If the list is ordered by its key, the records
 * are compared in their order. Otherwise they are compared regardless of their order, and only if
 * the list is complete.
 */
function differenceFromBefore({ question, own, other, known }: Pages): string | undefined {
  const { key, changing } = known.survey;
  const before = other.records.map((record) => identity(record, changing));
  const after = own.records.map((record) => identity(record, changing));
  const isOrderFixed = key !== undefined && question.orderBy === known.orderBy(key);
  const isComplete = isWhole(other);
  const hasSameRecords = isOrderFixed
    ? before.join() === after.join()
    : !isComplete || before.toSorted().join() === after.toSorted().join();
  const hasSameTotal = own.meta?.total === other.meta?.total;
  if (hasSameTotal && before.length === after.length && hasSameRecords) return undefined;
  const others = after.filter((record) => !before.includes(record)).length;
  const total = own.meta?.total ?? 'not given';
  const how = differenceOf(others, isOrderFixed, isComplete);
  return `${after.length} records${how}, total ${total}`;
}

function differenceOf(others: number, isOrderFixed: boolean, isComplete: boolean): string {
  if (others === 0) return isOrderFixed ? ' in another order' : '';
  return isOrderFixed || isComplete ? `, ${others} of them different` : '';
}
