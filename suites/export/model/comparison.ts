import type { Filter } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Contradiction } from './data.js';
import type { Mistake } from './mistakes.js';

/** The parts of a response, in the order in which they are compared with what is expected. */
export type Part =
  /** A request with a mistake returns no products. */
  | 'refusal'
  /** It returns the status and a text of the documented error. */
  | 'error'
  /** The body of the error has the documented form. */
  | 'error form'
  | 'error text'
  /** The text of the error contains the requested path. */
  | 'error path'
  /** The status in the body of the error is that of the response. */
  | 'error status'
  | 'error title'
  /** A request for the whole list returns one. */
  | 'list'
  /** An envelope or an array, as Accept says. */
  | 'format'
  /** The types of the members of a list. */
  | 'types'
  | 'window'
  | 'groups'
  | 'records'
  /** No record is on a page more often than in the data. */
  | 'repeated'
  | 'total'
  /** A total that the page itself contradicts. */
  | 'own total'
  | 'order'
  /** The page is the one that shows a contradiction found by the survey. */
  | `contradiction of ${Contradiction['clause']}`;

/** What a request is about, which says the clauses that its response is tested by. */
export interface Asked {
  /** The question without the criteria that only restrict it to the key range. */
  readonly question: ProductsQuestion;
  readonly route: 'v2' | 'legacy' | 'filtered';
  /** The filter in the query; undefined where there is no group of criteria. */
  readonly filter: Filter | undefined;
  readonly hasWindow: boolean;
  /** Neither a window, nor an order, nor groups. */
  readonly isBare: boolean;
  /** The whole list in an order, on one page. */
  readonly isWholeInOrder: boolean;
  /** The mistake that the response is compared by. */
  readonly mistake: Mistake | undefined;
}

/** How a part of a response differs from what is expected. */
export interface Deviation {
  readonly part: Part;
  readonly expected: string;
  readonly actual: string;
  readonly atMost?: 'warning';
}

/** The result of comparing a response with the expected one. */
export interface Comparison {
  readonly asked: Asked;
  /** The parts that were compared, up to the first deviation. */
  readonly tested: readonly Part[];
  /** The first deviation. */
  readonly deviation: Deviation | undefined;
}

/** Called with each part that is compared. */
export type NotePart = (part: Part) => void;
