import { grouped } from '../../../src/memoized.js';
import { isNamedAsKey } from '../model/columns.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { showRecords } from '../model/expected-records.js';
import type { RelationWithFacts, SharedViolation } from './relation.js';
import { startOf, windowsApart } from './windows-apart.js';

/**
 * Finds a record that is in two windows (parts of a list) that do not overlap. Without orderBy the
 * violation is only a warning, because replicas may return records in different orders.
 */
export const repeatedRecords: RelationWithFacts = (exchanges, known, note) => {
  const { key, contradiction } = known.survey;
  // A column that is unique in a sample may have repeated values in the whole data.
  const isKey = key !== undefined && (known.whole.complete || isNamedAsKey(key));
  if (contradiction !== undefined || !isKey) return [];
  const plain = exchanges.filter(({ page, question: { limit, offset, orderBy, ...others } }) => {
    const isPlain = Object.values(others).every((one) => one === undefined) && limit !== undefined;
    const isByKey = orderBy === undefined || orderBy === known.orderBy(key);
    return isPlain && page !== undefined && isByKey;
  });
  const lists = grouped(plain, ({ question: { limit, orderBy } }) => `${limit} ${orderBy}`);
  return [...lists.values()].flatMap((windows) => {
    const apart = windowsApart(windows);
    if (apart.length > 1) note();
    return firstRepeated(apart, key.name, known) ?? [];
  });
};

function firstRepeated(
  windows: readonly Exchange[],
  key: string,
  { survey }: Known,
): SharedViolation | undefined {
  const seen = new Map<unknown, Exchange>();
  for (const window of windows) {
    for (const record of window.page?.records ?? []) {
      const before = seen.get(record[key]);
      const isTwice = before !== undefined && before !== window;
      seen.set(record[key], window);
      if (!isTwice) continue;
      const isOrdered = window.question.orderBy !== undefined;
      const places = `at offset ${startOf(window)} and also at offset ${startOf(before)}`;
      const actual = `${showRecords([record], [], survey)} ${places}`;
      return {
        expected: 'each record on one page',
        actual,
        sentence: `${actual} came; each record must be on one page only`,
        ...(isOrdered ? {} : { atMost: 'warning' as const }),
        exchanges: [before, window],
      };
    }
  }
  return undefined;
}
