/** Compares the order of the records on a page with the order that `orderBy` requires. */

import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { ComparedPage } from './compared-page.js';
import type { Asked, Deviation } from './comparison.js';
import { describeRecords } from './describe-records.js';
import { type ExpectedRecords, showRecords, unknownAmong } from './expected-records.js';
import { type Column, cellValue } from './oracle/column.js';
import { findDisorder, findMisplaced } from './oracle/order.js';
import { columnsIn } from './request.js';

const DESCENDING = 'descending';

export function compareOrder(
  compared: ComparedPage,
  expected: ExpectedRecords,
): Deviation | undefined {
  const { page, request, known, survey, asked, note } = compared;
  const by = [...survey.columns.values()].find(
    (column) => known.orderBy(column) === request.orderBy,
  );
  const isOpen = expected.optional.length > 0 && survey.changes === undefined;
  if (by === undefined || survey.changing.has(by.name) || (survey.complete && isOpen))
    return undefined;
  note('order');
  // While records come and go, only the order within the page is known.
  const isFixed = survey.complete && survey.changes === undefined;
  const actual = outOfOrder(compared, isFixed ? expected.required : page.records, by);
  if (actual === undefined) return undefined;
  if (actual === DESCENDING)
    return isPlainList(asked)
      ? { part: 'order', expected: `${by.name} ascending`, actual, atMost: 'warning' }
      : undefined;
  const required = `${describeRecords(request, known, 'the')} in ascending order of ${by.name}`;
  const nulls = / null\b/.test(actual) ? ', with null at one end of the list' : '';
  return { part: 'order', expected: `${required}${nulls}`, actual };
}

const isPlainList = ({ route, filter }: Asked): boolean => route === 'v2' && filter === undefined;

/**
 * Describes the first ordering error. Either two records of the page are in the wrong order, or a
 * known record outside of the page shows that the page is at the wrong place in the list. Returns
 * `DESCENDING` for a descending list.
 */
function outOfOrder(
  { page: { records }, request, survey, start }: ComparedPage,
  all: readonly ProductRecord[],
  by: Column,
): string | undefined {
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
  if (isDescending) return DESCENDING;
  const show = (some: readonly ProductRecord[]): string =>
    showRecords(some, columnsIn(request), survey);
  if (disorder !== undefined) return `${show(aroundNull(records, disorder, by))} in this order`;
  const first = show(records.slice(0, 1));
  const misplacedText = show(misplaced === undefined ? [] : [misplaced]);
  return `${first} at offset ${start}, but ${misplacedText} in the wrong position`;
}

/** Null may stand before or after all values, so that it is shown with the values on both sides. */
function aroundNull(
  records: readonly ProductRecord[],
  { first, second }: { readonly first: ProductRecord; readonly second: ProductRecord },
  { name }: Column,
): readonly ProductRecord[] {
  if ((cellValue(first, name) ?? null) !== null) return [first, second];
  const before = records.slice(0, records.indexOf(first)).at(-1);
  return before === undefined ? [first, second] : [before, first, second];
}
