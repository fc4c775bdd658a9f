import { type Context, describeAnswer, skip } from '../../../src/harness/index.js';
import { textsOf } from '../oracle/column.js';
import { tryPage } from '../request/product-page.js';
import {
  type FilteredRoute,
  nameRoute,
  type ProductsRequest,
  type Route,
  requestProducts,
} from '../request/products-request.js';
import { firstPage, type Survey, surveyOf } from '../survey/survey.js';

/**
 * The positive control of a negative check: the same request without the mistake must give products, or the refusal
 * proves nothing. Skips (prerequisite) where it does not.
 */
export async function positiveControl(context: Context, request: ProductsRequest): Promise<void> {
  const answer = await requestProducts(context, request);
  if (tryPage(answer) !== undefined) return;
  const { route = 'v2' } = request;
  skip(
    'prerequisite',
    `the same request without the mistake must give products on ${nameRoute(route)}, but answers ${describeAnswer(answer)}`,
  );
}

/** One that holds something: a short plain value of a text column, else of any column. */
export function filteredRouteOn({ columns, total }: Survey): FilteredRoute | undefined {
  const all = [...columns.values()].filter(({ kind }) => kind !== 'other');
  const texts = all.filter(({ kind }) => kind === 'text').sort((a, b) => a.values.size - b.values.size);
  for (const column of texts) {
    const value = textsOf(column).find(
      (text) => /^[A-Za-z0-9]{1,24}$/.test(text) && (column.values.get(text) ?? 0) < total,
    );
    if (value !== undefined && /^[\w-]+$/.test(column.name)) return { column: column.name, value };
  }
  for (const { name, values } of all) {
    const value = [...values.keys()].find((held) => typeof held === 'number' && Number.isInteger(held) && held >= 0);
    if (value !== undefined && /^[\w-]+$/.test(name)) return { column: name, value: String(value) };
  }
  return undefined;
}

/** A route stays one when the data changes: what is asked there of tokens and formats does not rest on the data. */
const knownFilteredRoute = (context: Context): Promise<FilteredRoute | undefined> =>
  context.shared(
    'export.filtered-route',
    async (inner) => {
      // An empty destination has the other routes all the same.
      if ((await firstPage(inner)).records.length === 0) return undefined;
      return filteredRouteOn(await surveyOf(inner));
    },
    'on nothing else',
  );

/** The legacy filtered route, asked for a value that the data holds; skips (data) where it holds none to ask for. */
export const filteredRoute = async (context: Context): Promise<FilteredRoute> =>
  (await knownFilteredRoute(context)) ??
  skip('data', 'needs a column that holds a plain word or a whole number, to ask the legacy filtered route for it');

/** The routes to products, without the legacy filtered one where the data holds no value to ask it for. */
export async function routesOf(context: Context): Promise<readonly Route[]> {
  const filtered = await knownFilteredRoute(context);
  return ['v2', 'legacy', ...(filtered === undefined ? [] : [filtered])];
}
