import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import { JSON_API, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Survey } from './data.js';
import type { Column } from './oracle/column.js';
import { keptFor } from './oracle/memoized.js';

/**
 * A page in the plain format with the values that the survey found in envelopes, where the key of a
 * record is known: EXP-NEG-4 tests whether the values of both formats are the same.
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
