/** The forms in which a check states its questions. */

import type { Answer } from '../http/answer.js';
import type { Context, TakeOptions } from './context.js';

/** How the questions of a check are sent, and which data they require. */
interface QuestionOptions<Q> {
  /**
   * Whether a violation of another clause also fails this check. It must have been reduced to the
   * fewest conditions that cause it. Default: no.
   */
  readonly alsoOwns?: (clause: string, question: Q) => boolean;
  readonly take?: TakeOptions;
  /**
   * Which questions are sent again, if the budget allows it. `true`: the first question twice,
   * right after its control, that is, the same question without its mistake. `each`: every question
   * once, all concurrently. A question: this question, which must be refused, and then the first
   * question once. Default: none.
   */
  readonly repeat?: true | 'each' | Q;
  /** The data that is required for any question. */
  readonly requires?: string;
  /** The data that is required so that a rule can test the responses. */
  readonly lacking?: string;
}

/** Questions. undefined stands for a question that the data does not allow. */
type Some<Q> = readonly (Q | undefined)[] | Promise<readonly (Q | undefined)[]>;

/**
 * The questions of a check, most discriminating first. `withoutFacts` is used if the rules need no
 * facts.
 */
export type Questions<Q, F> = QuestionOptions<Q> &
  (
    | { readonly questions: (facts: NonNullable<F>, context: Context) => Some<Q> }
    | { readonly withoutFacts: (context: Context) => Some<Q> }
  );

/**
 * The questions of a check about unspecified behaviour. The response to each question is recorded.
 */
export interface Observing<Q> {
  /** A heading for the recorded responses. */
  readonly shows: string;
  /** The data that is required for any question. */
  readonly requires?: string;
  /** Questions by name, most informative first. */
  readonly cases: (context: Context) => Cases<Q> | Promise<Cases<Q>>;
  /**
   * Describes a response that is a warning. `before` are the responses to the earlier cases.
   * Default: a 5xx status is a warning.
   */
  readonly warning?: (
    answer: Answer,
    context: Context,
    before: readonly Answer[],
  ) => string | undefined | Promise<string | undefined>;
  readonly take?: TakeOptions;
}

/** Questions by the names under which their responses are recorded. */
export type Cases<Q> = Readonly<Record<string, Q>>;
