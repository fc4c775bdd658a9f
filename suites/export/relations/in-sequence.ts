import type { Known, Survey } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { descending } from '../model/expected-order.js';
import { showRecords } from '../model/expected-records.js';
import { surveyFor, withoutRange } from '../model/key-range.js';
import { mistakesIn } from '../model/mistakes.js';
import { type Column, isNull } from '../model/oracle/column.js';
import { findDisorder, placementsOfNulls } from '../model/oracle/order.js';
import type { ExportRelation } from '../topic.js';
import { inRun, type SharedViolation } from './relation.js';
import { startOf, windowsApart } from './windows-apart.js';

/**
 * Windows (parts of a list that limit and offset select) must be in sequence (EXP-SORT-1). With the
 * same orderBy, records of a later window must not sort before records of an earlier window. This
 * can be tested even if not all records are known.
 */
export const inSequence: ExportRelation = inRun((exchanges, known) => {
  if (known.whole.contradiction !== undefined) return [];
  const ordered = exchanges.filter(
    (exchange) => exchange.question.orderBy !== undefined && isCorrectWindow(exchange, known),
  );
  // If all data is known, both members are the same survey.
  const surveys = new Set([known.whole, known.survey]);
  return [...surveys].flatMap((survey) =>
    [...survey.columns.values()].flatMap((column): readonly SharedViolation[] => {
      if (survey.changing.has(column.name)) return [];
      const windows = ordered.filter(
        ({ question }) =>
          question.orderBy === known.orderBy(column) && surveyFor(question, known) === survey,
      );
      const found =
        nullsAtBothEnds(windows, column, survey) ?? outOfSequence(windows, column, survey);
      return found === undefined ? [] : [found];
    }),
  );
});

/**
 * Whether the page is an unfiltered window of the v2 list of the configured destination, without a
 * deviation that is more than a warning.
 */
function isCorrectWindow(exchange: Exchange, known: Known): boolean {
  const { question, answer, target, page } = exchange;
  const { route, filter, groupBy, destination, headers, extra } = withoutRange(question, known);
  if ([route, filter, groupBy, destination, headers, extra].some((one) => one !== undefined))
    return false;
  if (page === undefined || !answer.ok || mistakesIn(target, question)?.length !== 0) return false;
  const { deviation } = exchange.compare(known);
  return deviation === undefined || deviation.atMost !== undefined;
}

function outOfSequence(
  windows: readonly Exchange[],
  column: Column,
  survey: Survey,
): SharedViolation | undefined {
  const apart = windowsApart(windows);
  // Nulls may be at either end of the list, so they are ignored.
  const records = apart
    .flatMap(({ page }) => page?.records ?? [])
    .filter((record) => !isNull(record, column));
  const disorder = findDisorder(records, column);
  if (disorder === undefined || apart.length < 2) return undefined;
  const isDescending = findDisorder(records, column, -1) === undefined;
  if (isDescending)
    return {
      ...descending(column),
      atMost: 'warning',
      exchanges: apart,
    };
  const actual = showRecords([disorder.first, disorder.second], [column.name], survey);
  const list = `one list ordered by ${column.name}`;
  return {
    expected: `windows of ${list}`,
    actual,
    sentence: `the pages are not parts of ${list}: ${actual} are on different pages, in the wrong order`,
    exchanges: apart,
  };
}

/** Returns a violation if one window has its nulls first and another window has its nulls last. */
function nullsAtBothEnds(
  windows: readonly Exchange[],
  column: Column,
  { complete, records }: Survey,
): SharedViolation | undefined {
  // The server may return some nulls as empty texts, so a column with both is not tested.
  if (!complete || column.nulls === 0 || column.blanks > 0) return undefined;
  const placed = windows.map((window) => ({
    window,
    ends: placementsOfNulls(window.page?.records ?? [], startOf(window), records, column),
  }));
  const first = placed.find(({ ends }) => ends.length === 1);
  const other = placed.find(({ ends }) => ends.length === 1 && ends[0] !== first?.ends[0]);
  if (first === undefined || other === undefined) return undefined;
  const actual = `${first.ends[0]} in one window and ${other.ends[0]} in another`;
  return {
    expected: `the nulls of ${column.name} together at one end of the list`,
    actual,
    sentence: `null in ${column.name} stands ${actual}; it must be at one end of the list only`,
    exchanges: [first.window, other.window],
  };
}
