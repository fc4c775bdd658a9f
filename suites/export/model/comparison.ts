/** The types of a comparison between a response and the response that the document requires. */

import type { Filter } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Contradiction } from './data.js';
import type { Mistake } from './mistakes.js';

/** The parts of a response, in the order in which they are compared with the expected response. */
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
  /** The page shows a contradiction that was found when the data was read. */
  | `contradiction of ${Contradiction['clause']}`;

/** The properties of a request that decide which clauses apply to its response. */
export interface Asked {
  /**
   * The request without the criteria that only restrict it to the key range, a part of the data
   * whose records are all known.
   */
  readonly question: ProductsQuestion;
  readonly route: 'v2' | 'legacy' | 'filtered';
  /** The filter in the query; undefined if the query has no group of criteria. */
  readonly filter: Filter | undefined;
  readonly hasWindow: boolean;
  /** Whether the request has no window, no order and no groups. */
  readonly isBare: boolean;
  /** Whether the request asks for the whole ordered list on one page. */
  readonly isWholeInOrder: boolean;
  /** The mistake whose documented error the response is compared with. */
  readonly mistake: Mistake | undefined;
}

/** How a part of a response differs from the expected response. */
export interface Deviation {
  readonly part: Part;
  readonly expected: string;
  readonly actual: string;
  readonly atMost?: 'warning';
}

/** The result of comparing a response with the expected response. */
export interface Comparison {
  readonly asked: Asked;
  /** The parts that were compared, up to the first deviation. */
  readonly tested: readonly Part[];
  /** The first deviation. */
  readonly deviation: Deviation | undefined;
}

/** Called with the name of each part that is compared. */
export type NotePart = (part: Part) => void;
