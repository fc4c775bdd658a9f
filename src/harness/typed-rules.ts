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
  /** Violations, each with its exchanges; several if only together they show the violation. */
  readonly violations: readonly { readonly clause: string; readonly answers: readonly Answer[] }[];
  /** Responses without a violation, with the clauses to which they conform. */
  readonly kept: readonly { readonly answer: Answer; readonly clauses: ReadonlySet<string> }[];
}

/** Whether a violation of a clause, a warning or a failure, is reported. */
export type IsOpen = (clause: string, atMost: 'warning' | undefined) => boolean;

/** The result of testing all exchanges of an interface. */
export interface Review {
  /** The number of exchanges that each clause tested. */
  readonly judged: ReadonlyMap<string, number>;
  /** The reported violation of each clause, reduced to the fewest conditions that cause it. */
  readonly violations: ReadonlyMap<string, CheckEnded>;
  readonly evidence: Evidence;
}

/** The rules of any interface, as the harness uses them. */
export interface Rules {
  /** Settings without which no question can be sent. */
  readonly needs: readonly Setting[];
  /** The number of generated requests, and the clauses that they test. */
  readonly generated?: { readonly most: number; readonly clauses: readonly string[] };
  /**
   * Describes the question of a request, such as `price = 13, on the v2 route`; undefined if the
   * request is not a question of this interface.
   */
  readonly nameOf: (answer: Answer, target: Target) => string | undefined;
  readonly review: (
    context: Context,
    answers: readonly Answer[],
    isOpen: IsOpen,
    /**
     * Whether requests may be sent to learn facts. Without facts only the rules that need none
     * apply. Default true.
     */
    maySurvey?: boolean,
  ) => Promise<Review>;
  /**
   * For responses that seem to violate clauses: the responses from which the facts were learned,
   * and a reason if the facts have changed since and prove nothing. The result is empty for a
   * violation that needs no facts. `learned` means that the facts are already known.
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
   * Tests each response separately, without learned facts. Returns the violations and the clauses
   * that tested the responses.
   */
  readonly judgeWithoutFacts: (
    target: Target,
    answers: readonly Answer[],
  ) => { readonly judged: ReadonlySet<string>; readonly violations: readonly Violation[] };
  /**
   * The clause that a violating response still violates if conditions of its request are removed,
   * one after the other. undefined if the response, on its own, does not violate `clause`, or
   * conforms when the request is sent again.
   */
  readonly simplerClause: (
    context: Context,
    answer: Answer,
    clause: string,
  ) => Promise<string | undefined>;
  /** Sends generated requests that test wanted clauses, and describes their coverage. */
  readonly generate: (
    context: Context,
    answers: readonly Answer[],
    isWanted: (clause: string) => boolean,
  ) => Promise<string | undefined>;
}

/** Rules with the types of their questions and facts, used to write checks. */
export interface TypedRules<Q, F> extends Rules {
  /** Sends the questions of a check of some clauses, and returns its witness. */
  readonly ask: (
    context: Context,
    clauses: readonly string[],
    questions: Questions<Q, F>,
  ) => Promise<string>;
  /** Sends questions about unspecified behaviour, and records the responses. */
  readonly observe: (context: Context, cases: Observing<Q>) => Promise<Finding>;
}
