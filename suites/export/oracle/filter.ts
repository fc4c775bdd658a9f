import type { ProductRecord } from '../../../src/target/index.js';
import type { Criterion, Filter } from '../request/filter.js';
import type { Column, Value } from './column.js';
import { judgeOf, type Semantics } from './criterion.js';
import { heldBy } from './held.js';
import { and, FALSE, type Membership, membership, OPEN, or, TRUE, type Truth } from './truth.js';

export type Columns = ReadonlyMap<string, Column>;

/**
 * What filters come to on some records. A run asks filters of the same criteria on the same records thousands of times:
 * each criterion is worked out once for each value that its column holds, and filters are combined from columns of truths.
 */
export class Truths {
  readonly #records: readonly ProductRecord[];
  readonly #columns: Columns;
  readonly #semantics: Semantics;
  readonly #held = new Map<string, Held>();
  readonly #criteria = new WeakMap<Criterion, Uint8Array>();
  readonly #filters = new WeakMap<Filter, Uint8Array>();

  constructor(records: readonly ProductRecord[], columns: Columns, semantics: Semantics) {
    this.#records = records;
    this.#columns = columns;
    this.#semantics = semantics;
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
    const truths = new Uint8Array(this.#records.length);
    const column = this.#columns.get(criterion.column);
    if (column === undefined) return truths.fill(OPEN);
    const { values, places } = this.#heldIn(criterion.column);
    const met = values.map(judgeOf(criterion, column, this.#semantics));
    for (let at = 0; at < truths.length; at += 1) truths[at] = met[places[at] as number] as Truth;
    return truths;
  }

  #heldIn(column: string): Held {
    const held = this.#held.get(column) ?? heldValues(this.#records, column);
    this.#held.set(column, held);
    return held;
  }
}

/** The values of a column, each once, and which of them each record holds. */
interface Held {
  readonly values: readonly Value[];
  readonly places: Uint32Array;
}

function heldValues(records: readonly ProductRecord[], column: string): Held {
  const met = new Map<Value, number>();
  const places = Uint32Array.from(records, (record) => {
    const held = heldBy(record, column);
    const place = met.get(held) ?? met.size;
    met.set(held, place);
    return place;
  });
  return { values: [...met.keys()], places };
}

/** Records of which the truths of every criterion and filter are kept: more would cost more memory than time. */
const KEPT = 20_000;

/** What filters come to on these records, shared by all that ask about them. */
function truthsOn(records: readonly ProductRecord[], columns: Columns, semantics: Semantics): Truths {
  const last = latest.get(records);
  if (last !== undefined && last.columns === columns && last.semantics === semantics) return last.truths;
  const truths = new Truths(records, columns, semantics);
  latest.set(records, { columns, semantics, truths });
  return truths;
}

const latest = new WeakMap<
  readonly ProductRecord[],
  { readonly columns: Columns; readonly semantics: Semantics; readonly truths: Truths }
>();

/** Whether each record is in the result of a filter, out of it, or may be either. */
export const placesOf = (
  filter: Filter,
  records: readonly ProductRecord[],
  columns: Columns,
  semantics: Semantics,
): readonly Membership[] => [...truthsOn(records, columns, semantics).of(filter)].map(membership);
