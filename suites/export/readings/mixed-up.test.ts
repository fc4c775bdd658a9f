import { expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { KNOWN, listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import type { Exchange } from '../model/exchange.js';
import { mixedUpReadings } from './mixed-up.js';

const CHEAP: ProductsQuestion = { filter: only(where('price', '<', 30)) };
const cheap = RECORDS.slice(0, 2);
/** Numbers less than 0.5 apart overlap in time. */
const right = (number: number) => listOf(CHEAP, cheap, {}, number);
/** A request that is answered wrongly at first, and rightly later. */
const unstable = (wrong: Exchange, question: ProductsQuestion = CHEAP) => [
  wrong,
  listOf(question, question.filter ? cheap : RECORDS, {}, 9),
];

/** The verdict on the first exchange, if it violates a clause. Undefined also without a reading. */
function verdict(...exchanges: readonly Exchange[]): boolean | undefined {
  const [first] = exchanges;
  if (first === undefined) throw new Error('no exchange');
  const [reading] = mixedUpReadings([first], exchanges, KNOWN);
  return reading?.response?.(first, KNOWN);
}

it('predicts the response to a simultaneous request, and no other', () => {
  const wrong = listOf(CHEAP, RECORDS, {}, 1);
  expect(verdict(...unstable(wrong), listOf({}, RECORDS, {}, 1.2))).toBe(true);
  expect(verdict(...unstable(wrong), listOf({}, RECORDS, {}, 2))).toBe(false);
  const refused = responseTo(CHEAP, { status: 400, body: '{"error":"no"}' });
  const other = responseTo({ orderBy: 'x' }, { status: 400, body: '{"error":"no"}', number: 0.7 });
  expect(verdict(...unstable(refused), other)).toBe(true);
});

it('predicts the list of the same request with parts of a simultaneous one', () => {
  const windowed = listOf(CHEAP, RECORDS.slice(0, 1), { total: 2, limit: 1 }, 1);
  const other = listOf({ limit: 1 }, RECORDS.slice(1, 2), { total: 5 }, 1.2);
  expect(verdict(...unstable(windowed), other)).toBe(true);
  const filtered = listOf({ limit: 50 }, cheap, { limit: 50 }, 1);
  const again = listOf({ limit: 50 }, RECORDS, {}, 9);
  expect(verdict(filtered, again, right(1.2))).toBe(true);
  expect(verdict(filtered, again, listOf({ filter: only(where('id', '=', 4)) }, [], {}, 1.2))).toBe(
    false,
  );
});

it('predicts nothing unless the same request got a right response, too', () => {
  const wrong = listOf(CHEAP, RECORDS, {}, 1);
  expect(verdict(wrong, listOf({}, RECORDS, {}, 1.2))).toBeUndefined();
  expect(verdict(wrong, wrong, listOf({}, RECORDS, {}, 1.2))).toBeUndefined();
});

it('leaves a right response open, although a simultaneous one is the same', () => {
  const [first, wrong] = [right(1), listOf(CHEAP, RECORDS, {}, 2)];
  const alike = listOf({ ...CHEAP, orderBy: 'id' }, cheap, {}, 1.2);
  const [reading] = mixedUpReadings([first, wrong], [first, wrong, alike], KNOWN);
  expect(reading?.response?.(wrong, KNOWN)).toBe(false);
  expect(reading?.response?.(first, KNOWN)).toBeUndefined();
});
