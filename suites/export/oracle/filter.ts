import type { Criterion, Filter } from '../../../src/protocol/export/filter.js';
import type { ProductRecord } from '../../../src/settings/target.js';
import type { Column } from './column.js';
import type { ComparisonRules } from './criterion.js';
import { JudgedValues } from './judged-values.js';
import { and, FALSE, type Membership, membership, OPEN, or, TRUE, type Truth } from './truth.js';

export type Columns = ReadonlyMap<string, Column>;

/**
 * What filters come to on some records. A run asks filters of the same criteria on the same records thousands of times:
 * each criterion is worked out once for each value that its column holds, and filters are combined from columns of truths.
 */
export class Truths {
  readonly #records: readonly ProductRecord[];
  readonly #columns: Columns;
  readonly #values: JudgedValues;
  readonly #places = new Map<string, Uint32Array>();
  readonly #criteria = new WeakMap<Criterion, Uint8Array>();
  readonly #filters = new WeakMap<Filter, Uint8Array>();

  constructor(records: readonly ProductRecord[], columns: Columns, comparisonRules: ComparisonRules) {
    this.#records = records;
    this.#columns = columns;
    this.#values = valuesOf(columns, [comparisonRules], () => new JudgedValues(comparisonRules));
  }

  /**
   * The truth of a filter for each record, in the order of the records. Groups are combined by the top-level mode and
   * criteria by the mode of their group; both are AND by default.
   */
  of(filter: Filter): Uint8Array {
    const known = this.#filters.get(filter) ?? this.#combine(filter);
    if (known.length <= KEPT) this.#filters.set(filter, known);
    return known;
  }

  #combine({ mode, groups }: Filter): Uint8Array {
    return this.#fold(
      mode,
      groups.map((group) =>
        this.#fold(
          group.mode,
          group.criteria.map((criterion) => this.#ofCriterion(criterion)),
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

  #ofCriterion(criterion: Criterion): Uint8Array {
    const known = this.#criteria.get(criterion) ?? this.#work(criterion);
    if (known.length <= KEPT) this.#criteria.set(criterion, known);
    return known;
  }

  #work(criterion: Criterion): Uint8Array {
    const column = this.#columns.get(criterion.column);
    if (column === undefined) return new Uint8Array(this.#records.length).fill(OPEN);
    return this.#values.truthsOf(criterion, column, this.#placesIn(criterion.column));
  }

  #placesIn(column: string): Uint32Array {
    const places = this.#places.get(column) ?? this.#values.placesIn(this.#records, column);
    this.#places.set(column, places);
    return places;
  }
}

/** Records of which the truths of every criterion and filter are kept: more would cost more memory than time. */
const KEPT = 20_000;

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

/** What criteria come to for the values of some columns, shared by all records that are asked about. */
const valuesOf = lastMade<Columns, JudgedValues>();
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
