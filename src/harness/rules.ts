/** Makes the rules of an interface from its rulebook. */

import type { Answer } from '../http/answer.js';
import { ifWhole } from '../http/gaps.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import { fewestConditions } from './fewest-conditions.js';
import { judgeQuestions } from './judge-questions.js';
import { observeCases } from './observe-cases.js';
import { optional } from './optional.js';
import { review } from './review.js';
import type { Exchanged } from './rule.js';
import type { Book, Rulebook } from './rulebook.js';
import type { TypedRules } from './typed-rules.js';

/** `needs` are the settings that every question requires. */
export function rulesOf<Q, E extends Exchanged<Q>, F, Id extends string>(
  needs: readonly Setting[],
  rulebook: Rulebook<Q, E, F, Id>,
): TypedRules<Q, F> {
  const book = judgingOnce<Q, E, F>(rulebook);
  const { generated } = rulebook;
  const exchangesOf = (answers: readonly Answer[], target: Target): readonly E[] =>
    answers.flatMap((answer) => book.read(answer, target) ?? []);
  return {
    needs,
    ...(generated && {
      generated: { most: generated.most, clauses: generated.clauses as readonly string[] },
    }),
    nameOf(answer, target) {
      const exchange = book.read(answer, target);
      return exchange && book.name(exchange.question);
    },
    ask: (context, clauses, questions) => judgeQuestions(context, book, clauses, questions),
    observe: (context, cases) => observeCases(context, book, cases),
    review: (context, answers, isOpen, maySurvey = true) => {
      const reviewBook = maySurvey ? book : { ...book, facts: async () => book.unknown };
      return review(context, reviewBook, exchangesOf(answers, context.target), isOpen);
    },
    async evidenceFor(context, answers, clauses, learned) {
      const exchanges = exchangesOf(answers, context.target);
      const needsNoFacts = exchanges.some((exchange) =>
        book
          .judge(exchange, book.unknown)
          .violations.some(
            ({ clause, atMost }) => atMost === undefined && clauses.includes(clause),
          ),
      );
      if (needsNoFacts) return {};
      const changed = book.changed && (await optional(book.changed(context, exchanges, clauses)));
      const facts = learned && book.learnedFrom ? await optional(book.facts(context)) : undefined;
      return { compared: facts && book.learnedFrom?.(facts, exchanges), changed };
    },
    async renew(context) {
      const facts = await optional(book.facts(context));
      if (facts !== undefined) await book.renew?.(context, facts);
    },
    async changes(context) {
      const facts = await optional(book.facts(context));
      return facts === undefined ? undefined : book.changes?.(facts);
    },
    judgeWithoutFacts(target, answers) {
      const results = exchangesOf(answers, target).map((exchange) =>
        book.judge(exchange, book.shown?.([exchange], undefined) ?? book.unknown),
      );
      const judged = new Set(results.flatMap(({ clauses }) => clauses));
      return { judged, violations: results.flatMap(({ violations }) => violations) };
    },
    async simplerClause(context, answer, clause) {
      const [exchange] = exchangesOf([answer], context.target);
      if (exchange === undefined || book.blames === undefined) return undefined;
      const facts = (await optional(book.facts(context))) ?? book.unknown;
      const violation = book
        .judge(exchange, facts)
        .violations.find((one) => one.clause === clause && one.atMost === undefined);
      if (violation === undefined) return undefined;
      const found = { violation, exchanges: [exchange] };
      return (await fewestConditions(context, book, found, facts)).violation.clause;
    },
    async generate(context, answers, isWanted) {
      const facts = generated && (await optional(book.facts(context)));
      if (generated === undefined || facts === undefined) return undefined;
      const sentQuestions = exchangesOf(answers, context.target).map(({ question }) => question);
      const testsWanted = (question: Q): boolean =>
        book.notOffered?.(question, context.target) === undefined &&
        generated.clausesTestedBy(question, facts, context.target).some(isWanted);
      return optional(generated.ask(context, facts, sentQuestions, testsWanted));
    },
  };
}

/** The result for an exchange that was not recorded completely. */
const NOTHING = { violations: [], clauses: [] };

/** Reads each response once, and tests each exchange once for the same facts. */
function judgingOnce<Q, E extends Exchanged<Q>, F>(book: Rulebook<Q, E, F, string>): Book<Q, E, F> {
  const read = new WeakMap<Answer, E | undefined>();
  const judged = new WeakMap<E, ReturnType<Book<Q, E, F>['judge']> & { readonly facts: F }>();
  return {
    ask: (context, question, options) =>
      context.ask(book.request(question, context.target), options),
    relate: () => [],
    ...book,
    read(answer, target) {
      if (!read.has(answer))
        read.set(
          answer,
          ifWhole(() => book.read(answer, target)),
        );
      return read.get(answer);
    },
    judge(exchange, facts) {
      const known = judged.get(exchange);
      if (known !== undefined && known.facts === facts) return known;
      const clauses: string[] = [];
      const judge = () => book.judge(exchange, facts, (clause) => void clauses.push(clause));
      const found = ifWhole(judge);
      const result = found === undefined ? NOTHING : { violations: found, clauses };
      judged.set(exchange, { facts, ...result });
      return result;
    },
  };
}
