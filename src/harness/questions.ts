import type { Answer } from '../http/answer.js';
import type { Context, TakeOptions } from './context.js';

interface Asking<Q> {
  /**
   * Whether a violation of another clause, in its fewest conditions, is one of this check as well.
   * Default: no.
   */
  readonly alsoOwns?: (clause: string, question: Q) => boolean;
  readonly take?: TakeOptions;
  /**
   * Sends questions again, where the budget allows it. `true`: the first question twice in a row,
   * right after its control. A question: the first question once, right after this one, which is
   * refused. `each`: every question once, all at once. Default: none.
   */
  readonly repeat?: true | 'each' | Q;
  /** What data there must be for a question. */
  readonly requires?: string;
  /** What data it needs, where no rule says anything of the responses. */
  readonly lacking?: string;
}

/** Questions; undefined stands for one that the data does not allow. */
type Some<Q> = readonly (Q | undefined)[] | Promise<readonly (Q | undefined)[]>;

/**
 * The questions of a check, the most discriminating first; `withoutFacts` where its rules need
 * nothing that is learned.
 */
export type Questions<Q, F> = Asking<Q> &
  (
    | { readonly questions: (facts: NonNullable<F>, context: Context) => Some<Q> }
    | { readonly withoutFacts: (context: Context) => Some<Q> }
  );

/**
 * The questions of a check of something that the document does not specify: the response to each is
 * recorded.
 */
export interface Observing<Q> {
  /** What the responses show together. */
  readonly shows: string;
  /** What data there must be for a question. */
  readonly requires?: string;
  /** Questions by their names, the most informative first. */
  readonly cases: (context: Context) => Cases<Q> | Promise<Cases<Q>>;
  /**
   * Describes a response that is a warning; `before` are those of the cases before it. Default: a
   * 5xx.
   */
  readonly odd?: (
    answer: Answer,
    context: Context,
    before: readonly Answer[],
  ) => string | undefined | Promise<string | undefined>;
  readonly take?: TakeOptions;
}

export type Cases<Q> = Readonly<Record<string, Q>>;
