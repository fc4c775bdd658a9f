import { describeAnswer, deviates, skip } from '../../src/harness/suite.js';
import type { Answer } from '../../src/http/answer.js';
import { type ProductPage, tryPage as readPage } from '../../src/protocol/export/product-page.js';
import { withChanging } from './survey/changing-columns.js';

export { isNoData, type ProductPage, totalOf } from '../../src/protocol/export/product-page.js';

/** A page where the answer is one, its records with the columns that are known to change; else undefined. */
export function tryPage(answer: Answer): ProductPage | undefined {
  const page = readPage(answer);
  return page && { ...page, records: withChanging(answer, page.records) };
}

/** A page; a deviation where the answer is none. */
export function expectPage(answer: Answer, asked = ''): ProductPage {
  const page = tryPage(answer);
  if (page !== undefined) return page;
  const wanted = answer.status === 200 ? 'a list of products' : `status 200${asked && ` ${asked}`}`;
  return deviates(wanted, describeAnswer(answer), answer);
}

/** Why nothing can be seen of lists. */
export const EMPTY =
  'no products for this site, channel and destination: check siteId and channelId, or load products such as those of "assay data"';

/** Skips where the destination under test has nothing exported: nothing can be seen of lists then. */
export function skipIfEmpty(answer: Answer): Answer {
  if (tryPage(answer)?.records.length === 0) skip('data', EMPTY);
  return answer;
}
