import { must } from '../../../src/harness/topic.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { identity } from '../model/identity.js';
import { EMPTY } from '../questions/no-products.js';
import { agreeing, isWhole, type Pages } from '../relations/agreement.js';
import { alsoInForeignTraffic } from '../relations/foreign-traffic.js';
import type { ExportTopics } from '../topic.js';

/** With a larger budget of requests than this, the request for the first page is also repeated. */
const SMALL_BUDGET = 4;

/** The clause of the API document that the same request returns the same response twice. */
export const repeatable = {
  'EXP-LIST-11': {
    clause: must('the same request twice gives the same answer while the data does not change')
      .in('RFC 9110, section 9.2.1')
      .judged(
        'Sends the same request twice. Without `orderBy`, and between records with equal values in its column, the order may change: then a whole list must have the same records, and a part the same number of records.',
      ),
    relation: alsoInForeignTraffic(
      agreeing({
        with: unfiltered,
        expected: 'the same list again',
        differs: differenceFromBefore,
      }),
    ),
    checks: {
      'export.list.repeatable': {
        title: 'the same request twice gives the same answer while the data does not change',
        requests: { own: { least: 2, most: 8 } },
        take: { each: 2 },
        repeat: 'each',
        lacking: EMPTY,
        questions({ survey: { key, total }, orderBy }, { requests }) {
          // The limit differs from the default, and the window is not at the beginning.
          const window = { limit: 99, offset: total > 2 ? 2 : 0, accept: null };
          const ordered = key === undefined ? {} : { ...window, orderBy: orderBy(key) };
          const windows = [ordered, { accept: PLAIN }, { limit: 5, offset: 2 }];
          // All requests are sent first, and then all are repeated. With three requests, each would
          // be repeated three requests later, so a fault of every third response would occur in
          // both responses. The first page was received before, so its repetition increases this
          // distance to four.
          return requests > SMALL_BUDGET ? [{}, ...windows] : windows;
        },
      },
    },
  },
} satisfies ExportTopics;

/**
 * The request itself if it has no filter, no groupBy and no filtered route; otherwise undefined.
 */
function unfiltered(question: ProductsQuestion): ProductsQuestion | undefined {
  const { filter, groupBy, route } = question;
  return (filter ?? groupBy) === undefined && typeof route !== 'object' ? question : undefined;
}

/**
 * Compares total, size and, if the order is unambiguous, sequence. Otherwise only complete lists
 * are compared, regardless of their order.
 */
function differenceFromBefore({ question, own, other, known }: Pages): string | undefined {
  const { key, changing } = known.survey;
  const [before = [], after = []] = [other, own].map(({ records }) =>
    records.map((one) => identity(one, changing)),
  );
  const isOrderFixed = key !== undefined && question.orderBy === known.orderBy(key);
  const isComplete = isWhole(other);
  const isSame = isOrderFixed
    ? before.join() === after.join()
    : !isComplete || before.toSorted().join() === after.toSorted().join();
  const hasSameTotal = own.meta?.total === other.meta?.total;
  if (hasSameTotal && before.length === after.length && isSame) return undefined;
  const others = after.filter((record) => !before.includes(record)).length;
  const total = own.meta?.total ?? 'not given';
  const how = differenceOf(others, isOrderFixed, isComplete);
  return `${after.length} records${how}, total ${total}`;
}

/** Describes how the records of two comparable lists differ. */
function differenceOf(others: number, isOrderFixed: boolean, isComplete: boolean): string {
  if (others === 0) return isOrderFixed ? ' in another order' : '';
  return isOrderFixed || isComplete ? `, ${others} of them different` : '';
}
