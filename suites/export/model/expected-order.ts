/** Compares the order of the records on a page with the order that `orderBy` requires. */

import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { ComparedPage } from './compared-page.js';
import type { Asked, Deviation } from './comparison.js';
import { describeRecords } from './describe-records.js';
import { type ExpectedRecords, showRecords, unknownAmong } from './expected-records.js';
import { type Column, cellValue } from './oracle/column.js';
import { findDisorder, findMisplaced } from './oracle/order.js';
import { columnsIn } from './request.js';

/** Returns an ordering error. Undefined if there is none, or if the right order is not known. */
export function compareOrder(
  compared: ComparedPage,
  expected: ExpectedRecords,
): Deviation | undefined {
  const { page, request, known, survey, asked, note } = compared;
  const by = [...survey.columns.values()].find(
    (column) => known.orderBy(column) === request.orderBy,
  );
  // Records that may or may not be in the list move the records behind them.
  const isOpen = expected.optional.length > 0 && survey.changes === undefined;
  if (by === undefined || survey.changing.has(by.name) || (survey.complete && isOpen))
    return undefined;
  note('order');
  // If the data is incomplete or changes, only the order within the page is known.
  const isFixed = survey.complete && survey.changes === undefined;
  const found = outOfOrder(compared, isFixed ? expected.required : page.records, by);
  if (found === undefined) return undefined;
  // Ascending is expected, but not required. A descending list is reported once, for plain lists.
  if (found === 'descending')
    return isPlainList(asked) ? { part: 'order', ...descending(by), atMost: 'warning' } : undefined;
  const { actual, wrong } = found;
  const nulls = / null\b/.test(actual) ? ', with null at one end of the list' : '';
  const order = `in ascending order of ${by.name}${nulls}`;
  return {
    part: 'order',
    expected: `${describeRecords(request, known, 'the')} ${order}`,
    actual,
    sentence: `the list is not ${order}: ${wrong}`,
  };
}

/** The deviation of a list that is in descending order. */
export const descending = ({ name }: Column) => ({
  expected: `${name} ascending`,
  actual: 'descending',
  sentence: `the list is in descending order of ${name}; it must be ascending`,
});

/** An ordering error, and how a sentence states it. */
interface Disorder {
  readonly actual: string;
  readonly wrong: string;
}

const isPlainList = ({ route, filter }: Asked): boolean => route === 'v2' && filter === undefined;

/**
 * Describes the first ordering error. Either two records of the page are in the wrong order, or a
 * known record outside of the page shows that the page is at the wrong place in the list. Returns
 * 'descending' for a descending list.
 */
function outOfOrder(
  { page: { records }, request, survey, start }: ComparedPage,
  all: readonly ProductRecord[],
  by: Column,
): Disorder | 'descending' | undefined {
  const pageStart = all === records ? 0 : start;
  const otherRecords = unknownAmong(all, records, survey);
  const disorder = findDisorder(records, by);
  const misplaced =
    disorder === undefined ? findMisplaced(records, otherRecords, pageStart, by) : undefined;
  if (disorder === undefined && misplaced === undefined) return undefined;
  const recordsAfterPage = all.length - pageStart - records.length;
  const isDescending =
    findDisorder(records, by, -1) === undefined &&
    findMisplaced([...records].reverse(), otherRecords, recordsAfterPage, by) === undefined;
  if (isDescending) return 'descending';
  const show = (some: readonly ProductRecord[]): string =>
    showRecords(some, columnsIn(request), survey);
  if (disorder !== undefined) {
    const shown = aroundNull(records, disorder, by);
    return {
      actual: `${show(shown)} in this order`,
      wrong: `${show(shown.slice(0, 1))} stands before ${show(shown.slice(1))}`,
    };
  }
  const first = show(records.slice(0, 1));
  const misplacedText = show(misplaced === undefined ? [] : [misplaced]);
  const actual = `${first} at offset ${start}, but ${misplacedText} in the wrong position`;
  return { actual, wrong: actual };
}

/** Null may be first or last. To show that it is in the middle, the record before it is added. */
function aroundNull(
  records: readonly ProductRecord[],
  { first, second }: { readonly first: ProductRecord; readonly second: ProductRecord },
  { name }: Column,
): readonly ProductRecord[] {
  if ((cellValue(first, name) ?? null) !== null) return [first, second];
  const before = records.slice(0, records.indexOf(first)).at(-1);
  return before === undefined ? [first, second] : [before, first, second];
}
