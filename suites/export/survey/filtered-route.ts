import { type Context, skip } from '../../../src/harness/suite.js';
import type { FilteredRoute, Route } from '../../../src/protocol/export/question.js';
import type { Survey } from '../model/data.js';
import type { Column } from '../model/oracle/column.js';
import type { ComparisonRules } from '../model/oracle/criterion.js';
import { isAlone } from '../model/oracle/equality.js';
import { firstPage } from './ask.js';
import { surveyOf } from './survey.js';

/**
 * Words and whole numbers that stand in a path without doubt, with their counts; texts of few
 * values first.
 */
const plainValues = ({ columns }: Survey) =>
  [...columns.values()]
    .filter(({ name, kind }) => !name.includes('/') && kind !== 'other' && kind !== 'typed')
    .sort(
      (a, b) =>
        Number(a.kind === 'number') - Number(b.kind === 'number') || a.values.size - b.values.size,
    )
    .flatMap((column) =>
      [...column.values].map(([value, count]) => ({ column, value: String(value), count })),
    )
    .filter(({ column: { kind }, value }) =>
      (kind === 'number' ? /^\d{1,9}$/ : /^(?:\p{L}[\p{L}\p{N}]*|\d{1,9})$/u).test(value),
    );

const routeOf = ({
  column,
  value,
}: {
  readonly column: Column;
  readonly value: string;
}): FilteredRoute => ({
  column: column.name,
  value,
});

/** One that holds something: a short plain value of a text column, else of any column. */
function filteredRouteOn(survey: Survey): FilteredRoute | undefined {
  const short = plainValues(survey).filter(
    ({ column, value }) => /^[A-Za-z0-9]{1,24}$/.test(value) && /^[\w-]+$/.test(column.name),
  );
  const found = short.find(({ count }) => count < survey.total) ?? short[0];
  return found && routeOf(found);
}

/**
 * A route stays one when the data changes: what is asked there of tokens and formats does not rest
 * on the data.
 */
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

/**
 * The legacy filtered route, asked for a value that the data holds; skips (data) where it holds
 * none to ask for.
 */
export const filteredRoute = async (context: Context): Promise<FilteredRoute> =>
  (await knownFilteredRoute(context)) ??
  skip('data', 'needs a column with a plain word or a whole number, for the legacy filtered route');

/**
 * The routes to products, without the legacy filtered one where the data holds no value to ask it
 * for.
 */
export async function routesOf(context: Context): Promise<readonly Route[]> {
  const filtered = await knownFilteredRoute(context);
  return ['v2', 'legacy', ...(filtered === undefined ? [] : [filtered])];
}

/** Records that a path of another sort must match to show a window. */
const SEVERAL = 8;

/**
 * The path that most records match, one that names another value besides, and those of a column of
 * another kind and of letters beyond ASCII that several match; one that holds anything at the
 * least.
 */
export function repeatedRoutes(
  survey: Survey,
  { equals }: ComparisonRules,
): readonly FilteredRoute[] {
  const repeated = plainValues(survey)
    .filter(({ count }) => count > 2 && count < survey.total)
    .filter(({ column, value }) => isAlone(value, column, equals))
    .sort((a, b) => b.count - a.count);
  const [most, ...others] = repeated.filter(({ value }) => /^[A-Za-z0-9]+$/.test(value));
  if (most === undefined) return [filteredRouteOn(survey)].filter((route) => route !== undefined);
  const next = others.find(
    ({ column, count }) => column === most.column && most.count + count < survey.total,
  );
  const several = repeated.filter(({ count }) => count >= SEVERAL);
  return [
    most,
    next && { ...most, value: `${next.value},${most.value}` },
    several.find(({ column }) => column.kind !== most.column.kind),
    several.find(({ value }) => /[^\x20-\x7e]/.test(value)),
  ].flatMap((one) => (one === undefined ? [] : [routeOf(one)]));
}
