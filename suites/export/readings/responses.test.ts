import { expect, it } from 'vitest';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { KNOWN, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import type { Exchange } from '../model/exchange.js';
import { readings } from './index.js';

const verdict = (sentence: string, exchange: Exchange) => {
  const reading = readings
    .all([exchange, FORBIDDEN], KNOWN)
    .find((one) => one.sentence === sentence);
  return reading === undefined ? 'no such reading' : readings.judge(exchange, KNOWN, [reading]);
};

const refused = (status: number, json: unknown, question: ProductsQuestion): Exchange =>
  responseTo(question, { status, body: json });

const TEXT = 'Authentication token is required';
const withoutToken: ProductsQuestion = { token: null, accept: PLAIN };
const FORBIDDEN = refused(403, { error: TEXT }, withoutToken);

it('predicts the status of an error', () => {
  const sentence = 'a request without token gets status 403 instead of 401';
  expect(verdict(sentence, refused(403, { error: TEXT }, withoutToken))).toBe('conforms');
  expect(verdict(sentence, refused(401, { error: TEXT }, withoutToken))).toBe('deviates');
});

it('predicts the form of an error', () => {
  const sentence = 'every error is under `message` instead of `error`';
  expect(verdict(sentence, refused(401, { message: TEXT }, withoutToken))).toBe('conforms');
  expect(verdict(sentence, refused(401, { error: TEXT }, withoutToken))).toBe('deviates');
});

it('says nothing of errors on the welcome page, which needs no token', () => {
  const [reading] = readings
    .all([FORBIDDEN], KNOWN)
    .filter(({ sentence }) => sentence === 'every error has status 403');
  const welcome = responseTo({ route: 'root', token: null }, { status: 200, body: {} });
  expect(reading && readings.touches(reading, welcome, KNOWN)).toBe(false);
});

it('predicts the types of `meta`', () => {
  const list = (total: unknown) =>
    responseTo(
      { accept: JSON_API },
      { status: 200, body: { data: RECORDS, meta: { total, limit: 100, offset: 0 } } },
    );
  expect(verdict('`meta.total` is a text', list('5'))).toBe('conforms');
  expect(verdict('`meta.total` is a text', list(5))).toBe('deviates');
  expect(verdict('lists have no `meta`', list(5))).toBe('deviates');
});
