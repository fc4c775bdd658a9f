import type { ProductRecord } from '../../../src/harness/suite.js';
import type { Criterion, Filter } from '../../../src/protocol/export/filter.js';
import { type Column, cellValue } from './column.js';
import { type ComparisonRules, judgeOf } from './criterion.js';
import { keptFor, memoized } from './memoized.js';
import { and, FALSE, type Membership, membership, OPEN, or, TRUE, type Truth } from './truth.js';

/** Records of which truths are kept: more would cost more memory than time. */
const KEPT = 20_000;

export type Columns = ReadonlyMap<string, Column>;

/** Judges of criteria, in JSON, that remember what they said of a value: checks write the same criterion again, for other pages. */
const judges = keptFor((columns: Columns) =>
  keptFor((comparisonRules: ComparisonRules) =>
    memoized((asked: string) => {
      const criterion = JSON.parse(asked) as Criterion;
      const column = columns.get(criterion.column);
      return column === undefined ? () => OPEN : memoized(judgeOf(criterion, column, comparisonRules));
    }, 2000),
  ),
);

/**
 * What filters come to on some records: the truth of a filter for each record, in the order of the records. Groups are
 * combined by the top-level mode and criteria by the mode of their group; both are AND by default. A run asks filters of
 * the same criteria on the same records thousands of times: each criterion is worked out once.
 */
export function truthsOn(
  records: readonly ProductRecord[],
  columns: Columns,
  comparisonRules: ComparisonRules,
): (filter: Filter) => Uint8Array {
  const judgeFor = judges(columns)(comparisonRules);
  const heldIn = memoized((name: string) => records.map((record) => cellValue(record, name)));
  const keep: typeof keptFor = records.length > KEPT ? (work) => work : keptFor;
  const ofCriterion = keep((criterion: Criterion) => {
    const judge = judgeFor(JSON.stringify(criterion));
    return Uint8Array.from(heldIn(criterion.column).map((held) => judge(held)));
  });
  const fold = (mode: Filter['mode'], [first, ...others]: readonly Uint8Array[]): Uint8Array => {
    if (first === undefined) return new Uint8Array(records.length).fill(mode === 'OR' ? FALSE : TRUE);
    const rule = mode === 'OR' ? or : and;
    const folded = others.length === 0 ? first : first.slice();
    for (const column of others)
      for (let at = 0; at < folded.length; at += 1) folded[at] = rule(folded[at] as Truth, column[at] as Truth);
    return folded;
  };
  return keep(({ mode, groups }: Filter) => {
    const ofGroups = groups.map((group) => fold(group.mode, group.criteria.map(ofCriterion)));
    return fold(mode, ofGroups);
  });
}

/** What filters come to on some records, shared by all that ask about them. */
const known = keptFor((records: readonly ProductRecord[]) =>
  keptFor((columns: Columns) => keptFor((rules: ComparisonRules) => truthsOn(records, columns, rules))),
);

/** Whether each record is in the result of a filter, out of it, or may be either. */
export const placesOf = (
  filter: Filter,
  records: readonly ProductRecord[],
  columns: Columns,
  comparisonRules: ComparisonRules,
): readonly Membership[] => [...known(records)(columns)(comparisonRules)(filter)].map(membership);
