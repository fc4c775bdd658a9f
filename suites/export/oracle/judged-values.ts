import type { Criterion } from '../../../src/protocol/export/filter.js';
import type { ProductRecord } from '../../../src/settings/target.js';
import type { Column, Value } from './column.js';
import { type ComparisonRules, type Judge, judgeOf } from './criterion.js';
import { cellValue } from './held.js';
import type { Truth } from './truth.js';

/** The values that one column was seen to hold, in the order in which they were met. */
interface Held {
  readonly places: Map<Value, number>;
  readonly values: Value[];
}

/** No truth: not worked out yet. */
const UNKNOWN = 255;
/** Truths that are kept in all: more would cost more memory than time. */
const KEPT = 32 * 1024 * 1024;

/** What criteria come to for values: checks write the same criterion again, for other pages that hold the same values. */
export class JudgedValues {
  readonly #comparisonRules: ComparisonRules;
  readonly #columns = new Map<string, Held>();
  readonly #truths = new Map<string, Uint8Array>();
  #kept = 0;

  constructor(comparisonRules: ComparisonRules) {
    this.#comparisonRules = comparisonRules;
  }

  /** Which of a column's values each record holds. */
  placesIn(records: readonly ProductRecord[], column: string): Uint32Array {
    const { places, values } = this.#heldIn(column);
    const found = new Uint32Array(records.length);
    for (const [at, record] of records.entries()) {
      const value = cellValue(record, column);
      const place = places.get(value) ?? values.length;
      if (place === values.length) {
        values.push(value);
        places.set(value, place);
      }
      found[at] = place;
    }
    return found;
  }

  /** What a criterion comes to for the values in some places of its column. */
  truthsOf(criterion: Criterion, column: Column, places: Uint32Array): Uint8Array {
    const { values } = this.#heldIn(column.name);
    const known = this.#knownFor(criterion, values.length);
    const truths = new Uint8Array(places.length);
    let judge: Judge | undefined;
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] as number;
      if (known[place] === UNKNOWN) {
        judge ??= judgeOf(criterion, column, this.#comparisonRules);
        known[place] = judge(values[place]);
      }
      truths[at] = known[place] as Truth;
    }
    return truths;
  }

  #knownFor(criterion: Criterion, size: number): Uint8Array {
    const asked = JSON.stringify(criterion);
    const known = this.#truths.get(asked);
    if (known !== undefined && known.length >= size) return known;
    const grown = new Uint8Array(size).fill(UNKNOWN);
    if (known !== undefined) grown.set(known);
    this.#kept += size;
    if (this.#kept > KEPT) {
      this.#truths.clear();
      this.#kept = size;
    }
    this.#truths.set(asked, grown);
    return grown;
  }

  #heldIn(column: string): Held {
    const held = this.#columns.get(column) ?? { places: new Map(), values: [] };
    this.#columns.set(column, held);
    return held;
  }
}
