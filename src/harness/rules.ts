import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Context } from './context.js';
import { judgeQuestions, type Questions } from './judge-questions.js';
import { known } from './known.js';
import { type Review, review } from './review.js';
import type { Exchanged, Rulebook } from './rule.js';

/** The rules of an interface, as the harness uses them whatever the interface is. */
export interface Rules {
  /** Settings without which nothing of the interface can be asked. */
  readonly needs: readonly Setting[];
  readonly review: (context: Context, answers: readonly Answer[], open: (clause: string) => boolean) => Promise<Review>;
  /** Why answers that seem to violate clauses prove nothing: what they are judged by has changed meanwhile. */
  readonly excuse: (
    context: Context,
    answers: readonly Answer[],
    clauses: readonly string[],
  ) => Promise<string | undefined>;
  /** Requests that bring conditions together, and the clauses that they bear on. */
  readonly generated?: { readonly most: number; readonly early?: number; readonly clauses: readonly string[] };
  /** Asks those that bear on some clauses; answers what they covered. */
  readonly generate: (context: Context, wanted: (clause: string) => boolean) => Promise<string | undefined>;
}

/** Rules with the type of their questions, by which checks are written. */
export interface TypedRules<Q, F> extends Rules {
  readonly ask: (context: Context, clauses: readonly string[], questions: Questions<Q, F>) => Promise<string>;
}

export const rulesOf = <Q, E extends Exchanged<Q>, F, Id extends string>(
  needs: readonly Setting[],
  book: Rulebook<Q, E, F, Id>,
): TypedRules<Q, F> => ({
  needs,
  ...(book.generated === undefined ? {} : { generated: book.generated }),
  ask: (context, clauses, questions) => judgeQuestions(context, book, clauses, questions),
  review: (context, answers, open) => review(context, book, answers, open),
  async excuse(context, answers, clauses) {
    const exchanges = answers.flatMap((answer) => book.read(answer, context.target) ?? []);
    const isWrongInItself = exchanges.some((exchange) =>
      book
        .judge(exchange, book.unknown, () => undefined)
        .some(({ clause, atMost }) => atMost === undefined && clauses.includes(clause)),
    );
    return isWrongInItself || book.changed === undefined ? undefined : known(book.changed(context, exchanges, clauses));
  },
  async generate(context, wanted) {
    const { generated } = book;
    const facts = generated && (await known(book.facts(context)));
    if (generated === undefined || facts === undefined) return undefined;
    return known(
      generated.ask(context, facts, (question) => generated.bearsOn(question, facts, context.target).some(wanted)),
    );
  },
});
