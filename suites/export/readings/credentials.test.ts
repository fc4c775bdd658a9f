import { expect, it } from 'vitest';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { errorOf, KNOWN, listOf, RECORDS, TARGET } from '../../../tests/export/exchange-of.js';
import type { Known } from '../model/data.js';
import { documented } from '../model/error-table.js';
import { readings } from './index.js';

/** The token of the configured destination is learned from a page that was read with it. */
const { page } = listOf({}, RECORDS);
const known: Known = {
  ...KNOWN,
  whole: { ...KNOWN.whole, pages: page === undefined ? [] : [{ request: {}, page }] },
};
const refused = (question: ProductsQuestion) =>
  errorOf(question, 403, documented['not authorized'].text);
const given = (question: ProductsQuestion) => listOf(question, RECORDS);

/** The verdicts about products and about a refusal. */
const verdictsOf = (id: string, question: ProductsQuestion) =>
  [given(question), refused(question)].map((exchange) => {
    const reading = readings.all([exchange], known).find((one) => one.id === id);
    if (reading === undefined) return 'no such reading';
    if (!readings.touches(reading, exchange, known)) return 'not touched';
    return readings.judge(exchange, known, [reading]);
  });

it('predicts what comes if every token is taken for that of one destination', () => {
  const of = (question: ProductsQuestion) => verdictsOf('access.constant-token', question);
  expect(of({ token: 'another' })).toEqual(['conforms', 'deviates']);
  expect(of({ destination: TARGET.otherDestination })).toEqual(['deviates', 'conforms']);
  expect(of({ token: '' })).toEqual(['not touched', 'not touched']);
});

it('predicts that any token is accepted, whether or not an empty field counts as one', () => {
  const sent = (question: ProductsQuestion) =>
    verdictsOf('access.any-sent-token.everywhere', question);
  const filled = (question: ProductsQuestion) =>
    verdictsOf('access.any-sent-token-filled.everywhere', question);
  expect(sent({ token: 'another' })).toEqual(['conforms', 'deviates']);
  expect(filled({ token: 'another' })).toEqual(['conforms', 'deviates']);
  expect(sent({ token: '' })[0]).toBe('conforms');
  expect(filled({ token: '' })[0]).not.toBe('conforms');
});
