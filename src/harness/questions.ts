import type { Answer } from '../http/answer.js';
import type { Context, TakeOptions } from './context.js';
import { describeAnswer, type Finding, observed } from './finding.js';
import type { Book, Exchanged } from './rule.js';

interface Asking<Q> {
  /**
   * Whether a violation of another clause, in the fewest conditions that show it, is one of this check: what it asks is a
   * case of that clause. Default: no.
   */
  readonly claims?: (clause: string, question: Q) => boolean;
  readonly take?: TakeOptions;
  /**
   * The first question once more right after its control, and a second time in a row; or, for one that makes no mistake,
   * right after another that is refused: up to three requests. Or each question once more, all at once. Default: no.
   */
  readonly again?: true | 'each' | Q;
  /** What data it needs, where no question tells anything. */
  readonly lacking?: string;
}

/** Questions; undefined stands for one that the data does not allow. */
type Some<Q> = readonly (Q | undefined)[] | Promise<readonly (Q | undefined)[]>;

/**
 * What a check asks: questions that tell right from wrong about its clauses, the most discriminating first. Where its
 * rules rest on no facts they are `factless`, and none are learned for it.
 */
export type Questions<Q, F> = Asking<Q> &
  (
    | { readonly questions: (facts: NonNullable<F>, context: Context) => Some<Q> }
    | { readonly factless: (context: Context) => Some<Q> }
  );

/** What a check asks of a clause that the document leaves open: the answer to each case is recorded. */
export interface Observing<Q> {
  /** What the answers show together. */
  readonly shows: string;
  /** Questions by their names, the most informative first. */
  readonly cases: (context: Context) => Cases<Q> | Promise<Cases<Q>>;
  /** What is odd about an answer, which is a warning. Default: a 5xx. */
  readonly odd?: (answer: Answer, context: Context) => string | undefined | Promise<string | undefined>;
  readonly take?: TakeOptions;
}

export type Cases<Q> = Readonly<Record<string, Q>>;

/** Asks the cases that the budget has room for, and records what each is answered. */
export async function observeCases<Q, E extends Exchanged<Q>, F>(
  context: Context,
  book: Book<Q, E, F>,
  { shows, cases, odd = broken, take }: Observing<Q>,
): Promise<Finding> {
  const rows = [];
  let warning: string | undefined;
  for (const [question, asked] of context.budget.take(Object.entries(await cases(context)), take)) {
    const answer = await book.ask(context, asked);
    rows.push({ question, answer: book.summary?.(answer, context.target) ?? describeAnswer(answer) });
    const said = await odd(answer, context);
    if (said !== undefined) warning = `${question} ${said}`;
  }
  return observed(shows, rows, warning);
}

/** An input that the document leaves open still deserves an answer. */
export const broken = (answer: Answer): string | undefined =>
  answer.status >= 500 ? `returns ${describeAnswer(answer)}` : undefined;
