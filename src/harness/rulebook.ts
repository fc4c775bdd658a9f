/**
 * A rulebook defines how the harness writes, reads, tests and simplifies the questions of an
 * interface. A question describes a request by its resource, parameters and credentials.
 *
 * The mistake of a question is what is wrong with the request. A mistake of the target is a wrong
 * behaviour. A reading predicts the responses of a target with one such mistake. An explanation is
 * the readings that fit the responses.
 */

import type { Answer } from '../http/answer.js';
import type { Request, SendOptions } from '../http/request.js';
import type { ReportedColumn } from '../schema/types.js';
import type { Target } from '../settings/target.js';
import type { Context } from './context.js';
import type { Mistakes } from './mistake.js';
import type { Explanation, Readings } from './reading.js';
import type { Exchanged, Note, RelationViolation, Repeated, Violation } from './rule.js';

/** For each given condition of the question, returns a copy without this condition. */
export const withoutEach = <Q extends object>(
  question: Q,
  ...conditions: readonly (keyof Q)[]
): readonly Q[] =>
  conditions.flatMap((one) =>
    question[one] === undefined ? [] : [{ ...question, [one]: undefined }],
  );

/** Generated requests (of a covering array) combine conditions and test several clauses at once. */
export interface Generated<Q, F, Id extends string> {
  /** The number of generated requests if no budget limits the requests of the run. */
  readonly most: number;
  readonly clauses: readonly Id[];
  readonly clausesTestedBy: (question: Q, facts: F, target: Target) => readonly Id[];
  /**
   * Sends wanted questions within the budget, in addition to `sentQuestions`. Returns a text that
   * says how many combinations of conditions all these questions cover.
   */
  readonly ask: (
    context: Context,
    facts: F,
    sentQuestions: readonly Q[],
    isWanted: (question: Q) => boolean,
  ) => Promise<string>;
}

/** How the data of the target changed during a run. */
export interface DataChanges {
  /** The number of the exchange that showed the first change. */
  readonly since: number;
  /** The number of the exchange by which the data was last read completely. */
  readonly until: number;
  /** Names what changed, such as `values of stock`, for the reason of a verdict. */
  readonly what: string;
}

/**
 * `Q` is the type of a question, `E` of an exchange, `F` of the facts, and `Id` of the ids of the
 * clauses.
 */
export interface Rulebook<Q, E extends Exchanged<Q>, F, Id extends string> {
  /** Writes the question as a request. `read` is the reverse. */
  readonly request: (question: Q, target: Target) => Request;
  /** Default: sends the request of the question. */
  readonly ask?: (context: Context, question: Q, options?: SendOptions) => Promise<Answer>;
  /** Returns undefined if the request is not a question of this interface. */
  readonly read: (answer: Answer, target: Target) => E | undefined;
  /** Learns the facts of the target (the server under test). Rejects if they cannot be learned. */
  readonly facts: (context: Context) => Promise<F>;
  /**
   * Returns the facts that recorded exchanges show. In a recorded run they are added to the learned
   * facts. In recorded traffic of other clients they are the only facts. Default: none.
   */
  readonly shown?: (exchanges: readonly E[], learned: NonNullable<F> | undefined) => F;
  /**
   * The responses from which the facts for these exchanges were learned. The report of a failure
   * contains them. Default: none.
   */
  readonly learnedFrom?: (facts: NonNullable<F>, exchanges: readonly E[]) => readonly Answer[];
  /** The facts to use if nothing is known about the target. */
  readonly unknown: F;
  /**
   * Returns why the settings of the target exclude a question. Such a question is not sent. Returns
   * undefined for an allowed question. Default: every question is allowed.
   */
  readonly notOffered?: (question: Q, target: Target) => string | undefined;
  /**
   * Leaves out facts that no rule uses for this exchange. The result must be the same object if the
   * other facts are the same, so that the exchange is tested only once. Default: all facts.
   */
  readonly decisive?: (exchange: E, facts: F) => F;
  /** Tests an exchange by every rule. `note` receives the clauses whose rule tested it. */
  readonly judge: (exchange: E, facts: F, note: Note<Id>) => readonly Violation<Id>[];
  /** Tests by every relation whether exchanges agree. Default: there is no relation. */
  readonly relate?: (
    exchanges: readonly E[],
    facts: F,
    note: Note<Id>,
  ) => readonly RelationViolation<E, Id>[];
  /**
   * Returns the question without its mistake. If the target refuses even this corrected question,
   * its refusal of the mistake proves nothing.
   */
  readonly control?: (question: Q, target: Target, facts: F) => Q | undefined;
  /** Whether the target accepted a control. Default: it did not. */
  readonly isAccepted?: (exchange: E) => boolean;
  /** Whether the response contains data, such as records. Default: it does not. */
  readonly hasData?: (exchange: E) => boolean;
  /** Returns copies of the question. Each lacks one condition, and is still a valid question. */
  readonly simpler: (question: Q) => readonly Q[];
  /**
   * Describes a question. `said` is the preceding text of the same message. Conditions that this
   * text already contains are left out.
   */
  readonly name: (question: Q, said?: string) => string;
  /** Default: the status and the beginning of the body. */
  readonly summary?: (answer: Answer, target: Target) => string | undefined;
  /**
   * Evidence of a pass, such as the number of records that a filter excluded. Default: the
   * description of the question.
   */
  readonly witness?: (exchange: E, facts: F) => string | undefined;
  /**
   * A violation counts for this clause if it does not occur again when the question is repeated.
   * Default: the violated clause.
   */
  readonly unrepeatable?: Id;
  /**
   * If it is set, a violating question is simplified as long as it violates any clause. The failure
   * counts for the clause that the simplest question violates. Default: the simpler question must
   * violate the same clause.
   */
  readonly blames?: 'the fewest conditions';
  /**
   * Reads again the data with which these exchanges were compared, or all data if no exchanges are
   * given. If the data changed, replaces the learned facts and returns the new ones. Default: the
   * data does not change.
   */
  readonly renew?: (context: Context, facts: F, exchanges?: readonly E[]) => Promise<F | undefined>;
  /** How the data changed in this run; undefined if no change is known. This sends no request. */
  readonly changes?: (facts: F) => DataChanges | undefined;
  /** The columns of the data, and whether these exchanges requested them. Default: none. */
  readonly columns?: (facts: F, exchanges: readonly E[]) => readonly ReportedColumn[];
  /**
   * Tests again the facts on which a failure of these exchanges rests. If they changed, returns the
   * reason why the failure is not proved. Unlike `renew`, it returns no new facts. Default: facts
   * do not change.
   */
  readonly changed?: (
    context: Context,
    exchanges: readonly E[],
    clauses: readonly string[],
  ) => Promise<string | undefined>;
  /** Returns why some clauses cannot be tested with these facts. Default: there is no reason. */
  readonly unproved?: (facts: F) => string | undefined;
  readonly generated?: Generated<Q, F, Id>;
  /** Mistakes of the target that explain violations. Default: none is known. */
  readonly readings?: Readings<E, F>;
  /**
   * Returns questions that test an explanation, the best first. For each question the explanation
   * predicts a response that the document does not allow. If possible, its readings predict
   * different responses, so that the actual response shows which reading is right. Default: none.
   */
  readonly experiments?: (explanation: Explanation<E>, facts: NonNullable<F>) => readonly Q[];
  /**
   * Mistakes of the target, for suites without `readings`. The prediction of a mistake replaces the
   * rules of the clauses that it breaks. Default: none.
   */
  readonly mistakes?: Mistakes<E, F>;
}

/** The repetition of a violation that a single exchange shows by these facts. */
interface Repetition<E, F> extends Pick<Violation, 'clause' | 'atMost'> {
  readonly facts: F;
  readonly result: Promise<Repeated<E, F>>;
}

/**
 * A rulebook whose `judge` also returns the clauses by which an exchange was tested, with the
 * repetitions of its violations.
 */
export type PreparedRulebook<Q, E extends Exchanged<Q>, F> = Omit<
  Rulebook<Q, E, F, string>,
  'judge'
> &
  Required<Pick<Rulebook<Q, E, F, string>, 'ask' | 'relate'>> & {
    readonly judge: (
      exchange: E,
      facts: F,
    ) => { violations: readonly Violation[]; clauses: readonly string[] };
    readonly repetitions: WeakMap<E, readonly Repetition<E, F>[]>;
  };
