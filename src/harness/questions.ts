/** How a check defines its questions. A question is a request as a value. */

import type { Answer } from '../http/answer.js';
import type { Context, TakeOptions } from './context.js';

interface QuestionOptions<Q> {
  /**
   * Whether a violation of another clause also fails this check. `question` is the simplest request
   * that shows the violation. Default: no.
   */
  readonly alsoOwns?: (clause: string, question: Q) => boolean;
  readonly take?: TakeOptions;
  /**
   * Which questions are sent again, if the budget allows it. By default none is.
   * - `true`: the control (the first question without its mistake) is sent, and then the first
   *   question twice.
   * - `each`: every question is sent once more, all concurrently.
   * - A question: it is sent, and then the first question once more.
   */
  readonly repeat?: true | 'each' | Q;
  /** What the data of the target must contain. Otherwise the check is skipped. */
  readonly requires?: string;
  /** The reason for skipping the check if no rule can test the responses. */
  readonly lacking?: string;
}

/** undefined stands for a question that the data does not allow. */
type PossibleQuestions<Q> = readonly (Q | undefined)[] | Promise<readonly (Q | undefined)[]>;

/**
 * The question that detects most faults comes first, because the budget may not allow all of them.
 * `withoutFacts` is used if the rules need no facts about the data of the target.
 */
export type Questions<Q, F> = QuestionOptions<Q> &
  (
    | { readonly questions: (facts: NonNullable<F>, context: Context) => PossibleQuestions<Q> }
    | { readonly withoutFacts: (context: Context) => PossibleQuestions<Q> }
  );

/** How a check that only records responses defines its questions. */
export interface Observing<Q> {
  readonly shows: string;
  /** What the data of the target must contain. Otherwise the check is skipped. */
  readonly requires?: string;
  /** The most informative case comes first. */
  readonly cases: (context: Context) => Cases<Q> | Promise<Cases<Q>>;
  /**
   * Describes why a response causes a warning, or returns undefined. `before` are the responses to
   * the earlier cases. By default a 5xx status causes a warning.
   */
  readonly warning?: (
    answer: Answer,
    context: Context,
    before: readonly Answer[],
  ) => string | undefined | Promise<string | undefined>;
  readonly take?: TakeOptions;
}

/**
 * Questions of a check that only records responses. The keys are the names under which the
 * responses are recorded.
 */
export type Cases<Q> = Readonly<Record<string, Q>>;
