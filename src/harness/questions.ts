/** The forms in which a check states its questions. */

import type { Answer } from '../http/answer.js';
import type { Context, TakeOptions } from './context.js';

interface QuestionOptions<Q> {
  /**
   * Whether a violation of another clause also fails this check. The violation must have been
   * reduced to the fewest conditions. Default: no.
   */
  readonly alsoOwns?: (clause: string, question: Q) => boolean;
  readonly take?: TakeOptions;
  /**
   * Which questions are sent again, if the budget allows it. `true`: the first question twice,
   * after its control (the question without its mistake). `each`: every question once,
   * concurrently. A question: this question, which must be refused, and then the first question
   * once. Default: none.
   */
  readonly repeat?: true | 'each' | Q;
  /** The data that any question requires. */
  readonly requires?: string;
  /** The data that a rule requires to test the responses. */
  readonly lacking?: string;
}

/** undefined stands for a question that the data does not allow. */
type Some<Q> = readonly (Q | undefined)[] | Promise<readonly (Q | undefined)[]>;

/** Most discriminating first. `withoutFacts` is used if the rules need no facts. */
export type Questions<Q, F> = QuestionOptions<Q> &
  (
    | { readonly questions: (facts: NonNullable<F>, context: Context) => Some<Q> }
    | { readonly withoutFacts: (context: Context) => Some<Q> }
  );

export interface Observing<Q> {
  readonly shows: string;
  /** The data that any question requires. */
  readonly requires?: string;
  /** Most informative first. */
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

/** By the names under which responses are recorded. */
export type Cases<Q> = Readonly<Record<string, Q>>;
