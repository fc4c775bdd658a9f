/** Gives a reference server a certain number of records. */

import { products, type ReferenceOptions } from '../reference/index.js';

type Records = NonNullable<ReferenceOptions['records']>;

/**
 * Returns options for a server with `count` records. Records that the server defines are repeated
 * with new ids. A server without own records gets a standard dataset of this size. Without `count`,
 * the options are unchanged.
 */
export function withRecords(
  options: ReferenceOptions,
  count: number | undefined,
): ReferenceOptions {
  const { records: own, later } = options;
  if (count === undefined || (own !== undefined && own.length < FEWEST_TO_REPEAT)) return options;
  const repeat = (records: Records): Records =>
    Array.from({ length: count }, (_, at) => repeatedRecord(records, at));
  return {
    ...options,
    records: own === undefined ? dataset(count) : repeat(own),
    ...(later === undefined ? {} : { later: { ...later, records: repeat(later.records) } }),
  };
}

/**
 * A server that defines fewer records than this is about small data, so its records are kept. It is
 * also the least value of `assay selftest --records`: with fewer, all records are on one page.
 */
const FEWEST_TO_REPEAT = 102;

let lastDataset: ReturnType<typeof products> = [];

/** Keeps the last dataset, so that it is not made again for each server. */
function dataset(count: number): typeof lastDataset {
  if (lastDataset.length !== count) lastDataset = products(count);
  return lastDataset;
}

function repeatedRecord(own: Records, at: number): Records[number] {
  const record = own[at % own.length] ?? {};
  const { id } = record;
  const round = Math.floor(at / own.length);
  if (round === 0 || id === undefined) return record;
  return { ...record, id: typeof id === 'number' ? id + round * spanOf(own) : `${id}-${round}` };
}

/** The ids of each round are greater by this number than those before, so that they stay unique. */
function spanOf(own: Records): number {
  const known = spans.get(own);
  if (known !== undefined) return known;
  const ids = own.map(({ id }) => Number(id));
  const span = 1 + Math.max(...ids) - Math.min(...ids);
  spans.set(own, span);
  return span;
}

const spans = new WeakMap<Records, number>();
