import type { ProductRecord } from '../../../src/harness/suite.js';
import { type Column, cellValue, isNull } from './column.js';

type Placement = 'first' | 'last';

/**
 * At which end of a list of all records, ordered by a column of numbers, the nulls can stand so that a window of it is
 * in its place; both where the window does not tell.
 */
export function placementsOfNulls(
  window: readonly ProductRecord[],
  offset: number,
  all: readonly ProductRecord[],
  column: Column,
): readonly Placement[] {
  const numberOf = (record: ProductRecord): number => Number(cellValue(record, column.name));
  const at = window.findIndex((record) => !isNull(record, column));
  const first = window[at];
  if (first === undefined || column.kind !== 'number') return ['first', 'last'];
  const numbers = all.filter((record) => !isNull(record, column)).map(numberOf);
  const lower = numbers.filter((number) => number < numberOf(first)).length;
  const ties = numbers.filter((number) => number === numberOf(first)).length;
  const nulls = { first: all.length - numbers.length, last: 0 };
  return (['first', 'last'] as const).filter((end) => {
    const place = offset + at - nulls[end] - lower;
    return place >= 0 && place < ties;
  });
}
