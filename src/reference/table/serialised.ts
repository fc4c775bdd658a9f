import type { ProductRecord } from './column.js';
import type { Rows } from './table.js';

/** What of a record is served: nulls and numbers may be spelled in more than one way. */
export type Present = (record: ProductRecord) => unknown;

/**
 * Every record as JSON, once, in one block of memory: `{…},{…},`. A page in natural order is a slice of it, and
 * serving one costs a copy instead of a `JSON.stringify`.
 */
export interface Serialised {
  /** The rows as JSON texts with commas between them. */
  readonly join: (rows: Rows) => Buffer;
}

const known = new WeakMap<Present, WeakMap<readonly ProductRecord[], Serialised>>();

export function serialised(records: readonly ProductRecord[], present: Present): Serialised {
  let byRecords = known.get(present);
  if (byRecords === undefined) {
    byRecords = new WeakMap();
    known.set(present, byRecords);
  }
  let result = byRecords.get(records);
  if (result === undefined) {
    result = serialise(records, present);
    byRecords.set(records, result);
  }
  return result;
}

function serialise(records: readonly ProductRecord[], present: Present): Serialised {
  const texts = records.map((record) => Buffer.from(`${JSON.stringify(present(record))},`));
  const block = Buffer.concat(texts);
  const starts = new Float64Array(texts.length + 1);
  texts.forEach((text, row) => {
    starts[row + 1] = (starts[row] ?? 0) + text.length;
  });
  const slice = (first: number, last: number): Buffer => block.subarray(starts[first] ?? 0, starts[last + 1] ?? 0);
  return {
    join: (rows) => {
      const runs = consecutive(rows).map(([first, last]) => slice(first, last));
      const joined = runs.length === 1 && runs[0] !== undefined ? runs[0] : Buffer.concat(runs);
      return joined.subarray(0, Math.max(0, joined.length - 1));
    },
  };
}

function consecutive(rows: Rows): [first: number, last: number][] {
  const runs: [number, number][] = [];
  let run: [number, number] | undefined;
  for (const row of rows) {
    if (run !== undefined && run[1] + 1 === row) run[1] = row;
    else {
      run = [row, row];
      runs.push(run);
    }
  }
  return runs;
}
