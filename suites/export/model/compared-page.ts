/**
 * The input of the comparisons of a page: the page, its request and everything known about the
 * data.
 */

import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Asked, NotePart } from './comparison.js';
import type { Known, Survey } from './data.js';

/** A page of the configured destination, and the data with which the page is compared. */
export interface ComparedPage {
  readonly page: ProductPage;
  readonly request: ProductsQuestion;
  readonly known: Known;
  /** The facts about all data, about a key range, or about a sample. */
  readonly survey: Survey;
  readonly asked: Asked;
  /** The maximum number of records that the page may contain: the limit of the request. */
  readonly size: number;
  /** The number of records before the page: the offset of the request. */
  readonly start: number;
  readonly note: NotePart;
}
