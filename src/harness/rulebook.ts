/**
 * The type of a rulebook: how the harness writes, reads, tests and simplifies the questions of an
 * interface.
 */

import type { Answer } from '../http/answer.js';
import type { Request, SendOptions } from '../http/request.js';
import type { Target } from '../settings/target.js';
import type { Context } from './context.js';
import type { Exchanged, Note, RelationViolation, Violation } from './rule.js';

/** The questions that result from removing one of the given members from a question. */
export const withoutEach = <Q extends object>(
  question: Q,
  ...conditions: readonly (keyof Q)[]
): readonly Q[] =>
  conditions.flatMap((one) =>
    question[one] === undefined ? [] : [{ ...question, [one]: undefined }],
  );

/** The generated requests of a suite. They combine conditions and test several clauses at once. */
export interface Generated<Q, F, Id extends string> {
  /** The number of requests if there is no budget. */
  readonly most: number;
  /** The clauses that the generated requests test, and the clauses that one question tests. */
  readonly clauses: readonly Id[];
  readonly clausesTestedBy: (question: Q, facts: F, target: Target) => readonly Id[];
  /**
   * Sends the wanted questions within the budget, in addition to the questions of checks. Returns a
   * description of their coverage.
   */
  readonly ask: (
    context: Context,
    facts: F,
    sentQuestions: readonly Q[],
    isWanted: (question: Q) => boolean,
  ) => Promise<string>;
}

/** How the exchanges of an interface are read and tested. */
export interface Rulebook<Q, E extends Exchanged<Q>, F, Id extends string> {
  readonly request: (question: Q, target: Target) => Request;
  /** Sends a question. Default: sends its request. */
  readonly ask?: (context: Context, question: Q, options?: SendOptions) => Promise<Answer>;
  /** The exchange of a response; undefined if its request is not a question of this interface. */
  readonly read: (answer: Answer, target: Target) => E | undefined;
  /** Learns the facts of the target; rejects if they cannot be learned. */
  readonly facts: (context: Context) => Promise<F>;
  /**
   * The facts that recorded exchanges show. For a run they are added to the learned facts; for
   * other clients they are the only facts. Default: none.
   */
  readonly shown?: (exchanges: readonly E[], learned: NonNullable<F> | undefined) => F;
  /**
   * The responses from which the facts for these exchanges were learned; a failure shows them.
   * Default: none.
   */
  readonly learnedFrom?: (facts: NonNullable<F>, exchanges: readonly E[]) => readonly Answer[];
  /** The facts if nothing is known. */
  readonly unknown: F;
  /**
   * The reason why the settings of the target exclude a question. The question is then not sent.
   * The result is undefined if the target offers the question. Default: every question is offered.
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
   * The question without its mistake. The target must accept it, because otherwise a refusal proves
   * nothing.
   */
  readonly control?: (question: Q, target: Target, facts: F) => Q | undefined;
  readonly isAccepted?: (exchange: E) => boolean;
  /** The questions that result from removing one condition. */
  readonly simpler: (question: Q) => readonly Q[];
  /** Describes a question. Conditions that are already in the sentence `said` are left out. */
  readonly name: (question: Q, said?: string) => string;
  /** Describes a response briefly. Default: its status and the beginning of its body. */
  readonly summary?: (answer: Answer, target: Target) => string | undefined;
  /**
   * The evidence of a pass, such as the number of records that a filter excluded. Default: the
   * description of the question.
   */
  readonly witness?: (exchange: E, facts: F) => string | undefined;
  /**
   * The clause of a violation that does not occur when the question is sent again. Default: the
   * violated clause.
   */
  readonly unrepeatable?: Id;
  /** Set if the clause of a violation may change while its conditions are reduced. */
  readonly blames?: 'the fewest conditions';
  /** Returns a message if the facts on which a violation depends have changed since. */
  readonly changed?: (
    context: Context,
    exchanges: readonly E[],
    clauses: readonly string[],
  ) => Promise<string | undefined>;
  /** The reason why the facts do not allow some clauses to be tested. Default: there is none. */
  readonly unproved?: (facts: F) => string | undefined;
  readonly generated?: Generated<Q, F, Id>;
}

/** A rulebook as the harness uses it. `judge` also returns the clauses that tested an exchange. */
export type Book<Q, E extends Exchanged<Q>, F> = Omit<Rulebook<Q, E, F, string>, 'judge'> &
  Required<Pick<Rulebook<Q, E, F, string>, 'ask' | 'relate'>> & {
    readonly judge: (
      exchange: E,
      facts: F,
    ) => { violations: readonly Violation[]; clauses: readonly string[] };
  };
