import { type Database, quoted } from './conditions.js';
import type { Product } from './products.js';

/** Makes a table of these products. */
export async function loadProducts(
  { engine, names }: Database,
  table: string,
  records: readonly Product[],
) {
  const held = (name: string): readonly unknown[] =>
    records.map((record) => record[name]).filter((value) => value !== null);
  const columns = names.map((name) => `${quoted(name)} ${engine.typeOf(name, held(name))}`);
  await engine.query(`CREATE TABLE ${table} (place integer, ${columns.join(', ')})`);
  for (const [place, record] of records.entries()) {
    const values = [place, ...names.map((name) => record[name])];
    await engine.query(
      `INSERT INTO ${table} VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})`,
      values,
    );
  }
}
