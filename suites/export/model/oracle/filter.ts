/** Evaluates filters over a list of records. */

import { memoized, memoizedByObject } from '../../../../src/memoized.js';
import { type Criterion, type Filter, only } from '../../../../src/protocol/export/filter.js';
import { type Column, cellValue, type Records, type Value } from './column.js';
import {
  type ComparisonRules,
  criterionEvaluator,
  type Evaluator,
  type WrongCriterion,
  wrongly,
} from './criterion.js';
import { and, FALSE, type Membership, membership, OPEN, or, TRUE, type Truth } from './truth.js';

/** For more records than this, results are not kept, because they would take too much memory. */
const MOST_RECORDS_KEPT = 20_000;
/** For fewer records than this, they are not kept, because a filter is evaluated more quickly. */
const LEAST_RECORDS_KEPT = 4;
/** The results of a filter have a byte for each record. At most this number of bytes is kept. */
const MOST_BYTES_KEPT = 10_000_000;

export type Columns = ReadonlyMap<string, Column>;

/**
 * Returns a function that evaluates a filter for each record. The results of criteria are kept,
 * because filters repeat the same criteria thousands of times. Equal results are usually the same
 * object, so that what is computed from them can be kept with them.
 */
export function makeFilterEvaluator(
  records: Records,
  columns: Columns,
  rules: ComparisonRules,
): (filter: Filter) => Uint8Array {
  const evaluate = (criterion: Criterion): Uint8Array =>
    evaluateCriterion(criterion, { records, columns, rules });
  const evaluateFilter = (
    { mode, groups }: Filter,
    each: (criterion: Criterion) => Uint8Array,
    combine: (mode: Filter['mode'], all: readonly Uint8Array[]) => Uint8Array,
  ): Uint8Array =>
    combine(
      mode,
      groups.map((group) => combine(group.mode, group.criteria.map(each))),
    );
  if (records.length > MOST_RECORDS_KEPT || records.length < LEAST_RECORDS_KEPT)
    return (filter) =>
      evaluateFilter(filter, evaluate, (mode, all) =>
        all.reduce(folded(mode), none(mode, records)),
      );
  const shared = sharedOf(records);
  const evaluateJson = memoized(
    (json: string) => shared.same(evaluate(JSON.parse(json))),
    mostKept(records),
  );
  const evaluateOnce = memoizedByObject((criterion: Criterion): Uint8Array => {
    const { otherwise } = rules;
    const column = columns.get(criterion.column);
    const wrong = column && rules.instead?.(criterion, column, rules);
    const isNullWrong = rules.insteadForNull?.(criterion) !== undefined;
    if (otherwise === undefined || isNullWrong) return evaluateJson(JSON.stringify(criterion));
    return wrong === undefined
      ? filterEvaluator(records)(columns)(otherwise)(only(criterion))
      : shared.ofWrong(columns)(otherwise)(wrong)(criterion);
  });
  return memoizedByObject((filter: Filter) => evaluateFilter(filter, evaluateOnce, shared.combine));
}

interface Evaluating {
  readonly records: Records;
  readonly columns: Columns;
  readonly rules: ComparisonRules;
}

function evaluateCriterion(
  criterion: Criterion,
  { records, columns, rules }: Evaluating,
): Uint8Array {
  const column = columns.get(criterion.column);
  const evaluateValue: Evaluator =
    column === undefined ? () => OPEN : criterionEvaluator(criterion, column, rules);
  const { values, indexes } = cellsOf(records)(criterion.column);
  const truths = values.map(evaluateValue);
  return new Uint8Array(indexes.map((index) => truths[index] as Truth));
}

/** Evaluates a criterion that is read wrongly, from the results of the `right` reading. */
function readWrongly(
  criterion: Criterion,
  wrong: WrongCriterion,
  right: Uint8Array,
  { records, columns, rules }: Evaluating,
): Uint8Array {
  const column = columns.get(criterion.column);
  if (column === undefined) return right;
  const { values, indexes, firsts } = cellsOf(records)(criterion.column);
  const truthOf = (cell: Value, before: Truth): Truth => {
    if (cell === null || cell === undefined) return before;
    // An empty text may stand for null.
    if (cell === '') return criterionEvaluator(criterion, column, rules)(cell);
    const held = wrong(cell);
    return held === undefined ? before : wrongly(held);
  };
  const before = firsts.map((place) => right[place] ?? OPEN);
  const after = values.map((cell, at) => truthOf(cell, before[at] ?? OPEN));
  return after.every((one, at) => one === before[at])
    ? right
    : new Uint8Array(indexes.map((index) => after[index] ?? OPEN));
}

/** The results of no criteria. */
const none = (mode: Filter['mode'], { length }: Records): Uint8Array =>
  new Uint8Array(length).fill(mode === 'OR' ? FALSE : TRUE);

const folded =
  (mode: Filter['mode']) =>
  (some: Uint8Array, others: Uint8Array): Uint8Array => {
    const rule = mode === 'OR' ? or : and;
    return some.map((one, at) => rule(one, others[at] as Truth));
  };

const mostKept = ({ length }: Records): number => Math.ceil(MOST_BYTES_KEPT / Math.max(1, length));

/** Keeps results for the same records, whatever the rules of comparison are. */
const sharedOf = memoizedByObject((records: Records) => {
  const known = new Map<string, Uint8Array>();
  const same = (truths: Uint8Array): Uint8Array => {
    const text = Buffer.from(truths.buffer).toString('latin1');
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= mostKept(records)) known.clear();
    known.set(text, truths);
    return truths;
  };
  const pairs = (mode: Filter['mode']) =>
    memoizedByObject((some: Uint8Array) =>
      memoizedByObject((others: Uint8Array) => same(folded(mode)(some, others))),
    );
  const [ands, ors] = [pairs('AND'), pairs('OR')];
  const combine = (
    mode: Filter['mode'],
    [first = same(none(mode, records)), ...others]: readonly Uint8Array[],
  ): Uint8Array => others.reduce((some, other) => (mode === 'OR' ? ors : ands)(some)(other), first);
  const ofWrong = memoizedByObject((columns: Columns) =>
    memoizedByObject((otherwise: ComparisonRules) =>
      memoizedByObject((wrong: WrongCriterion) =>
        memoizedByObject((criterion: Criterion) => {
          const right = filterEvaluator(records)(columns)(otherwise)(only(criterion));
          const rules = { ...otherwise, instead: () => wrong };
          const found = readWrongly(criterion, wrong, right, { records, columns, rules });
          return found === right ? right : same(found);
        }),
      ),
    ),
  );
  return { same, combine, ofWrong };
});

/** The distinct values of each column. They do not depend on the rules of comparison. */
const cellsOf = memoizedByObject((records: Records) =>
  memoized((name: string) => distinct(records.map((record) => cellValue(record, name)))),
);

function distinct<T>(cells: readonly T[]): {
  readonly values: readonly T[];
  /** The index of the value of each record. */
  readonly indexes: Uint32Array;
  /** The first record with each value. */
  readonly firsts: readonly number[];
} {
  const known = new Map<T, number>();
  const firsts: number[] = [];
  const indexes = new Uint32Array(cells.length);
  for (const [place, value] of cells.entries()) {
    const index = known.get(value) ?? known.size;
    if (index === known.size) {
      known.set(value, index);
      firsts.push(place);
    }
    indexes[place] = index;
  }
  return { values: [...known.keys()], indexes, firsts };
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
