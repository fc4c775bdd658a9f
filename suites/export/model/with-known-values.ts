import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import { JSON_API, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Survey } from './data.js';
import type { Column } from './oracle/column.js';
import { memoizedByObject } from './oracle/memoized.js';

/**
 * Replaces the records of a page in the plain format by known records with the same keys, which
 * were read in the JSON:API format. A comparison of the result then ignores differences between the
 * formats, because EXP-NEG-4 tests them.
 */
export function withKnownValues(
  { key, records: known }: Survey,
  page: ProductPage,
  { accept = JSON_API }: ProductsQuestion,
): ProductPage {
  if (key === undefined || accept === JSON_API) return page;
  const byKey = recordsBy(known)(key);
  return { ...page, records: page.records.map((record) => byKey.get(record[key.name]) ?? record) };
}

const recordsBy = memoizedByObject((records: readonly ProductRecord[]) =>
  memoizedByObject(({ name }: Column) => new Map(records.map((record) => [record[name], record]))),
);
