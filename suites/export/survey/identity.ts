import type { ProductRecord } from '../../../src/harness/suite.js';
import { changingIn } from './changing-columns.js';

/**
 * The same for two records exactly when they hold the same: members in any order, null and missing and empty alike, but
 * for columns that are known to change.
 */
export function identity(record: ProductRecord): string {
  const changing = changingIn(record);
  const known = identities.get(record);
  if (known?.without === changing.size) return known.identity;
  const identity = identityOf(record, changing);
  identities.set(record, { identity, without: changing.size });
  return identity;
}

const identities = new WeakMap<ProductRecord, { readonly identity: string; readonly without: number }>();

function identityOf(record: ProductRecord, changing: ReadonlySet<string>): string {
  const members = Object.entries(record).filter(
    ([name, value]) => value !== null && value !== undefined && value !== '' && !changing.has(name),
  );
  return JSON.stringify(
    members
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, value]) => [name, typeof value === 'object' ? canonical(value) : loosely(value)]),
  );
}

/** Whether two records hold the same, as `identity` tells it. */
export function sameRecord(a: ProductRecord, b: ProductRecord): boolean {
  if (a === b) return true;
  const changes = (name: string): boolean => changingIn(a).has(name) || changingIn(b).has(name);
  for (const name of Object.keys(a)) if (!sameValue(a[name], b[name]) && !changes(name)) return false;
  for (const name of Object.keys(b))
    if (!Object.hasOwn(a, name) && !sameValue(undefined, b[name]) && !changes(name)) return false;
  return true;
}

/** Whether two values are the same as served. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const [x, y] = [a === '' ? null : (a ?? null), b === '' ? null : (b ?? null)];
  return x === y || (typeof x === 'object' ? canonical(x) === canonical(y) : loosely(x) === loosely(y));
}

/** JSON whose members are in the order of their names: a database may keep none (jsonb). */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : held,
  );

/** A number and the text that spells it count as the same value as served. */
const loosely = (value: unknown): unknown =>
  typeof value === 'string' &&
  /^-?\d+(\.\d+)?$/.test(value) &&
  Number.isSafeInteger(Math.trunc(Number(value))) &&
  !/^-?0\d/.test(value)
    ? Number(value)
    : value;
