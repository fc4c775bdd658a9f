import type { Criterion, Filter } from '../../../../src/protocol/export/filter.js';
import { type Column, cellValue, type Records } from './column.js';
import { type ComparisonRules, type Judge, judgeOf } from './criterion.js';
import { keptFor, memoized } from './memoized.js';
import { and, FALSE, type Membership, membership, OPEN, or, TRUE, type Truth } from './truth.js';

/** Records of which truths are kept: more would cost more memory than time. */
const KEPT = 20_000;

export type Columns = ReadonlyMap<string, Column>;

/**
 * The truth of filters for each of some records, in their order. Groups are combined by the
 * top-level mode, criteria by the mode of their group; both are AND by default. Filters of the same
 * criteria are evaluated on the same records thousands of times: each criterion is worked out once.
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
  // Checks write the same criterion again.
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

/** Each value once, and for each place which of them stands there. */
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

/** What filters come to on some records, shared by all that ask about them. */
export const truthsOf = keptFor((records: Records) =>
  keptFor((columns: Columns) =>
    keptFor((rules: ComparisonRules) => truthsOn(records, columns, rules)),
  ),
);

/** Whether each record is in the result of a filter, out of it, or may be either. */
export const placesOf = (
  filter: Filter,
  records: Records,
  columns: Columns,
  rules: ComparisonRules,
): readonly Membership[] => membershipsOf(truthsOf(records)(columns)(rules)(filter));

const membershipsOf = keptFor((truths: Uint8Array): readonly Membership[] =>
  Array.from(truths, membership),
);
