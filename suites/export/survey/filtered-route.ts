import { type Context, skip } from '../../../src/harness/suite.js';
import type { FilteredRoute, Route } from '../../../src/protocol/export/question.js';
import { firstPage } from '../ask.js';
import { type Column, textsOf } from '../oracle/column.js';
import type { ComparisonRules } from '../oracle/criterion.js';
import { isAlone } from '../oracle/equality.js';
import type { Survey } from './data.js';
import { surveyOf } from './survey.js';

/** One that holds something: a short plain value of a text column, else of any column. */
function filteredRouteOn({ columns, total }: Survey): FilteredRoute | undefined {
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
  context.facts.learn(
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
  skip('data', 'needs a column with a plain word or a whole number, for the legacy filtered route');

/** The routes to products, without the legacy filtered one where the data holds no value to ask it for. */
export async function routesOf(context: Context): Promise<readonly Route[]> {
  const filtered = await knownFilteredRoute(context);
  return ['v2', 'legacy', ...(filtered === undefined ? [] : [filtered])];
}

/** Records that a path of another sort must match to show a window. */
const SEVERAL = 8;

/**
 * The path that most records match, one that names another value besides, and those of a column of another kind and of
 * letters beyond ASCII that several match; one that holds anything at the least.
 */
export function repeatedRoutes(survey: Survey, { equals }: ComparisonRules): readonly FilteredRoute[] {
  const repeated = [...survey.columns.values()]
    .filter(({ name, kind }) => !name.includes('/') && kind !== 'other' && kind !== 'typed')
    .flatMap((column) => [...column.values].map(([value, count]) => ({ column, value: String(value), count })))
    .filter(({ count }) => count > 2 && count < survey.total)
    .filter(({ column, value }) => isPlain(column, value) && isAlone(value, column, equals))
    .sort((a, b) => b.count - a.count);
  const [most, ...others] = repeated.filter(({ value }) => /^[A-Za-z0-9]+$/.test(value));
  if (most === undefined) return [filteredRouteOn(survey)].filter((route) => route !== undefined);
  const { name, kind } = most.column;
  const next = others.find(({ column, count }) => column === most.column && most.count + count < survey.total);
  const several = repeated.filter(({ count }) => count >= SEVERAL);
  const besides = [
    several.find(({ column }) => column.kind !== kind),
    several.find(({ value }) => /[^\x20-\x7e]/.test(value)),
  ];
  return [
    { column: name, value: most.value },
    ...(next === undefined ? [] : [{ column: name, value: `${next.value},${most.value}` }]),
    ...besides.flatMap((one) => (one === undefined ? [] : [{ column: one.column.name, value: one.value }])),
  ];
}

/** A word of letters, or a whole number that is not negative. */
const isPlain = ({ kind }: Column, value: string): boolean =>
  kind === 'number' ? /^\d{1,9}$/.test(value) : /^(?:\p{L}[\p{L}\p{N}]*|\d{1,9})$/u.test(value);
