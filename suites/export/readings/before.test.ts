import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Answer } from '../../../src/http/answer.js';
import { httpRequest } from '../../../src/protocol/export/question.js';
import { RECORDS, TARGET } from '../../../tests/export/exchange-of.js';
import type { Exchange } from '../model/exchange.js';
import { exchangeOf } from '../model/read-exchange.js';
import { possiblyBefore } from './before.js';

interface Times {
  readonly sentAt: number;
  readonly lasts: number;
  readonly isList: boolean;
}

const exchangesAt = (all: readonly Times[]): readonly Exchange[] =>
  all.map(({ sentAt, lasts, isList }, exchange) => {
    const body = Buffer.from(JSON.stringify({ data: RECORDS }));
    const answer = new Answer(
      httpRequest(TARGET, {}),
      { status: isList ? 200 : 403, headers: [], body: isList ? body : Buffer.from('') },
      { exchange, sentAt, receivedAt: sentAt + lasts },
    );
    return exchangeOf({}, answer, TARGET);
  });
const numbersOf = (exchanges: readonly Exchange[]): readonly number[] =>
  exchanges.map(({ answer }) => answer.exchange).sort((a, b) => a - b);

const list = (sentAt: number, lasts: number): Times => ({ sentAt, lasts, isList: true });
const refused = (sentAt: number, lasts: number): Times => ({ sentAt, lasts, isList: false });

it('is the last request, the last that returned a list, and those that overlap', () => {
  const before = (place: number, ...all: readonly Times[]): readonly number[] => {
    const exchanges = exchangesAt(all);
    const [exchange] = exchanges.slice(place);
    return exchange === undefined ? [] : numbersOf(possiblyBefore(exchange, exchanges));
  };
  expect(before(2, list(0, 1), list(2, 1), list(4, 1))).toEqual([1]);
  expect(before(2, list(0, 1), refused(2, 1), list(4, 1))).toEqual([0, 1]);
  expect(before(1, list(0, 1), list(2, 5), list(3, 1), list(8, 1))).toEqual([0, 2]);
  expect(before(0, list(0, 1), list(2, 1))).toEqual([]);
});

it('is found among many exchanges as its definition says', () => {
  const times = fc.record({
    sentAt: fc.integer({ min: 0, max: 30 }),
    lasts: fc.integer({ min: 0, max: 6 }),
    isList: fc.boolean(),
  });
  const before = (exchange: Exchange, all: readonly Exchange[]): readonly Exchange[] => {
    const { sentAt, receivedAt } = exchange.answer;
    const others = all.filter((one) => one !== exchange);
    const ended = others
      .filter(({ answer }) => answer.receivedAt <= sentAt)
      .toSorted((a, b) => a.answer.receivedAt - b.answer.receivedAt);
    const last = ended.at(-1);
    const lastList = ended.findLast(({ page }) => page !== undefined);
    const since = last?.answer.sentAt ?? sentAt;
    return others.filter(
      (one) =>
        one === last ||
        one === lastList ||
        (one.answer.receivedAt > since && one.answer.sentAt < receivedAt),
    );
  };
  fc.assert(
    fc.property(fc.array(times, { maxLength: 14 }), (all) => {
      const exchanges = exchangesAt(all);
      for (const exchange of exchanges)
        expect(numbersOf(possiblyBefore(exchange, exchanges))).toEqual(
          numbersOf(before(exchange, exchanges)),
        );
    }),
    { seed: 1 },
  );
});
