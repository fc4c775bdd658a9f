import type { ProductRecord } from '../../../src/harness/suite.js';
import type { Criterion, Filter } from '../../../src/protocol/export/filter.js';
import { type Column, cellValue, type Value } from './column.js';
import { type ComparisonRules, type Judge, judgeOf } from './criterion.js';
import { and, FALSE, type Membership, membership, OPEN, or, TRUE, type Truth } from './truth.js';

export type Columns = ReadonlyMap<string, Column>;

/** Truths and records of which what was worked out is kept: more would cost more memory than time. */
const KEPT = { truths: 1_000_000, records: 20_000 } as const;

/** Judges of criteria that remember what they said of a value: checks write the same criterion again, for other pages. */
class Judges {
  readonly #truths = new Map<string, Map<Value, Truth>>();
  #kept = 0;

  constructor(readonly comparisonRules: ComparisonRules) {}

  of(criterion: Criterion, column: Column): Judge {
    const asked = JSON.stringify(criterion);
    const known = this.#truths.get(asked) ?? new Map<Value, Truth>();
    this.#truths.set(asked, known);
    let judge: Judge | undefined;
    return (held) => {
      let truth = known.get(held);
      if (truth !== undefined) return truth;
      judge ??= judgeOf(criterion, column, this.comparisonRules);
      truth = judge(held);
      if (this.#kept >= KEPT.truths) {
        this.#truths.clear();
        this.#kept = 0;
      }
      this.#kept += 1;
      known.set(held, truth);
      return truth;
    };
  }
}

/**
 * What filters come to on some records. A run asks filters of the same criteria on the same records thousands of times:
 * each criterion is worked out once, and filters are combined from columns of truths.
 */
export class Truths {
  readonly #records: readonly ProductRecord[];
  readonly #columns: Columns;
  readonly #judges: Judges;
  readonly #held = new Map<string, readonly Value[]>();
  readonly #criteria = new WeakMap<Criterion, Uint8Array>();
  readonly #filters = new WeakMap<Filter, Uint8Array>();

  constructor(records: readonly ProductRecord[], columns: Columns, comparisonRules: ComparisonRules) {
    this.#records = records;
    this.#columns = columns;
    this.#judges = judgesOf(columns, [comparisonRules], () => new Judges(comparisonRules));
  }

  /**
   * The truth of a filter for each record, in the order of the records. Groups are combined by the top-level mode and
   * criteria by the mode of their group; both are AND by default.
   */
  of(filter: Filter): Uint8Array {
    return this.#kept(this.#filters, filter, ({ mode, groups }) =>
      this.#fold(
        mode,
        groups.map((group) =>
          this.#fold(
            group.mode,
            group.criteria.map((criterion) => this.#ofCriterion(criterion)),
          ),
        ),
      ),
    );
  }

  #fold(mode: Filter['mode'], columns: readonly Uint8Array[]): Uint8Array {
    const [first, ...others] = columns;
    if (first === undefined) return new Uint8Array(this.#records.length).fill(mode === 'OR' ? FALSE : TRUE);
    if (others.length === 0) return first;
    const rule = mode === 'OR' ? or : and;
    const folded = first.slice();
    for (const column of others)
      for (let at = 0; at < folded.length; at += 1) folded[at] = rule(folded[at] as Truth, column[at] as Truth);
    return folded;
  }

  #ofCriterion(asked: Criterion): Uint8Array {
    return this.#kept(this.#criteria, asked, (criterion) => {
      const column = this.#columns.get(criterion.column);
      if (column === undefined) return new Uint8Array(this.#records.length).fill(OPEN);
      const judge = this.#judges.of(criterion, column);
      const held = this.#held.get(column.name) ?? this.#records.map((record) => cellValue(record, column.name));
      this.#held.set(column.name, held);
      const truths = new Uint8Array(held.length);
      for (let at = 0; at < held.length; at += 1) truths[at] = judge(held[at]);
      return truths;
    });
  }

  #kept<K extends WeakKey>(memory: WeakMap<K, Uint8Array>, of: K, work: (of: K) => Uint8Array): Uint8Array {
    const known = memory.get(of) ?? work(of);
    if (known.length <= KEPT.records) memory.set(of, known);
    return known;
  }
}

/** What was made of something last, as long as all that it was made from is the same. */
function lastMade<K extends WeakKey, M>(): (of: K, from: readonly unknown[], make: () => M) => M {
  const last = new WeakMap<K, { readonly from: readonly unknown[]; readonly made: M }>();
  return (of, from, make) => {
    const known = last.get(of);
    if (known?.from.every((part, at) => part === from[at])) return known.made;
    const made = make();
    last.set(of, { from, made });
    return made;
  };
}

/** The judges of some columns, shared by all records that are asked about. */
const judgesOf = lastMade<Columns, Judges>();
/** What filters come to on some records, shared by all that ask about them. */
const truthsOn = lastMade<readonly ProductRecord[], Truths>();

/** Whether each record is in the result of a filter, out of it, or may be either. */
export const placesOf = (
  filter: Filter,
  records: readonly ProductRecord[],
  columns: Columns,
  comparisonRules: ComparisonRules,
): readonly Membership[] => {
  const truths = truthsOn(records, [columns, comparisonRules], () => new Truths(records, columns, comparisonRules));
  return [...truths.of(filter)].map(membership);
};
