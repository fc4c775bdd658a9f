/**
 * The types of the functions by which the harness applies the rules of an interface. A rule tests
 * whether a response conforms to a clause.
 */

import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import type { Context } from './context.js';
import type { CheckEnded, Finding } from './finding.js';
import type { Observing, Questions } from './questions.js';
import type { Violation } from './rule.js';
import type { DataChanges } from './rulebook.js';

/** The results of all rules for all exchanges of an interface. */
export interface Evidence {
  /** A violation has several responses if no single response shows it. */
  readonly violations: readonly { readonly clause: string; readonly answers: readonly Answer[] }[];
  /** Responses without a violation, with the clauses by which they were tested. */
  readonly kept: readonly { readonly answer: Answer; readonly clauses: ReadonlySet<string> }[];
}

/**
 * Returns true if a violation of the clause has to be reported, because no failed check has
 * reported one. With `atMost` 'warning', a check with a warning counts like a failed check.
 */
export type IsOpen = (clause: string, atMost: 'warning' | undefined) => boolean;

export interface Review {
  /** The number of exchanges that were tested by a clause, by the id of the clause. */
  readonly judged: ReadonlyMap<string, number>;
  /** One violation of each clause, whose request has as few conditions as possible. */
  readonly violations: ReadonlyMap<string, CheckEnded>;
  readonly evidence: Evidence;
}

export interface Rules {
  /** Every question of the interface needs these settings. */
  readonly needs: readonly Setting[];
  /** At most `most` generated requests are sent, which test these clauses. */
  readonly generated?: { readonly most: number; readonly clauses: readonly string[] };
  /**
   * Describes the request of a response, such as `price = 13, on the v2 route`. The result is
   * undefined if the request does not belong to this interface.
   */
  readonly nameOf: (answer: Answer, target: Target) => string | undefined;
  readonly review: (
    context: Context,
    answers: readonly Answer[],
    isOpen: IsOpen,
    /**
     * If false, no requests are sent to learn facts, and only rules without facts apply. Default
     * true.
     */
    maySurvey?: boolean,
  ) => Promise<Review>;
  /**
   * Receives responses that violate clauses. `learned` is true if the check has used learned facts.
   * The result is an empty object if the violation is shown without facts. Otherwise `compared` has
   * the responses from which the facts were learned. If the facts have changed since then, the
   * violation is not proved, and `changed` is set: it describes the change for the report.
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
  /** Reads the data of the target again, unless no data could be learned. */
  readonly renew: (context: Context) => Promise<void>;
  /**
   * Returns undefined if the data is not known to have changed in this run, or if no data could be
   * learned.
   */
  readonly changes: (context: Context) => Promise<DataChanges | undefined>;
  /**
   * Tests each response separately, without learned facts. `judged` contains the clauses by which
   * at least one response was tested.
   */
  readonly judgeWithoutFacts: (
    target: Target,
    answers: readonly Answer[],
  ) => { readonly judged: ReadonlySet<string>; readonly violations: readonly Violation[] };
  /**
   * Repeats the request of a response that violates `clause`, with as few conditions as possible.
   * Returns the clause that the response to the repetition violates, or undefined if no violation
   * is repeated.
   */
  readonly simplerClause: (
    context: Context,
    answer: Answer,
    clause: string,
  ) => Promise<string | undefined>;
  /**
   * Sends generated requests that test wanted clauses. Returns a description of what they covered,
   * if there is one.
   */
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
