import { memoizedByObject } from '../../../src/memoized.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import { JSON_API, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Survey } from './data.js';
import { sameValue } from './identity.js';
import type { Column } from './oracle/column.js';

/**
 * Replaces the records of a page in the plain format by known records with the same keys, which
 * were read in the JSON:API format. A comparison of the result then ignores differences between the
 * formats, because EXP-NEG-4 tests them. A record is kept if most of its values differ: if only a
 * part of the data is known, the same key may belong to another record in the rest.
 */
export function withKnownValues(
  { key, records: known }: Survey,
  page: ProductPage,
  { accept = JSON_API }: ProductsQuestion,
): ProductPage {
  if (key === undefined || accept === JSON_API) return page;
  return { ...page, records: knownFor(known)(key)(page.records) };
}

const knownFor = memoizedByObject((known: readonly ProductRecord[]) =>
  memoizedByObject(({ name }: Column) => {
    const byKey = new Map(known.map((record) => [record[name], record]));
    const knownOf = memoizedByObject((record: ProductRecord): ProductRecord => {
      const found = byKey.get(record[name]);
      return found !== undefined && isAlike(record, found, name) ? found : record;
    });
    return memoizedByObject((records: readonly ProductRecord[]) => records.map(knownOf));
  }),
);

/** Whether at least half of the columns besides the key have the same values. */
function isAlike(record: ProductRecord, known: ProductRecord, key: string): boolean {
  // A record may lack the members that are null.
  const names = new Set([...Object.keys(known), ...Object.keys(record)]);
  const others = [...names].filter((name) => name !== key);
  const same = others.filter((name) => sameValue(record[name], known[name]));
  return 2 * same.length >= others.length;
}
