/** Evaluates filters over a list of records. */

import { type Criterion, type Filter, only } from '../../../../src/protocol/export/filter.js';
import { type Column, cellValue, type Records } from './column.js';
import {
  type ComparisonRules,
  criterionEvaluator,
  type Evaluator,
  isReadWrongly,
} from './criterion.js';
import { memoized, memoizedByObject } from './memoized.js';
import { and, FALSE, type Membership, membership, OPEN, or, TRUE, type Truth } from './truth.js';

/** For more records than this, results are not kept, because they would take too much memory. */
const MOST_RECORDS_KEPT = 20_000;

export type Columns = ReadonlyMap<string, Column>;

/**
 * Returns a function that evaluates a filter for each record. The results of criteria are kept,
 * because filters repeat the same criteria thousands of times.
 */
export function makeFilterEvaluator(
  records: Records,
  columns: Columns,
  rules: ComparisonRules,
): (filter: Filter) => Uint8Array {
  const cellsIn = cellsOf(records);
  const evaluate = (criterion: Criterion): Uint8Array => {
    const column = columns.get(criterion.column);
    const evaluateValue: Evaluator =
      column === undefined ? () => OPEN : criterionEvaluator(criterion, column, rules);
    const { values, indexes } = cellsIn(criterion.column);
    const truths = values.map(evaluateValue);
    return new Uint8Array(indexes.map((index) => truths[index] as Truth));
  };
  const isKept = records.length <= MOST_RECORDS_KEPT;
  // The results for 20,000 records have 20 kB, so 500 of them take at most 10 MB.
  const evaluateJson = memoized((json: string) => evaluate(JSON.parse(json)), 500);
  const { otherwise } = rules;
  const evaluateOnce = isKept
    ? memoizedByObject((criterion: Criterion) =>
        otherwise === undefined ||
        isReadWrongly(criterion, columns.get(criterion.column), rules, rules)
          ? evaluateJson(JSON.stringify(criterion))
          : filterEvaluator(records)(columns)(otherwise)(only(criterion)),
      )
    : evaluate;
  const fold = (mode: Filter['mode'], [first, ...others]: readonly Uint8Array[]): Uint8Array => {
    if (first === undefined)
      return new Uint8Array(records.length).fill(mode === 'OR' ? FALSE : TRUE);
    const rule = mode === 'OR' ? or : and;
    const folded = others.length === 0 ? first : first.slice();
    for (const truths of others)
      for (let at = 0; at < folded.length; at += 1)
        folded[at] = rule(folded[at] as Truth, truths[at] as Truth);
    return folded;
  };
  const evaluateFilter = ({ mode, groups }: Filter): Uint8Array =>
    fold(
      mode,
      groups.map((group) => fold(group.mode, group.criteria.map(evaluateOnce))),
    );
  return isKept ? memoizedByObject(evaluateFilter) : evaluateFilter;
}

/** The distinct values of each column. They do not depend on the rules of comparison. */
const cellsOf = memoizedByObject((records: Records) =>
  memoized((name: string) => distinct(records.map((record) => cellValue(record, name)))),
);

function distinct<T>(cells: readonly T[]): {
  readonly values: readonly T[];
  readonly indexes: Uint32Array;
} {
  const known = new Map([...new Set(cells)].map((value, at) => [value, at]));
  return {
    values: [...known.keys()],
    indexes: Uint32Array.from(cells, (value) => known.get(value) ?? 0),
  };
}

/** All callers share one evaluator for the same records, columns and rules. */
export const filterEvaluator = memoizedByObject((records: Records) =>
  memoizedByObject((columns: Columns) =>
    memoizedByObject((rules: ComparisonRules) => makeFilterEvaluator(records, columns, rules)),
  ),
);

/** Returns one membership for each record, in the order of the records. */
export const membershipsOf = (
  filter: Filter,
  records: Records,
  columns: Columns,
  rules: ComparisonRules,
): readonly Membership[] => asMemberships(filterEvaluator(records)(columns)(rules)(filter));

const asMemberships = memoizedByObject((truths: Uint8Array): readonly Membership[] =>
  Array.from(truths, membership),
);
