/** Compares a page with the list that a server with a mistake returns. */

import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import { unknownAmong } from '../model/expected-records.js';
import { sameRecord } from '../model/identity.js';

export interface ListOfRecords {
  readonly records: readonly ProductRecord[];
  /**
   * Whether a page is as predicted, if it is not known which records of the list come. Default: the
   * page must contain `records`.
   */
  readonly fits?: (returned: readonly ProductRecord[]) => boolean;
  /**
   * Records that may stand for each other. In a list ordered by color, red records may come in any
   * order: `keyOf` is the color, and `among` are all records that may come. Default: none.
   */
  readonly ties?: {
    readonly keyOf: (record: ProductRecord) => unknown;
    readonly among: readonly ProductRecord[];
  };
  /** Whether the records may come in any order. Default: false. */
  readonly isUnordered?: boolean;
  /** Whether the mistake may change the total as well; see `totals.ts`. Default: false. */
  readonly isTotalOpen?: boolean;
}

/** Whether the page contains the records of the list. */
export function isList(
  { records: returned }: ProductPage,
  { records, fits, ties, isUnordered = false }: ListOfRecords,
  { survey }: Known,
): boolean {
  if (fits !== undefined) return fits(returned);
  if (returned.length !== records.length) return false;
  if (ties === undefined && isUnordered)
    return unknownAmong(returned, records, survey).length === 0;
  if (ties === undefined)
    return records.every((record, at) => {
      const other = returned[at];
      return other !== undefined && sameRecord(record, other, survey.changing);
    });
  const keysOf = (some: readonly ProductRecord[]): readonly string[] => {
    const keys = some.map((record) => JSON.stringify(ties.keyOf(record) ?? null));
    return isUnordered ? keys.sort() : keys;
  };
  const expected = keysOf(records);
  return (
    keysOf(returned).every((key, at) => key === expected[at]) &&
    unknownAmong(returned, ties.among, survey).length === 0
  );
}
