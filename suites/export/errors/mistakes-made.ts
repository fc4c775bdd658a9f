import { type Context, skip, type TakeOptions } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { documented, type ErrorName } from '../judge/documented-error.js';
import { positiveControl } from '../judge/positive-control.js';
import { askUnknown, UNKNOWN_PATHS } from '../routes/unknown-route.js';
import { routesOf } from '../survey/filtered-route.js';

/** One way to meet each error of the table that needs no optional configuration, and some on another route. */
const mistakes: readonly (readonly [ErrorName, ProductsQuestion, route?: 'legacy' | 'filtered'])[] = [
  ['token missing', { token: null }],
  ['token format', { token: 'assay.malformed' }],
  ['not authorized', { token: 'assay-foreign-token' }],
  ['destination missing', { route: 'legacy', destinationId: null }],
  ['destination format', { route: 'legacy', destinationId: 'abc' }],
  // The same on the routes that are easily forgotten.
  ['token missing', { token: null }, 'filtered'],
  ['token format', { token: 'assay.malformed' }, 'legacy'],
  ['not authorized', { token: 'assay-foreign-token' }, 'legacy'],
];

type Made = readonly (readonly [ErrorName | 'unknown route', Answer])[];

/** The questions that make the mistakes in one format, and that for an unknown route. */
export async function mistakeQuestions(context: Context, accept: string): Promise<readonly ProductsQuestion[]> {
  const [, legacy, filtered = legacy] = await routesOf(context);
  return [
    ...mistakes.map(([, mistake, route]) => ({
      accept,
      ...mistake,
      ...(route === undefined ? {} : { route: route === 'filtered' ? filtered : legacy }),
    })),
    { accept, route: { path: UNKNOWN_PATHS[0] } },
  ];
}

/** Makes the mistakes that there is room for in one format, and asks for an unknown route; nothing where there is none. */
export async function makeMistakes(context: Context, accept: string, options: TakeOptions): Promise<Made> {
  const made = context.budget.take(mistakes, options);
  if (made.length === 0) return [];
  await positiveControl(context, { accept });
  const answers: (readonly [ErrorName | 'unknown route', Answer])[] = [];
  const isElsewhere = made.some(([, , route]) => route !== undefined);
  const [, legacy, filtered = legacy] = isElsewhere ? await routesOf(context) : [];
  for (const [name, mistake, route] of made) {
    const place = route === undefined ? {} : { route: route === 'filtered' ? filtered : legacy };
    answers.push([name, await requestProducts(context, { accept, ...mistake, ...place })]);
  }
  answers.push(['unknown route', await askUnknown(context, UNKNOWN_PATHS[0], accept)]);
  return answers;
}

/** The errors among answers to mistakes: those of the documented status, which tell how errors are written. */
export function documentedAmong(answers: Made): Made {
  const errors = answers.filter(
    ([name, { status }]) => status === (name === 'unknown route' ? 404 : documented[name].status),
  );
  if (errors.length === 0)
    skip('prerequisite', 'none of the mistakes of the error table is answered with its documented status');
  return errors;
}

/** Mistakes in one format that are answered with their documented status, as many as there is room for. */
export const everyError = async (context: Context, accept: string, options: TakeOptions): Promise<Made> =>
  documentedAmong(await makeMistakes(context, accept, options));
