/** Chooses routes. The path of the legacy filtered route contains a column and a value. */

import type { FilteredRoute, Route } from '../../../src/protocol/export/question.js';
import type { Survey } from '../model/data.js';
import type { Column } from '../model/oracle/column.js';
import type { ComparisonRules } from '../model/oracle/criterion.js';
import { equalsNoOther } from '../model/oracle/equality.js';

/**
 * Returns words and whole numbers that a path can contain unchanged. Text columns come before
 * number columns, and columns with few values come before columns with many.
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

/**
 * Returns a filtered route with a short plain value. If possible, the value is missing in some
 * records. Returns undefined if the data has no short plain value.
 */
export function filteredRouteOn(survey: Survey): FilteredRoute | undefined {
  const short = plainValues(survey).filter(
    ({ column, value }) => /^[A-Za-z0-9]{1,24}$/.test(value) && /^[\w-]+$/.test(column.name),
  );
  const found = short.find(({ count }) => count < survey.total) ?? short[0];
  return found && routeOf(found);
}

/**
 * The third and fourth path of `repeatedRoutes` must match this many records, so that limit and
 * offset have an effect.
 */
const MIN_RECORDS_FOR_WINDOW = 8;

/**
 * Returns up to four paths: the path that matches the most records, the same path with a second
 * value, a path of a column of another kind, and a path with non-ASCII letters. A value must be in
 * at least three records, but not in all. Without such a value, the only path is that of
 * `filteredRouteOn`.
 */
export function repeatedRoutes(
  survey: Survey,
  { equals }: ComparisonRules,
): readonly FilteredRoute[] {
  const repeated = plainValues(survey)
    .filter(({ count }) => count > 2 && count < survey.total)
    .filter(({ column, value }) => equalsNoOther(value, column, equals))
    .sort((a, b) => b.count - a.count);
  const [most, ...others] = repeated.filter(({ value }) => /^[A-Za-z0-9]+$/.test(value));
  if (most === undefined) return [filteredRouteOn(survey)].filter((route) => route !== undefined);
  const next = others.find(
    ({ column, count }) => column === most.column && most.count + count < survey.total,
  );
  const several = repeated.filter(({ count }) => count >= MIN_RECORDS_FOR_WINDOW);
  return [
    most,
    next && { ...most, value: `${next.value},${most.value}` },
    several.find(({ column }) => column.kind !== most.column.kind),
    several.find(({ value }) => /[^\x20-\x7e]/.test(value)),
  ].flatMap((one) => (one === undefined ? [] : [routeOf(one)]));
}

/** Returns all routes. The filtered route is left out if no value for its path is known. */
export function routesOn(survey: Survey): readonly Route[] {
  const filtered = filteredRouteOn(survey);
  return ['v2', 'legacy', ...(filtered === undefined ? [] : [filtered])];
}
