import { expect, it } from 'vitest';
import { aroundViolation } from './readable.js';

const records = Array.from({ length: 9 }, (_, at) => `{"id":${at + 1}}`).join(',');
const nothing = { expected: undefined, actual: undefined };

it.each([
  ['shows a short text whole', '[]', nothing, '[]'],
  ['marks where it cut the end', records, nothing, `${records.slice(0, 20)}…`],
  ['marks where it cut the beginning', records, { ...nothing, actual: 'id 9' }, '…{"id":9}'],
  ['marks both', records, { ...nothing, actual: 'the record with id 5' }, '…{"id":5},{"id":6},{"…'],
])('%s', (_, text, violation, shown) => {
  expect(aroundViolation(text, violation, 20)).toBe(shown);
});

it('shows invisible characters', () => {
  expect(aroundViolation('a\u001bb', nothing, 20)).toBe('a\\u001bb');
});
