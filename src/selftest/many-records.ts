/** Gives a reference server a larger number of records. */

import { products, type ReferenceOptions } from '../reference/index.js';

type Records = NonNullable<ReferenceOptions['records']>;

/**
 * The options of a server with `count` records: those of the dataset, or its own records repeated
 * with other ids.
 */
export function withRecords(
  options: ReferenceOptions,
  count: number | undefined,
): ReferenceOptions {
  const { records: own, later } = options;
  if (count === undefined || (own !== undefined && own.length < LEAST)) return options;
  const many = (records: Records): Records =>
    Array.from({ length: count }, (_, at) => again(records, at));
  return {
    ...options,
    records: own === undefined ? dataset(count) : many(own),
    ...(later === undefined ? {} : { later: { ...later, records: many(later.records) } }),
  };
}

/** A variant with fewer records than this tests small data, so it keeps its records. */
const LEAST = 102;

let made: ReturnType<typeof products> = [];
function dataset(count: number): typeof made {
  if (made.length !== count) made = products(count);
  return made;
}

function again(own: Records, at: number): Records[number] {
  const record = own[at % own.length] ?? {};
  const { id } = record;
  const round = Math.floor(at / own.length);
  if (round === 0 || id === undefined) return record;
  return { ...record, id: typeof id === 'number' ? id + round * spanOf(own) : `${id}-${round}` };
}

/** The number that is added to repeated ids so that they stay unique. */
function spanOf(own: Records): number {
  const known = spans.get(own);
  if (known !== undefined) return known;
  const ids = own.map(({ id }) => Number(id));
  const span = 1 + Math.max(...ids) - Math.min(...ids);
  spans.set(own, span);
  return span;
}
const spans = new WeakMap<Records, number>();
