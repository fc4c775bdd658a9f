import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import type { Context } from './context.js';
import { optional } from './optional.js';
import { judgeQuestions, type Observing, observeCases, type Questions } from './questions.js';
import { review } from './review.js';
import type { Exchanged } from './rule.js';
import type { Book, Rulebook } from './rulebook.js';

/** Rules with the type of their questions, by which checks are written. */
export type TypedRules<Q, F> = ReturnType<typeof rulesOf<Q, Exchanged<Q>, F, string>>;
/** The rules of an interface, as the harness uses them whatever the interface is. */
export type Rules = Omit<TypedRules<never, never>, 'ask' | 'observe'>;

/** The rules of an interface, from how it is asked, read and judged; without the settings `needs` nothing can be asked. */
export function rulesOf<Q, E extends Exchanged<Q>, F, Id extends string>(
  needs: readonly Setting[],
  rulebook: Rulebook<Q, E, F, Id>,
) {
  const book = judgingOnce<Q, E, F>(rulebook);
  const { generated } = rulebook;
  const exchangesOf = (answers: readonly Answer[], target: Target): readonly E[] =>
    answers.flatMap((answer) => book.read(answer, target) ?? []);
  return {
    needs,
    /** Requests that bring conditions together, and the clauses that they bear on. */
    ...(generated && { generated: { most: generated.most, clauses: generated.clauses as readonly string[] } }),
    ask: (context: Context, clauses: readonly string[], questions: Questions<Q, F>) =>
      judgeQuestions(context, book, clauses, questions),
    observe: (context: Context, cases: Observing<Q>) => observeCases(context, book, cases),
    review: (
      context: Context,
      answers: readonly Answer[],
      open: (clause: string, atMost: 'warning' | undefined) => boolean,
    ) => review(context, book, exchangesOf(answers, context.target), open),
    /**
     * What answers that seem to violate clauses are judged by: the answers that it was learned from, and why it proves
     * nothing where it has changed meanwhile. Nothing of what is wrong in itself. `learned`: the facts are known already.
     */
    async evidenceFor(context: Context, answers: readonly Answer[], clauses: readonly string[], learned: boolean) {
      const exchanges = exchangesOf(answers, context.target);
      const isWrongInItself = exchanges.some((exchange) =>
        book
          .judge(exchange, book.unknown)
          .violations.some(({ clause, atMost }) => atMost === undefined && clauses.includes(clause)),
      );
      if (isWrongInItself) return {};
      const changed = book.changed && (await optional(book.changed(context, exchanges, clauses)));
      const facts = learned && book.learnedFrom ? await optional(book.facts(context)) : undefined;
      return { compared: facts && book.learnedFrom?.(facts, exchanges), changed };
    },
    /** The clauses that answers are held against by what each shows itself, and what they violate. */
    judgeWithoutFacts(target: Target, answers: readonly Answer[]) {
      const held = exchangesOf(answers, target).map((exchange) =>
        book.judge(exchange, book.shown?.([exchange], undefined) ?? book.unknown),
      );
      const judged = new Set(held.flatMap(({ clauses }) => clauses));
      return { judged, violations: held.flatMap(({ violations }) => violations) };
    },
    /** Asks generated requests that bear on some clauses; answers what they covered. */
    async generate(context: Context, answers: readonly Answer[], wanted: (clause: string) => boolean) {
      const facts = generated && (await optional(book.facts(context)));
      if (generated === undefined || facts === undefined) return undefined;
      const asked = exchangesOf(answers, context.target).map(({ question }) => question);
      const isWanted = (question: Q): boolean => generated.bearsOn(question, facts, context.target).some(wanted);
      return optional(generated.ask(context, facts, asked, isWanted));
    },
  };
}

/** A rulebook that reads each answer once, and does not judge again by the same facts what a check has judged. */
function judgingOnce<Q, E extends Exchanged<Q>, F>(book: Rulebook<Q, E, F, string>): Book<Q, E, F> {
  const read = new WeakMap<Answer, E | undefined>();
  const judged = new WeakMap<E, ReturnType<Book<Q, E, F>['judge']> & { readonly facts: F }>();
  return {
    ask: (context, question, options) => context.ask(book.request(question, context.target), options),
    relate: () => [],
    ...book,
    read(answer, target) {
      if (!read.has(answer)) read.set(answer, book.read(answer, target));
      return read.get(answer);
    },
    judge(exchange, facts) {
      const known = judged.get(exchange);
      if (known !== undefined && known.facts === facts) return known;
      const clauses: string[] = [];
      const violations = book.judge(exchange, facts, (clause) => void clauses.push(clause));
      judged.set(exchange, { facts, violations, clauses });
      return { violations, clauses };
    },
  };
}
