import type { Context } from '../../../src/harness/suite.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { UNKNOWN_PATHS } from '../routes/unknown-route.js';
import { routesOf } from '../survey/filtered-route.js';

/** One way to meet each error of the table that needs no optional configuration, and some on another route. */
const mistakes: readonly (readonly [ProductsQuestion, route?: 'legacy' | 'filtered'])[] = [
  [{ token: null }],
  [{ token: 'assay.malformed' }],
  [{ token: 'assay-foreign-token' }],
  [{ route: 'legacy', destinationId: null }],
  [{ route: 'legacy', destinationId: 'abc' }],
  // The same on the routes that are easily forgotten.
  [{ token: null }, 'filtered'],
  [{ token: 'assay.malformed' }, 'legacy'],
  [{ token: 'assay-foreign-token' }, 'legacy'],
];

/** The questions that make the mistakes in one format, as many as the budget has room for, and one for an unknown route. */
export async function mistakeQuestions(context: Context, accept: string): Promise<readonly ProductsQuestion[]> {
  const made = mistakes.slice(0, Math.max(1, context.budget.requests - 1));
  const [, legacy, filtered = legacy] = made.some(([, route]) => route === 'filtered') ? await routesOf(context) : [];
  const questions = made.map(
    ([mistake, route]): ProductsQuestion => ({
      accept,
      ...mistake,
      ...(route === undefined ? {} : { route: route === 'filtered' ? filtered : ('legacy' as const) }),
    }),
  );
  return questions.toSpliced(1, 0, { accept, route: { path: UNKNOWN_PATHS[0] } });
}
