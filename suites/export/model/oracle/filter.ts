/** Evaluates filters over a list of records. */

import type { Criterion, Filter } from '../../../../src/protocol/export/filter.js';
import { type Column, cellValue, type Records } from './column.js';
import { type ComparisonRules, type Judge, judgeOf } from './criterion.js';
import { keptFor, memoized } from './memoized.js';
import { and, FALSE, type Membership, membership, OPEN, or, TRUE, type Truth } from './truth.js';

/** The most records whose results are kept; for more, memory costs more than computing again. */
const KEPT = 20_000;

export type Columns = ReadonlyMap<string, Column>;

/**
 * Evaluates filters for each of some records, in their order. The top-level mode combines groups,
 * and the mode of a group combines its criteria; both default to AND. Filters repeat the same
 * criteria on the same records thousands of times, so each criterion is computed once.
 */
export function truthsOn(
  records: Records,
  columns: Columns,
  rules: ComparisonRules,
): (filter: Filter) => Uint8Array {
  const heldIn = memoized((name: string) =>
    distinct(records.map((record) => cellValue(record, name))),
  );
  const judged = (criterion: Criterion): Uint8Array => {
    const column = columns.get(criterion.column);
    const judge: Judge = column === undefined ? () => OPEN : judgeOf(criterion, column, rules);
    const { values, places } = heldIn(criterion.column);
    const truths = values.map(judge);
    return new Uint8Array(places.map((place) => truths[place] as Truth));
  };
  const isKept = records.length <= KEPT;
  // Different filters contain the same criterion, so its result is kept.
  const ofJson = memoized((json: string) => judged(JSON.parse(json)), 500);
  const ofCriterion = isKept
    ? keptFor((criterion: Criterion) => ofJson(JSON.stringify(criterion)))
    : judged;
  const fold = (mode: Filter['mode'], [first, ...others]: readonly Uint8Array[]): Uint8Array => {
    if (first === undefined)
      return new Uint8Array(records.length).fill(mode === 'OR' ? FALSE : TRUE);
    const rule = mode === 'OR' ? or : and;
    const folded = others.length === 0 ? first : first.slice();
    for (const column of others)
      for (let at = 0; at < folded.length; at += 1)
        folded[at] = rule(folded[at] as Truth, column[at] as Truth);
    return folded;
  };
  const ofFilter = ({ mode, groups }: Filter): Uint8Array =>
    fold(
      mode,
      groups.map((group) => fold(group.mode, group.criteria.map(ofCriterion))),
    );
  return isKept ? keptFor(ofFilter) : ofFilter;
}

/** The distinct values, and for each record the index of its value. */
function distinct<T>(held: readonly T[]): {
  readonly values: readonly T[];
  readonly places: Uint32Array;
} {
  const known = new Map([...new Set(held)].map((value, at) => [value, at]));
  return {
    values: [...known.keys()],
    places: Uint32Array.from(held, (value) => known.get(value) ?? 0),
  };
}

/** The evaluator of filters on some records, shared by all callers. */
export const truthsOf = keptFor((records: Records) =>
  keptFor((columns: Columns) =>
    keptFor((rules: ComparisonRules) => truthsOn(records, columns, rules)),
  ),
);

/** For each record, whether it is in the result of a filter, not in it, or may be either. */
export const placesOf = (
  filter: Filter,
  records: Records,
  columns: Columns,
  rules: ComparisonRules,
): readonly Membership[] => membershipsOf(truthsOf(records)(columns)(rules)(filter));

const membershipsOf = keptFor((truths: Uint8Array): readonly Membership[] =>
  Array.from(truths, membership),
);
