import type { Answer } from '../http/answer.js';
import type { Request, SendOptions } from '../http/request.js';
import type { Target } from '../settings/target.js';
import type { Context } from './context.js';
import type { Exchanged, Note, RelationViolation, Violation } from './rule.js';

/** A question without each of some conditions. */
export const withoutEach = <Q extends object>(
  question: Q,
  ...conditions: readonly (keyof Q)[]
): readonly Q[] =>
  conditions.flatMap((one) =>
    question[one] === undefined ? [] : [{ ...question, [one]: undefined }],
  );

/** Requests that a suite makes up to bring conditions together, for all of its clauses at once. */
export interface Generated<Q, F, Id extends string> {
  /** Requests where nothing limits the run. */
  readonly most: number;
  /** Clauses that any of them bears on, and those that one does. */
  readonly clauses: readonly Id[];
  readonly bearsOn: (question: Q, facts: F, target: Target) => readonly Id[];
  /** Asks those that are wanted and the budget allows, besides what was asked before; answers what they cover. */
  readonly ask: (
    context: Context,
    facts: F,
    asked: readonly Q[],
    isWanted: (question: Q) => boolean,
  ) => Promise<string>;
}

/** How the exchanges of an interface are read and judged. */
export interface Rulebook<Q, E extends Exchanged<Q>, F, Id extends string> {
  readonly request: (question: Q, target: Target) => Request;
  /** Puts a question to the target. Default: sends its request. */
  readonly ask?: (context: Context, question: Q, options?: SendOptions) => Promise<Answer>;
  /** The exchange of an answer; undefined where its request is no question of this interface. */
  readonly read: (answer: Answer, target: Target) => E | undefined;
  /** What is learned of the target; rejects where it cannot be learned. */
  readonly facts: (context: Context) => Promise<F>;
  /** What recorded exchanges show: of a run, besides what was learned; of others, by themselves. Default: nothing. */
  readonly shown?: (exchanges: readonly E[], learned: NonNullable<F> | undefined) => F;
  /** The answers that facts were learned from which exchanges are compared with. Default: none are shown. */
  readonly learnedFrom?: (facts: NonNullable<F>, exchanges: readonly E[]) => readonly Answer[];
  /** The facts of a target of which nothing is known. */
  readonly unknown: F;
  readonly judge: (exchange: E, facts: F, note: Note<Id>) => readonly Violation<Id>[];
  /** What several exchanges of a run show together. */
  readonly relate?: (
    exchanges: readonly E[],
    facts: F,
    note: Note<Id>,
  ) => readonly RelationViolation<E, Id>[];
  /** The question with its mistake put right, which must be accepted, or a refusal proves nothing; else undefined. */
  readonly control?: (question: Q, target: Target, facts: F) => Q | undefined;
  readonly isAccepted?: (exchange: E) => boolean;
  /** The same question with one condition less each. */
  readonly simpler: (question: Q) => readonly Q[];
  readonly name: (question: Q) => string;
  /** A response in a few words, where it is more than its status and its beginning. */
  readonly summary?: (answer: Answer, target: Target) => string | undefined;
  /** What makes the pass of an exchange worth something, such as the records that were left out. */
  readonly witness?: (exchange: E, facts: F) => string | undefined;
  /** The clause of a question that is answered rightly when it is asked again. Default: the clause that was violated. */
  readonly unrepeatable?: Id;
  /** The clause that a violation is of once its conditions are the fewest. Default: the one it was seen as. */
  readonly blames?: 'the fewest conditions';
  /** Whether what exchanges, which seem to violate some clauses, are judged by has changed meanwhile; the reason in words. */
  readonly changed?: (
    context: Context,
    exchanges: readonly E[],
    clauses: readonly string[],
  ) => Promise<string | undefined>;
  readonly generated?: Generated<Q, F, Id>;
}

/** A rulebook as the harness uses it, whatever its clauses are; `judge` names those that an exchange was held against. */
export type Book<Q, E extends Exchanged<Q>, F> = Omit<Rulebook<Q, E, F, string>, 'judge'> &
  Required<Pick<Rulebook<Q, E, F, string>, 'ask' | 'relate'>> & {
    readonly judge: (
      exchange: E,
      facts: F,
    ) => { violations: readonly Violation[]; clauses: readonly string[] };
  };
