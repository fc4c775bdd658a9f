import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import { judgeQuestions } from './judge-questions.js';
import { known } from './known.js';
import { observeCases } from './observe-cases.js';
import type { TypedRules } from './questions.js';
import { review } from './review.js';
import type { Exchanged, Rulebook, Violation } from './rule.js';

/** The rules of an interface, from how it is asked, read and judged. */
export const rulesOf = <Q, E extends Exchanged<Q>, F, Id extends string>(
  needs: readonly Setting[],
  rulebook: Rulebook<Q, E, F, Id>,
): TypedRules<Q, F> => rulesBy(needs, judgingOnce(rulebook));

/** The same, where what a check has judged by some facts is not judged again by the review of the run. */
function judgingOnce<Q, E extends Exchanged<Q>, F, Id extends string>(
  book: Rulebook<Q, E, F, Id>,
): Rulebook<Q, E, F, Id> {
  const read = new WeakMap<Answer, E | undefined>();
  const judged = new WeakMap<E, { facts: F; violations: readonly Violation<Id>[]; clauses: readonly Id[] }>();
  return {
    ...book,
    read(answer, target) {
      if (!read.has(answer)) read.set(answer, book.read(answer, target));
      return read.get(answer);
    },
    judge(exchange, facts, note) {
      let known = judged.get(exchange);
      if (known === undefined || known.facts !== facts) {
        const clauses: Id[] = [];
        known = { facts, violations: book.judge(exchange, facts, (clause) => void clauses.push(clause)), clauses };
        judged.set(exchange, known);
      }
      for (const clause of known.clauses) note(clause);
      return known.violations;
    },
  };
}

const rulesBy = <Q, E extends Exchanged<Q>, F, Id extends string>(
  needs: readonly Setting[],
  book: Rulebook<Q, E, F, Id>,
): TypedRules<Q, F> => ({
  needs,
  ...(book.generated === undefined ? {} : { generated: book.generated }),
  ask: (context, clauses, questions) => judgeQuestions(context, book, clauses, questions),
  observe: (context, cases) => observeCases(context, book, cases),
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
