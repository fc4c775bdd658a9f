import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import { knownOf } from '../../../tests/export/exchange-of.js';
import { unknownAmong } from './expected-records.js';
import { identity } from './identity.js';

const COLORS = ['red', 'blue'];
/** Two objects of each value, as if a record came in two forms. */
const RECORDS: readonly ProductRecord[] = [1, 2, 3].flatMap((id) =>
  COLORS.flatMap((color) => [
    { id, color },
    { color, id },
  ]),
);
const lists = fc.array(fc.constantFrom(...RECORDS), { maxLength: 8 });

/** How often each value is in `returned` more often than in `known`. */
function surplus(returned: readonly ProductRecord[], known: readonly ProductRecord[]) {
  const left = new Map<string, number>();
  const count = (records: readonly ProductRecord[], by: number): void => {
    for (const record of records) {
      const text = identity(record, new Set());
      left.set(text, (left.get(text) ?? 0) + by);
    }
  };
  count(returned, 1);
  count(known, -1);
  return [...left].filter(([, times]) => times > 0).sort();
}

it.each([
  ['by a key and the values', true],
  ['by the values if there is no key', false],
])('finds as many unknown records as came too often, %s', (_, hasKey) => {
  const { survey } = knownOf(RECORDS);
  const { key, ...withoutKey } = survey;
  fc.assert(
    fc.property(lists, lists, (returned, known) => {
      const unknown = unknownAmong(returned, known, {
        ...withoutKey,
        key: hasKey ? key : undefined,
      });
      expect(surplus(unknown, [])).toEqual(surplus(returned, known));
      expect(unknown.every((record) => returned.includes(record))).toBe(true);
    }),
    { seed: 1 },
  );
});
