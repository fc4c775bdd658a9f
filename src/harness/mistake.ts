/** Mistakes of a target, of which each predicts other responses than the document requires. */

import type { Reading } from './explain.js';

/** A reading that predicts responses. The rules of all other clauses stay as they are. */
export interface Mistake<E, F> extends Reading {
  /** The clauses that the mistake may break. */
  readonly breaks: readonly string[];
  /**
   * Whether the response is as a target with the mistake would give it. Undefined if the mistake
   * does not change the response to the request, or if its response is not known.
   */
  readonly predicts: (exchange: E, facts: F) => boolean | undefined;
}

export interface Mistakes<E, F> {
  /** The mistakes that may matter for these exchanges, the most general first. */
  readonly all: (violated: readonly E[], facts: F) => readonly Mistake<E, F>[];
  /** What distinguishes the request from others, in words, the most important first. */
  readonly features: (exchange: E) => readonly string[];
  /**
   * Whether the response is right, as far as it was learned. It tells which response of a relation
   * is wrong, if none violates a clause by itself. Default: every response may be the wrong one.
   */
  readonly isRight?: (exchange: E, facts: F) => boolean;
}
