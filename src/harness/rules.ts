import type { Setting } from '../settings/missing-settings.js';
import { judgeQuestions } from './judge-questions.js';
import { known } from './known.js';
import type { TypedRules } from './questions.js';
import { review } from './review.js';
import type { Exchanged, Rulebook } from './rule.js';

/** The rules of an interface, from how it is asked, read and judged. */
export const rulesOf = <Q, E extends Exchanged<Q>, F, Id extends string>(
  needs: readonly Setting[],
  book: Rulebook<Q, E, F, Id>,
): TypedRules<Q, F> => ({
  needs,
  ...(book.generated === undefined ? {} : { generated: book.generated }),
  ask: (context, clauses, questions) => judgeQuestions(context, book, clauses, questions),
  review: (context, answers, open) => review(context, book, answers, open),
  async basis(context, answers, clauses, learned) {
    const exchanges = answers.flatMap((answer) => book.read(answer, context.target) ?? []);
    const isWrongInItself = exchanges.some((exchange) =>
      book
        .judge(exchange, book.unknown, () => undefined)
        .some(({ clause, atMost }) => atMost === undefined && clauses.includes(clause)),
    );
    if (isWrongInItself) return { compared: [] };
    const changed = book.changed && (await known(book.changed(context, exchanges, clauses)));
    const facts = learned && book.learnedFrom ? await known(book.facts(context)) : undefined;
    return { compared: (facts && book.learnedFrom?.(facts, exchanges)) ?? [], changed };
  },
  alone(target, answers) {
    const judged = new Set<string>();
    const violations = answers.flatMap((answer) => {
      const exchange = book.read(answer, target);
      if (exchange === undefined) return [];
      const facts = book.shown?.([exchange], undefined) ?? book.unknown;
      return book.judge(exchange, facts, (clause) => void judged.add(clause));
    });
    return { judged, violations };
  },
  async generate(context, answers, wanted) {
    const { generated } = book;
    const facts = generated && (await known(book.facts(context)));
    if (generated === undefined || facts === undefined) return undefined;
    const asked = answers.flatMap((answer) => book.read(answer, context.target)?.question ?? []);
    const isWanted = (question: Q): boolean => generated.bearsOn(question, facts, context.target).some(wanted);
    return known(generated.ask(context, facts, asked, isWanted));
  },
});
