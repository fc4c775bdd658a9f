import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Asked, NotePart } from './comparison.js';
import type { Known, Survey } from './data.js';

/** A page to be compared: the page itself, its request, and the known data. */
export interface ComparedPage {
  readonly page: ProductPage;
  readonly request: ProductsQuestion;
  readonly known: Known;
  /** The facts about all data, or about the part of the data that is known. */
  readonly survey: Survey;
  /** The properties of the request that decide which clauses apply. */
  readonly asked: Asked;
  /** The limit of the request. */
  readonly size: number;
  /** The offset of the request. */
  readonly start: number;
  /** Records that a part was compared. */
  readonly note: NotePart;
}
