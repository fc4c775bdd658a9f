/** Serializes records to JSON once, so that pages are served quickly. */

import type { ProductRecord } from './column.js';
import type { Rows } from './table.js';

/** Converts a record to its served form. */
export type Present = (record: ProductRecord) => unknown;

/** Records that are stored as JSON. A page of them needs no `JSON.stringify`. */
export interface Serialised {
  /** Returns `open`, the rows as JSON with commas between them, and `close`. */
  readonly page: (rows: Rows, open: string, close: string) => Buffer;
}

/**
 * The cache is emptied when it has this number of pages. Only pages of consecutive rows are cached,
 * because they are requested often.
 */
const MAX_CACHED_PAGES = 64;

const caches = new WeakMap<Present, WeakMap<readonly ProductRecord[], Serialised>>();

/** Serializes records. The result is cached for these records and this function. */
export function serialised(records: readonly ProductRecord[], present: Present): Serialised {
  let byRecords = caches.get(present);
  if (byRecords === undefined) {
    byRecords = new WeakMap();
    caches.set(present, byRecords);
  }
  let result = byRecords.get(records);
  if (result === undefined) {
    result = serialise(records, present);
    byRecords.set(records, result);
  }
  return result;
}

/** Stores all records in one block of memory. Consecutive rows are a slice of this block. */
function serialise(records: readonly ProductRecord[], present: Present): Serialised {
  const texts = records.map((record) => Buffer.from(`${JSON.stringify(present(record))},`));
  const block = Buffer.concat(texts);
  const starts = new Float64Array(texts.length + 1);
  texts.forEach((text, row) => {
    starts[row + 1] = (starts[row] ?? 0) + text.length;
  });
  const slice = (first: number, last: number): Buffer =>
    block.subarray(starts[first] ?? 0, starts[last + 1] ?? 0);
  const assemble = (runs: readonly Run[], open: string, close: string): Buffer => {
    const pieces = runs.map(([first, last]) => slice(first, last));
    const final = pieces.pop();
    // Every text ends in a comma, which is removed from the last text.
    if (final !== undefined) pieces.push(final.subarray(0, final.length - 1));
    return Buffer.concat([Buffer.from(open), ...pieces, Buffer.from(close)]);
  };
  const pages = new Map<string, Buffer>();
  return {
    page: (rows, open, close) => {
      if (!isOneRun(rows)) return assemble(runsOf(rows), open, close);
      const key = `${rows[0]} ${rows.length}${open}${close}`;
      let page = pages.get(key);
      if (page === undefined) {
        page = assemble(runsOf(rows), open, close);
        if (pages.size >= MAX_CACHED_PAGES) pages.clear();
        pages.set(key, page);
      }
      return page;
    },
  };
}

/** Consecutive rows. */
type Run = [first: number, last: number];

function isOneRun(rows: Rows): boolean {
  const first = rows[0] ?? 0;
  for (let index = 1; index < rows.length; index += 1)
    if (rows[index] !== first + index) return false;
  return true;
}

function runsOf(rows: Rows): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const row of rows) {
    if (run !== undefined && run[1] + 1 === row) run[1] = row;
    else {
      run = [row, row];
      runs.push(run);
    }
  }
  return runs;
}
