import { type Context, skip } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { documented, type ErrorName } from '../judge/documented-error.js';
import { positiveControl } from '../judge/positive-control.js';
import { type ProductsRequest, requestProducts } from '../request/products-request.js';
import { askUnknown, UNKNOWN_PATHS } from '../routes/unknown-route.js';
import { routesOf } from '../survey/filtered-route.js';

/** One way to meet each error of the table that needs no optional configuration. */
const mistakes: readonly (readonly [ErrorName, ProductsRequest])[] = [
  ['token missing', { token: null }],
  ['token format', { token: 'assay.malformed' }],
  ['not authorized', { token: 'assay-foreign-token' }],
  ['destination missing', { route: 'legacy', destinationId: null }],
  ['destination format', { route: 'legacy', destinationId: 'abc' }],
];

/** The same on the routes that are easily forgotten. */
async function elsewhere(context: Context): Promise<readonly (readonly [ErrorName, ProductsRequest])[]> {
  const [, legacy, filtered = legacy] = await routesOf(context);
  return [
    ['token missing', { route: filtered, token: null }],
    ['token format', { route: legacy, token: 'assay.malformed' }],
    ['not authorized', { route: legacy, token: 'assay-foreign-token' }],
  ];
}

type Made = readonly (readonly [ErrorName | 'unknown route', Answer])[];

/** Makes every mistake in one format, or the first so many, and asks for an unknown route. */
export async function makeMistakes(context: Context, accept: string, most = Number.POSITIVE_INFINITY): Promise<Made> {
  await positiveControl(context, { accept });
  const answers: (readonly [ErrorName | 'unknown route', Answer])[] = [];
  const known = most > mistakes.length ? [...mistakes, ...(await elsewhere(context))] : mistakes;
  for (const [name, mistake] of known.slice(0, Math.max(1, most)))
    answers.push([name, await requestProducts(context, { accept, ...mistake })]);
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

/** Every mistake in one format, or the first so many, that is answered with its documented status. */
export const everyError = async (context: Context, accept: string, most?: number): Promise<Made> =>
  documentedAmong(await makeMistakes(context, accept, most));
