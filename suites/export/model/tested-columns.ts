/** Says for each column of the data whether requests filtered, ordered or grouped by it. */

import { isUnknown, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ReportedColumn } from '../../../src/schema/types.js';
import { booleanColumns } from './boolean-columns.js';
import type { Known, Survey } from './data.js';
import type { Exchange } from './exchange.js';

/** Returns every column, with the reason if it was not tested. */
export function testedColumns(
  known: Known | undefined,
  exchanges: readonly Exchange[],
): readonly ReportedColumn[] {
  if (known === undefined) return [];
  const requested = new Set(exchanges.flatMap(({ question }) => namesIn(question, known)));
  const { columns, changing } = known.whole;
  return [...columns.keys()].map((name) => {
    // A changing column may have been requested before its changes were known.
    const isTested = requested.has(name) && !changing.has(name);
    return isTested
      ? { name, tested: true }
      : { name, tested: false, reason: reasonFor(name, known.whole, requested) };
  });
}

function namesIn(
  { filter, orderBy, groupBy, route }: ProductsQuestion,
  { whole, orderBy: written }: Known,
): readonly string[] {
  const criteria = filter?.groups.flatMap((group) => group.criteria) ?? [];
  const ordered = [...whole.columns.values()].filter((column) => written(column) === orderBy);
  const inPath = typeof route === 'object' && !isUnknown(route) ? [route.column] : [];
  return [
    ...criteria.map(({ column }) => column),
    ...ordered.map(({ name }) => name),
    ...(groupBy === undefined ? [] : [groupBy]),
    ...inPath,
  ];
}

function reasonFor(name: string, whole: Survey, requested: ReadonlySet<string>): string {
  const { columns, changing, untested } = whole;
  if (changing.has(name)) return 'its values change during the run';
  const known = untested.get(name);
  if (known !== undefined) return known;
  const booleans = booleanColumns(whole).map((column) => column.name);
  const asked = booleans.find((one) => requested.has(one));
  if (asked !== undefined && booleans.includes(name))
    return `filters on booleans were asked on ${asked}`;
  return columns.get(name)?.kind === 'other'
    ? 'its values are not texts or numbers, or its name is too long'
    : 'no request of the plan used it';
}
