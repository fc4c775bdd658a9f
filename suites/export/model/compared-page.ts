import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Asked, NotePart } from './comparison.js';
import type { Known, Survey } from './data.js';

/**
 * The input of comparisons: a page of the configured destination, its request, and the known data.
 */
export interface ComparedPage {
  readonly page: ProductPage;
  readonly request: ProductsQuestion;
  readonly known: Known;
  /** The facts about all data, about a key range, or about a sample. */
  readonly survey: Survey;
  readonly asked: Asked;
  /** The limit of the request. */
  readonly size: number;
  /** The offset of the request. */
  readonly start: number;
  readonly note: NotePart;
}
