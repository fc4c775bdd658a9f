import { describeAnswer, deviates, expectSchema, expectStatus, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { checkSchema } from '../../../src/schema/validate.js';
import type { ProductRecord } from '../../../src/target/index.js';

/** Products as an answer holds them. */
export interface ProductPage {
  readonly answer: Answer;
  readonly records: readonly ProductRecord[];
  /** Members of `meta`; undefined in the legacy format. */
  readonly meta?: { readonly total: number; readonly limit: number; readonly offset: number };
}

const NO_DATA = /no exported data/i;

/** Skips where the destination under test has nothing exported: nothing can be seen of lists then. */
export function needData(answer: Answer): Answer {
  if (pageIn(answer)?.records.length === 0)
    skip('data', 'the destination holds no product; load some, such as those of "assay data"');
  return answer;
}

/**
 * Reads a page of products in either format. A 404 that says there is no exported data is an empty page, for the
 * document leaves open how an empty result is answered (EXP-LIST-9).
 */
export function readPage(answer: Answer, asked = ''): ProductPage {
  if (answer.status === 404 && NO_DATA.test(answer.text)) return { answer, records: [] };
  expectStatus(answer, 200, asked);
  if (Array.isArray(answer.json)) return { answer, records: expectSchema(answer, 'export/products') };
  if (answer.json === undefined) deviates('a list of products', describeAnswer(answer), answer);
  const { data, meta } = expectSchema(answer, 'export/product-list');
  return { answer, records: data, meta };
}

/** A page where the answer is one, else undefined. */
export function pageIn(answer: Answer): ProductPage | undefined {
  if (answer.status !== 200)
    return answer.status === 404 && NO_DATA.test(answer.text) ? { answer, records: [] } : undefined;
  const list = checkSchema('export/product-list', answer.json);
  if ('value' in list) return { answer, records: list.value.data, meta: list.value.meta };
  const bare = checkSchema('export/products', answer.json);
  return 'value' in bare ? { answer, records: bare.value } : undefined;
}

/** The matching records that an answer claims: `meta.total`, else what it holds. */
export const totalOf = ({ meta, records }: ProductPage): number => meta?.total ?? records.length;
