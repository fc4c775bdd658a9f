import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import { JSON_API, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Survey } from './data.js';
import type { Column } from './oracle/column.js';
import { keptFor } from './oracle/memoized.js';

/**
 * Replaces the records of a page in the plain format by the records that the survey found in
 * envelopes, if their key is known. Whether both formats have the same values is tested by
 * EXP-NEG-4.
 */
export function inValuesOf(
  { key, records: known }: Survey,
  page: ProductPage,
  { accept = JSON_API }: ProductsQuestion,
): ProductPage {
  if (key === undefined || accept === JSON_API) return page;
  const byKey = recordsBy(known)(key);
  return { ...page, records: page.records.map((one) => byKey.get(one[key.name]) ?? one) };
}

const recordsBy = keptFor((records: readonly ProductRecord[]) =>
  keptFor(({ name }: Column) => new Map(records.map((record) => [record[name], record]))),
);
