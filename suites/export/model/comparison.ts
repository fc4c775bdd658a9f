/**
 * The types of a comparison between a response and the response that the specification (the
 * document) requires.
 */

import type { Filter } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Contradiction } from './data.js';
import type { Mistake } from './mistakes.js';

/** The parts of a response that are compared. */
export type Part =
  /** A request with a mistake must not return products. */
  | 'refusal'
  /**
   * The refusal must have the documented status. If its body is not JSON, the body must contain the
   * documented text.
   */
  | 'error'
  /** The body of the refusal must have the documented form. */
  | 'error form'
  /** The error in the body must have exactly the documented text. */
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
  /** The page must have as many records as `limit`, `offset` and the size of the list require. */
  | 'window'
  | 'groups'
  | 'records'
  /** A page must not contain a record more often than the data does. */
  | 'repeated'
  | 'total'
  /** The total in the response must not contradict the number of records on the page. */
  | 'own total'
  | 'order'
  /** The whole response to a request whose values have a semicolon that is not escaped. */
  | 'semicolon'
  /**
   * While the data was read, pages contradicted each other. The compared page must not be one of
   * these pages.
   */
  | `contradiction of ${Contradiction['clause']}`;

/** The properties of a request that decide which clauses apply to its response. */
export interface Asked {
  /**
   * The request without the criteria of the key range. The key range is a part of the data whose
   * records are all known. Its criteria only restrict the request to this part.
   */
  readonly question: ProductsQuestion;
  readonly route: 'v2' | 'legacy' | 'filtered';
  /** The filter is undefined if the query has no group of criteria. */
  readonly filter: Filter | undefined;
  /** The request has `limit` or `offset`. */
  readonly hasWindow: boolean;
  /** The request has no window, no order and no groups. */
  readonly isBare: boolean;
  /** The request is for the whole list on one page, with an order. */
  readonly isWholeInOrder: boolean;
  /** The mistake in the request. The response must have the documented error for it. */
  readonly mistake: Mistake | undefined;
}

/** A difference between the response and the required one. */
export interface Deviation {
  readonly part: Part;
  readonly expected: string;
  readonly actual: string;
  /** See `Deviation` of the harness. It does not name the order and the window of the request. */
  readonly sentence?: string | undefined;
  /** If set, the deviation is at most a warning. */
  readonly atMost?: 'warning';
}

export interface Comparison {
  readonly asked: Asked;
  /** The parts that were compared. */
  readonly tested: readonly Part[];
  /**
   * The first deviation. The comparison ends there. `tested` need not contain the part of the
   * deviation.
   */
  readonly deviation: Deviation | undefined;
}

/** Adds a compared part to `Comparison.tested`. */
export type NotePart = (part: Part) => void;
