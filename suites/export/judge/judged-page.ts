import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../known.js';
import type { ProductPage } from '../product-page.js';
import type { Survey } from '../survey/data.js';
import type { Clauses } from './clauses-of-request.js';
import type { Note } from './violation.js';

/** A page of the own destination, what was asked for, and what it is compared with. */
export interface JudgedPage {
  readonly page: ProductPage;
  readonly request: ProductsQuestion;
  readonly known: Known;
  /** What the page is compared with: the whole data, a key range, or a sample. */
  readonly survey: Survey;
  /** Which clause each aspect of the page belongs to. */
  readonly clauses: Clauses;
  /** Records that it has at most. */
  readonly size: number;
  /** Records that come before it. */
  readonly start: number;
  readonly note: Note;
}
