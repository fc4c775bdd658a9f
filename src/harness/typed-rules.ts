import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import type { Context } from './context.js';
import type { CheckEnded, Finding } from './finding.js';
import type { Observing, Questions } from './questions.js';
import type { Violation } from './rule.js';

/** What the rules say of all exchanges of an interface. */
export interface Evidence {
  /** Exchanges that violate a clause, several where only together they show it. */
  readonly violations: readonly { readonly clause: string; readonly answers: readonly Answer[] }[];
  /** Responses without a violation, with the clauses that they conform to. */
  readonly kept: readonly { readonly answer: Answer; readonly clauses: ReadonlySet<string> }[];
}

/** Whether a violation of a clause, a warning or a failure, is reported. */
export type IsOpen = (clause: string, atMost: 'warning' | undefined) => boolean;

/** The result of testing all exchanges of an interface. */
export interface Review {
  /** How many exchanges were tested by each clause. */
  readonly judged: ReadonlyMap<string, number>;
  /** The violation of each clause that is reported, in the fewest conditions that show it. */
  readonly violations: ReadonlyMap<string, CheckEnded>;
  readonly evidence: Evidence;
}

/** The rules of any interface, as the harness uses them. */
export interface Rules {
  /** Settings without which nothing can be asked. */
  readonly needs: readonly Setting[];
  /** The number of generated requests, and the clauses that they test. */
  readonly generated?: { readonly most: number; readonly clauses: readonly string[] };
  /**
   * What a request asks, in words such as `price = 13, on the v2 route`; undefined where it is not
   * a question of this interface.
   */
  readonly nameOf: (answer: Answer, target: Target) => string | undefined;
  readonly review: (
    context: Context,
    answers: readonly Answer[],
    isOpen: IsOpen,
    /**
     * Whether requests may be sent to learn facts. Without facts only those rules apply that need
     * none. Default true.
     */
    maySurvey?: boolean,
  ) => Promise<Review>;
  /**
   * For responses that seem to violate clauses: the responses that the facts were learned from, and
   * the reason why they prove nothing, where facts have changed since. Nothing for a violation that
   * needs no facts. `learned` says that the facts are known already.
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
   * The clauses that responses are tested by and the violations, each response by what it shows
   * itself.
   */
  readonly judgeWithoutFacts: (
    target: Target,
    answers: readonly Answer[],
  ) => { readonly judged: ReadonlySet<string>; readonly violations: readonly Violation[] };
  /** Sends generated requests that test wanted clauses, and describes what they cover. */
  readonly generate: (
    context: Context,
    answers: readonly Answer[],
    isWanted: (clause: string) => boolean,
  ) => Promise<string | undefined>;
}

/** Rules with the types of their questions and facts, for writing checks. */
export interface TypedRules<Q, F> extends Rules {
  /** Sends the questions of a check of some clauses, and returns its witness. */
  readonly ask: (
    context: Context,
    clauses: readonly string[],
    questions: Questions<Q, F>,
  ) => Promise<string>;
  readonly observe: (context: Context, cases: Observing<Q>) => Promise<Finding>;
}
