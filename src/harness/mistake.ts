/** Mistakes that a target may make. Each predicts responses that differ from the required ones. */

import type { Reading } from './reading.js';

/**
 * A mistake of the target, with the responses that it causes. The rules of the clauses that are not
 * in `breaks` still apply.
 */
export interface Mistake<E, F> extends Reading {
  /** The clauses that the mistake may break. */
  readonly breaks: readonly string[];
  /**
   * Whether a target with the mistake would return this response. Undefined if the mistake
   * does not change the response to the request, or if its response is not known.
   */
  readonly predicts: (exchange: E, facts: F) => boolean | undefined;
}

export interface Mistakes<E, F> {
  /**
   * The mistakes that may matter for these exchanges, the most general first. `every`: all
   * exchanges in the order in which they were sent; if it is missing, no others are known.
   */
  readonly all: (
    violated: readonly E[],
    facts: F,
    every?: readonly E[],
  ) => readonly Mistake<E, F>[];
  /**
   * What distinguishes the request from others, in words, the most important first. These words
   * describe what wrong responses have in common.
   */
  readonly features: (exchange: E) => readonly string[];
  /**
   * Whether the response is right according to the facts. It is used if several responses violate a
   * clause only together, to find the wrong one. Default: each of them may be wrong.
   */
  readonly isRight?: (exchange: E, facts: F) => boolean;
}
