import { type Column, columnOf, type ProductRecord } from './column.js';

/**
 * The product records of one destination by column. A row is the index of a record. Natural order
 * is the order of these indexes.
 */
export interface Table {
  readonly size: number;
  readonly records: readonly ProductRecord[];
  readonly columns: ReadonlyMap<string, Column>;
  /** All rows in natural order. */
  readonly rows: Rows;
}

/** The rows of a list, in the order in which they are served. */
export type Rows = Int32Array;

const tables = new WeakMap<readonly ProductRecord[], Table>();

/** Each array of records has one table, which all servers share. */
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
