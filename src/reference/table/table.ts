/**
 * The product records of one destination as a table. A destination is an id with its own token, for
 * which the export API serves its own products.
 */

import { type Column, columnOf, type ProductRecord } from './column.js';

/**
 * The data of one destination by column. A row is the index of its record, from 0. The natural
 * order is the order of these indexes.
 */
export interface Table {
  readonly size: number;
  readonly records: readonly ProductRecord[];
  readonly columns: ReadonlyMap<string, Column>;
  /** All rows in natural order. */
  readonly rows: Rows;
}

/** A selection of rows, in the order in which they are served. */
export type Rows = Int32Array;

const tables = new WeakMap<readonly ProductRecord[], Table>();

/** The table of an array of records. It is built once, and servers with the same data share it. */
export function tableOf(records: readonly ProductRecord[]): Table {
  let table = tables.get(records);
  if (table === undefined) {
    table = build(records);
    tables.set(records, table);
  }
  return table;
}

function build(records: readonly ProductRecord[]): Table {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return {
    size: records.length,
    records,
    columns: new Map([...names].map((name) => [name, columnOf(name, records)])),
    rows: Int32Array.from(records, (_, row) => row),
  };
}
