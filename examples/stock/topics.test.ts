import { Answer } from 'assay';
import { expect, it } from 'vitest';
import { topics } from './topics.js';

const answered = (status: number): Answer =>
  new Answer(
    { interface: 'stock', url: 'http://stock.test/stock/oak-chair' },
    { status, headers: [], body: Buffer.from('') },
    { exchange: 1 },
  );

const { rule } = topics['STK-AUTH-1'];

it('holds for 401 without the key or with another one, and says nothing of the right key', () => {
  expect(rule({ question: { key: null }, answer: answered(401) })).toBe('holds');
  expect(rule({ question: { key: 'another' }, answer: answered(200) })).toMatchObject({
    expected: 'status 401',
  });
  expect(rule({ question: {}, answer: answered(200) })).toBeUndefined();
});
