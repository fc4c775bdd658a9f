/** The exchange that the rules of the export suite test. */

import type { Exchanged } from '../../../src/harness/rule.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import type { Comparison } from './comparison.js';
import type { Known } from './data.js';

/** A products request and its response, with the page that the response contains. */
export interface Received extends Exchanged<ProductsQuestion> {
  readonly target: ExportTarget;
  /** undefined if the response is not a page. */
  readonly page: ProductPage | undefined;
}

/**
 * A request and its response, with a function that compares the response with the expected
 * response.
 */
export interface Exchange extends Received {
  /**
   * Compares the response with the response that the document requires for its request, or for
   * another request.
   */
  readonly compare: (known: Known | undefined, question?: ProductsQuestion) => Comparison;
}
