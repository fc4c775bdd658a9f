/** Converts records to the form in which a dialect serves them. */

import type { Dialect } from '../dialect.js';
import type { Present } from '../table/serialised.js';

type Form = Pick<Dialect, 'nulls' | 'numbers'>;

const asStored: Present = (record) => record;
const cache = new Map<string, Present>();

/**
 * Returns the function that converts records. The same dialect always gets the same function,
 * because pages are cached by this function.
 */
export function presentation(form: Form): Present {
  const key = `${form.nulls} ${form.numbers}`;
  let present = cache.get(key);
  if (present === undefined) {
    present = form.nulls === 'null' && form.numbers === 'number' ? asStored : presentAs(form);
    cache.set(key, present);
  }
  return present;
}

const presentAs =
  ({ nulls, numbers }: Form): Present =>
  (record) =>
    Object.fromEntries(
      Object.entries(record)
        .filter(([, value]) => value !== null || nulls !== 'missing')
        .map(([name, value]) => [name, spell(value, nulls, numbers)]),
    );

function spell(value: unknown, nulls: Form['nulls'], numbers: Form['numbers']): unknown {
  if (value === null) return nulls === 'empty' ? '' : null;
  return typeof value === 'number' && numbers === 'string' ? String(value) : value;
}
