/**
 * The rules of an interface in the form that the harness uses, independent of the types of the
 * interface.
 */

import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import type { Context } from './context.js';
import type { CheckEnded, Finding } from './finding.js';
import type { Observing, Questions } from './questions.js';
import type { Violation } from './rule.js';

/** The results of all rules for all exchanges of an interface. */
export interface Evidence {
  /** A violation has several responses if only together they show it. */
  readonly violations: readonly { readonly clause: string; readonly answers: readonly Answer[] }[];
  /** Responses without a violation, with the clauses that tested them. */
  readonly kept: readonly { readonly answer: Answer; readonly clauses: ReadonlySet<string> }[];
}

export type IsOpen = (clause: string, atMost: 'warning' | undefined) => boolean;

export interface Review {
  /** By clause: the number of exchanges that the clause tested. */
  readonly judged: ReadonlyMap<string, number>;
  /** The reported violation of each clause, reduced to the fewest conditions. */
  readonly violations: ReadonlyMap<string, CheckEnded>;
  readonly evidence: Evidence;
}

export interface Rules {
  /** Every question of the interface needs these settings. */
  readonly needs: readonly Setting[];
  readonly generated?: { readonly most: number; readonly clauses: readonly string[] };
  /**
   * Such as `price = 13, on the v2 route`; undefined if the request is not a question of this
   * interface.
   */
  readonly nameOf: (answer: Answer, target: Target) => string | undefined;
  readonly review: (
    context: Context,
    answers: readonly Answer[],
    isOpen: IsOpen,
    /**
     * False sends no requests to learn facts. Only rules without facts then apply. Default true.
     */
    maySurvey?: boolean,
  ) => Promise<Review>;
  /**
   * For responses that seem to violate clauses. `compared`: the responses from which the facts were
   * learned. `changed`: a reason if the facts have changed and prove nothing. Empty for a violation
   * that needs no facts. `learned` means that the facts are already known.
   */
  readonly evidenceFor: (
    context: Context,
    answers: readonly Answer[],
    clauses: readonly string[],
    learned: boolean,
  ) => Promise<{
    readonly compared?: readonly Answer[] | undefined;
    readonly changed?: string | undefined;
  }>;
  /**
   * Tests each response separately, without learned facts. `judged` has the clauses that tested the
   * responses.
   */
  readonly judgeWithoutFacts: (
    target: Target,
    answers: readonly Answer[],
  ) => { readonly judged: ReadonlySet<string>; readonly violations: readonly Violation[] };
  /**
   * The clause that a violating response still violates after conditions of its request were
   * removed. undefined if the response alone does not violate `clause`, or conforms when the
   * request is sent again.
   */
  readonly simplerClause: (
    context: Context,
    answer: Answer,
    clause: string,
  ) => Promise<string | undefined>;
  /** Sends generated requests that test wanted clauses. Returns their coverage in words. */
  readonly generate: (
    context: Context,
    answers: readonly Answer[],
    isWanted: (clause: string) => boolean,
  ) => Promise<string | undefined>;
}

/** Rules with the types of their questions and facts. */
export interface TypedRules<Q, F> extends Rules {
  readonly ask: (
    context: Context,
    clauses: readonly string[],
    questions: Questions<Q, F>,
  ) => Promise<string>;
  readonly observe: (context: Context, cases: Observing<Q>) => Promise<Finding>;
}
