/** The types of a comparison between a response and the response that the document requires. */

import type { Filter } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Contradiction } from './data.js';
import type { Mistake } from './mistakes.js';

/** The parts of a response that are compared, in this order. */
export type Part =
  /** A request with a mistake must not return products. */
  | 'refusal'
  /** The refusal must have the documented status and text. */
  | 'error'
  /** The body of the refusal must have the documented form. */
  | 'error form'
  | 'error text'
  /** The text of the error must contain the requested path. */
  | 'error path'
  /** The status in the body of the error must equal the status of the response. */
  | 'error status'
  | 'error title'
  /** A request for a list must return a list. */
  | 'list'
  /** The list must be an envelope or an array, as Accept requests. */
  | 'format'
  /** The members of the list must have their documented types. */
  | 'types'
  | 'window'
  | 'groups'
  | 'records'
  /** No record is on a page more often than in the data. */
  | 'repeated'
  | 'total'
  /** The total must not contradict the page itself. */
  | 'own total'
  | 'order'
  /** The page must not be part of a contradiction that was found when the data was read. */
  | `contradiction of ${Contradiction['clause']}`;

/** The properties of a request that decide which clauses apply to its response. */
export interface Asked {
  /**
   * Without the criteria that only restrict the request to the key range, a part of the data whose
   * records are all known.
   */
  readonly question: ProductsQuestion;
  readonly route: 'v2' | 'legacy' | 'filtered';
  /** The filter is undefined if the query has no group of criteria. */
  readonly filter: Filter | undefined;
  readonly hasWindow: boolean;
  /** The request has no window, no order and no groups. */
  readonly isBare: boolean;
  /** The request asks for the whole ordered list on one page. */
  readonly isWholeInOrder: boolean;
  /** The mistake of the request, whose documented error is expected. */
  readonly mistake: Mistake | undefined;
}

export interface Deviation {
  readonly part: Part;
  readonly expected: string;
  readonly actual: string;
  readonly atMost?: 'warning';
}

export interface Comparison {
  readonly asked: Asked;
  readonly tested: readonly Part[];
  /**
   * The first deviation. Later parts are not compared, so its part is the last one in `tested`.
   */
  readonly deviation: Deviation | undefined;
}

/** The function is called for each part that is compared. */
export type NotePart = (part: Part) => void;
