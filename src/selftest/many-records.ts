/** Gives a reference server a larger number of records. */

import { products, type ReferenceOptions } from '../reference/index.js';

type Records = NonNullable<ReferenceOptions['records']>;

/**
 * The server's own records are repeated with other ids. A server without own records gets the
 * standard dataset.
 */
export function withRecords(
  options: ReferenceOptions,
  count: number | undefined,
): ReferenceOptions {
  const { records: own, later } = options;
  if (count === undefined || (own !== undefined && own.length < FEWEST_TO_REPEAT)) return options;
  const many = (records: Records): Records =>
    Array.from({ length: count }, (_, at) => again(records, at));
  return {
    ...options,
    records: own === undefined ? dataset(count) : many(own),
    ...(later === undefined ? {} : { later: { ...later, records: many(later.records) } }),
  };
}

/** A server with fewer records of its own keeps them, because it exists to test small data. */
const FEWEST_TO_REPEAT = 102;

let lastDataset: ReturnType<typeof products> = [];
function dataset(count: number): typeof lastDataset {
  if (lastDataset.length !== count) lastDataset = products(count);
  return lastDataset;
}

function again(own: Records, at: number): Records[number] {
  const record = own[at % own.length] ?? {};
  const { id } = record;
  const round = Math.floor(at / own.length);
  if (round === 0 || id === undefined) return record;
  return { ...record, id: typeof id === 'number' ? id + round * spanOf(own) : `${id}-${round}` };
}

/** Added to repeated ids, so that they stay unique. */
function spanOf(own: Records): number {
  const known = spans.get(own);
  if (known !== undefined) return known;
  const ids = own.map(({ id }) => Number(id));
  const span = 1 + Math.max(...ids) - Math.min(...ids);
  spans.set(own, span);
  return span;
}
const spans = new WeakMap<Records, number>();
