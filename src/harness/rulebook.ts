import type { Answer } from '../http/answer.js';
import type { Request, SendOptions } from '../http/request.js';
import type { Target } from '../settings/target.js';
import type { Context } from './context.js';
import type { Exchanged, Note, RelationViolation, Violation } from './rule.js';

/** The questions that result when one of some conditions is removed from a question. */
export const withoutEach = <Q extends object>(
  question: Q,
  ...conditions: readonly (keyof Q)[]
): readonly Q[] =>
  conditions.flatMap((one) =>
    question[one] === undefined ? [] : [{ ...question, [one]: undefined }],
  );

/** Generated requests of a suite, which combine conditions and test several clauses at once. */
export interface Generated<Q, F, Id extends string> {
  /** The number of requests where there is no budget. */
  readonly most: number;
  /** The clauses that any of them tests, and those that one question tests. */
  readonly clauses: readonly Id[];
  readonly bearsOn: (question: Q, facts: F, target: Target) => readonly Id[];
  /**
   * Sends those that are wanted and within the budget, in addition to what was asked before;
   * describes what they cover.
   */
  readonly ask: (
    context: Context,
    facts: F,
    asked: readonly Q[],
    isWanted: (question: Q) => boolean,
  ) => Promise<string>;
}

/** How the exchanges of an interface are read and tested. */
export interface Rulebook<Q, E extends Exchanged<Q>, F, Id extends string> {
  readonly request: (question: Q, target: Target) => Request;
  /** Sends a question. Default: sends its request. */
  readonly ask?: (context: Context, question: Q, options?: SendOptions) => Promise<Answer>;
  /**
   * The exchange of a response; undefined where its request is not a question of this interface.
   */
  readonly read: (answer: Answer, target: Target) => E | undefined;
  /** Learns the facts of the target; rejects where they cannot be learned. */
  readonly facts: (context: Context) => Promise<F>;
  /**
   * The facts that recorded exchanges show: of a run, added to what was learned; of other clients,
   * alone. Default: none.
   */
  readonly shown?: (exchanges: readonly E[], learned: NonNullable<F> | undefined) => F;
  /**
   * The responses that the facts for these exchanges were learned from; a failure shows them.
   * Default: none.
   */
  readonly learnedFrom?: (facts: NonNullable<F>, exchanges: readonly E[]) => readonly Answer[];
  /** The facts where nothing is known. */
  readonly unknown: F;
  /**
   * Why the target does not offer what a question needs, by its settings; undefined where it does.
   * Such a question is not sent. Default: everything is offered.
   */
  readonly notOffered?: (question: Q, target: Target) => string | undefined;
  readonly judge: (exchange: E, facts: F, note: Note<Id>) => readonly Violation<Id>[];
  /** The violations that several exchanges show together. */
  readonly relate?: (
    exchanges: readonly E[],
    facts: F,
    note: Note<Id>,
  ) => readonly RelationViolation<E, Id>[];
  /**
   * The question without its mistake, which must be accepted, because otherwise a refusal proves
   * nothing.
   */
  readonly control?: (question: Q, target: Target, facts: F) => Q | undefined;
  readonly isAccepted?: (exchange: E) => boolean;
  /** The questions that result when one condition is removed. */
  readonly simpler: (question: Q) => readonly Q[];
  /** A question in words, without what the words `said` before it contain. */
  readonly name: (question: Q, said?: string) => string;
  /** A response in a few words. Default: its status and the beginning of its body. */
  readonly summary?: (answer: Answer, target: Target) => string | undefined;
  /**
   * The evidence of a pass, such as the number of records that a filter left out. Default: the name
   * of the question.
   */
  readonly witness?: (exchange: E, facts: F) => string | undefined;
  /**
   * The clause of a violation that does not occur when the question is sent again. Default: the
   * clause that was violated.
   */
  readonly unrepeatable?: Id;
  /** Set where the clause of a violation may change while its conditions are reduced. */
  readonly blames?: 'the fewest conditions';
  /**
   * Says that the facts by which exchanges violate some clauses have changed meanwhile, and why.
   */
  readonly changed?: (
    context: Context,
    exchanges: readonly E[],
    clauses: readonly string[],
  ) => Promise<string | undefined>;
  /** Says why the facts leave clauses open that rest on them. Default: they do not. */
  readonly unproved?: (facts: F) => string | undefined;
  readonly generated?: Generated<Q, F, Id>;
}

/**
 * A rulebook as the harness uses it; `judge` also returns the clauses that an exchange was tested
 * by.
 */
export type Book<Q, E extends Exchanged<Q>, F> = Omit<Rulebook<Q, E, F, string>, 'judge'> &
  Required<Pick<Rulebook<Q, E, F, string>, 'ask' | 'relate'>> & {
    readonly judge: (
      exchange: E,
      facts: F,
    ) => { violations: readonly Violation[]; clauses: readonly string[] };
  };
