/** A products request and its response, as the rules of the export suite test them. */

import type { Exchanged } from '../../../src/harness/rule.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import type { Comparison } from './comparison.js';
import type { Known } from './data.js';

export interface Received extends Exchanged<ProductsQuestion> {
  readonly target: ExportTarget;
  /** The page is undefined if the response is not a list of products. */
  readonly page: ProductPage | undefined;
}

export interface Exchange extends Received {
  /**
   * Compares the response with the documented response to its request, or to `question`, if it is
   * given.
   */
  readonly compare: (known: Known | undefined, question?: ProductsQuestion) => Comparison;
}
