import type { ProductRecord } from '../../../src/target/index.js';
import { changingIn } from '../request/changing-columns.js';
import { sameValue } from './identity.js';

/** More columns than these, or than half of them, and the records are others. */
const MOST = 4;

/**
 * The columns in which records of two readings differ, matched by a key: what changes while it is read. Empty where
 * nothing differs, or where the records themselves are others.
 */
export function changedColumns(
  before: readonly ProductRecord[],
  after: readonly ProductRecord[],
  key: string,
): readonly string[] {
  const known = new Map(before.map((record) => [record[key], record]));
  if (known.size < before.length) return [];
  const changed = new Set<string>();
  let columns = 0;
  for (const record of after) {
    const old = known.get(record[key]);
    if (old === undefined) continue;
    const names = new Set([...Object.keys(old), ...Object.keys(record)]);
    columns = Math.max(columns, names.size);
    for (const name of names) if (!changingIn(old).has(name) && !sameValue(old[name], record[name])) changed.add(name);
  }
  return changed.size > MOST || changed.size > columns / 2 ? [] : [...changed];
}
