import { type Check, type Context, deviates, skip } from '../../../src/harness/index.js';
import { check } from '../check.js';
import { fewestConditions } from './failing.js';
import type { ClauseId } from './judge.js';
import { nameQuestion } from './question.js';
import { review } from './review.js';
import { askRows } from './rows.js';

/** What is held against every answer of a run, whoever asked, clause by clause. */
const table: readonly (readonly [name: string, clause: ClauseId, title: string])[] = [
  ['parameters', 'PLT-PAGE-11', 'limit, cursor and previous are accepted in every combination'],
  ['shape', 'PLT-PAGE-1', 'every page has the shape of the first, whatever is asked'],
  ['count', 'PLT-PAGE-2', 'count is right on every page'],
  ['limit', 'PLT-PAGE-3', 'limit and its default hold together with every other parameter'],
  ['cursor', 'PLT-PAGE-4', 'cursor holds together with every other parameter'],
  ['order', 'PLT-PAGE-5', 'every page has all its entities in order, and no last one leads back'],
  ['next', 'PLT-PAGE-6', 'next keeps to its reading on every page'],
  ['current', 'PLT-PAGE-7', 'current is right on every page'],
  ['prev', 'PLT-PAGE-8', 'prev is right on every page'],
];

/** The most requests of the rows where nothing limits a run. */
const MOST = 450;

export const interactions: readonly Check[] = table.map(([name, clause, title]) =>
  check({
    id: `platform.interaction.${name}`,
    clauses: [clause],
    title,
    requests: { least: 0, most: MOST },
    together: 'platform.interaction',
    last: true,
    async run(context) {
      const { questions, pairs } = await askRows(context);
      const { judged, violations } = await reviewOf(context);
      const mine = violations.filter(({ violation }) => violation.clause === clause);
      const [first] = mine;
      if (first !== undefined) {
        const { violation, question, answers, repeats } = await fewestConditions(context, first);
        const others = mine.length > 1 ? `; likewise in ${mine.length - 1} more answers` : '';
        deviates(
          `${violation.expected}, for ${nameQuestion(question)}`,
          `${violation.actual}${repeats ? '' : ', and the right answer when it is asked again'}${others}`,
          ...answers,
        );
      }
      const count = judged.get(clause) ?? 0;
      if (count === 0) skip('data', 'no answer of the run has to do with it');
      return `${count} answers of the run keep to it; ${questions} rows asked for this bring together ${pairs.covered} of ${pairs.total} pairs of conditions`;
    },
  }),
);

/** Every answer of the run, judged once for all clauses. */
const reviewOf = (context: Context): ReturnType<typeof review> =>
  context.facts.learn('platform.review', (inner) => review(inner, inner.run.seen()));
