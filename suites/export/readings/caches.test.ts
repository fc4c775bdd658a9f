import { expect, it } from 'vitest';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { KNOWN, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import type { Exchange } from '../model/exchange.js';
import { cacheReadings, hasCopy } from './caches.js';

const page = (question: ProductsQuestion, length: number, number: number): Exchange =>
  responseTo(question, { body: { data: RECORDS.slice(0, length) }, number });

it('predicts the response to the first request of the path', () => {
  const first = page({}, 3, 1);
  const cached = page({ limit: 1 }, 3, 2);
  const right = page({ limit: 1 }, 1, 3);
  const elsewhere = page({ route: 'legacy' }, 2, 4);
  const [reading] = cacheReadings([first, cached, right, elsewhere]);
  expect(
    [first, cached, right, elsewhere].map((exchange) => reading?.response?.(exchange, KNOWN)),
  ).toEqual([undefined, true, false, undefined]);
});

it('is possible only for a response that is a copy of an earlier one', () => {
  const [first, cached, other] = [page({}, 3, 1), page({ limit: 1 }, 3, 2), page({}, 1, 3)];
  const all = [first, cached, other];
  expect([[cached], [first], [other], [other, cached]].map((some) => hasCopy(some, all))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

it('predicts the response to another token or format only if these are read elsewhere', () => {
  const first = page({}, 3, 1);
  const plain = responseTo({ accept: PLAIN, limit: 1 }, { body: RECORDS.slice(0, 1), number: 2 });
  const ofAnother = page({ token: 'another' }, 3, 3);
  const refused = responseTo({ token: 'another', limit: 1 }, { status: 403, body: {}, number: 4 });
  const found = (...exchanges: readonly Exchange[]) =>
    cacheReadings(exchanges).filter(({ id }) => id === 'caches.fields-ignored');
  expect(found(first, ofAnother, plain)).toEqual([]);
  expect(found(first, ofAnother, refused)).toEqual([]);
  const [reading] = found(first, ofAnother, plain, refused);
  expect([first, ofAnother, plain].map((exchange) => reading?.response?.(exchange, KNOWN))).toEqual(
    [undefined, true, undefined],
  );
});

it('is refuted by a token that is refused after the response was in the cache', () => {
  const first = page({}, 3, 1);
  const plain = responseTo({ accept: PLAIN }, { body: RECORDS.slice(0, 1), number: 2 });
  const ofOther = page({ token: 'of another destination' }, 3, 3);
  const refused = responseTo({ token: 'another' }, { status: 403, body: {}, number: 4 });
  const [reading] = cacheReadings([first, plain, ofOther, refused]).filter(
    ({ id }) => id === 'caches.token-ignored',
  );
  expect([first, ofOther, refused].map((exchange) => reading?.response?.(exchange, KNOWN))).toEqual(
    [undefined, true, false],
  );
});

it('predicts it for each destination, if the key lacks the token alone', () => {
  const legacy = { route: 'legacy', destination: { id: 4, token: 'other-token' } } as const;
  const first = page({ route: 'legacy' }, 3, 1);
  const cached = page({ route: 'legacy', token: 'another' }, 3, 2);
  const ofOther = page(legacy, 2, 3);
  const refused = responseTo({ token: 'another' }, { status: 403, body: {}, number: 4 });
  const all = [first, cached, ofOther, refused];
  const seen = (id: string) => {
    const [reading] = cacheReadings(all).filter((one) => one.id === id);
    return [first, cached, ofOther].map((exchange) => reading?.response?.(exchange, KNOWN));
  };
  expect(seen('caches.token-ignored.destination-regarded')).toEqual([undefined, true, undefined]);
  expect(seen('caches.token-ignored')).toEqual([undefined, true, false]);
});

it('predicts it for another destination, if the key contains the token', () => {
  const first = page({ route: 'legacy' }, 3, 1);
  const cached = page({ route: 'legacy', destinationId: null }, 3, 2);
  const ofToken = page({ route: 'legacy', token: 'another' }, 2, 3);
  const refused = responseTo({ route: 'legacy', destinationId: 'x', limit: 1 }, { status: 401 });
  const found = (...exchanges: readonly Exchange[]) =>
    cacheReadings(exchanges).filter(({ id }) => id === 'caches.destination-ignored');
  expect(found(first, cached)).toEqual([]);
  const [reading] = found(first, cached, ofToken, refused);
  expect([first, cached, ofToken].map((one) => reading?.response?.(one, KNOWN))).toEqual([
    undefined,
    true,
    undefined,
  ]);
});

it('predicts it for each set of header fields, if the key contains them', () => {
  const first = page({}, 3, 1);
  const plain = responseTo({ accept: PLAIN }, { body: RECORDS.slice(0, 2), number: 2 });
  const cached = responseTo({ accept: PLAIN, limit: 1 }, { body: RECORDS.slice(0, 2), number: 3 });
  const [, , reading] = cacheReadings([first, plain, cached]);
  expect([first, plain, cached].map((exchange) => reading?.response?.(exchange, KNOWN))).toEqual([
    undefined,
    undefined,
    true,
  ]);
});

it('is not refuted by a right response after the stored one may have expired', () => {
  const first = page({}, 3, 1);
  const soon = page({ limit: 1 }, 1, 2);
  const late = page({ limit: 1 }, 1, 500);
  const verdict = (exchange: Exchange) =>
    cacheReadings([first, exchange])[0]?.response?.(exchange, KNOWN);
  expect([soon, late].map(verdict)).toEqual([false, undefined]);
});

it('predicts the response to a request that differs in one parameter alone', () => {
  const first = page({ limit: 3 }, 3, 1);
  const cached = page({ limit: 3, offset: 2 }, 3, 2);
  const right = page({ limit: 3, offset: 4 }, 1, 3);
  const other = page({ limit: 2, offset: 2 }, 2, 4);
  const all = [first, cached, right, other];
  const [reading] = cacheReadings(all).filter(({ id }) => id === 'caches.parameter-ignored.offset');
  expect(all.map((exchange) => reading?.response?.(exchange, KNOWN))).toEqual([
    undefined,
    true,
    false,
    undefined,
  ]);
});

it('may store the lists of one format alone', () => {
  const plain = responseTo({ accept: PLAIN }, { body: RECORDS.slice(0, 2), number: 1 });
  const first = page({}, 3, 2);
  const cached = responseTo({ accept: PLAIN }, { body: { data: RECORDS.slice(0, 3) }, number: 3 });
  const all = [plain, first, cached];
  const verdicts = (id: string) => {
    const [reading] = cacheReadings(all).filter((one) => one.id === id);
    return all.map((exchange) => reading?.response?.(exchange, KNOWN));
  };
  expect(verdicts('caches.accept-ignored.json-api')).toEqual([undefined, undefined, true]);
  expect(verdicts('caches.accept-ignored')).toEqual([undefined, false, true]);
});

it('may be looked into after the token was checked', () => {
  const first = page({ route: 'legacy' }, 3, 1);
  const plain = responseTo({ route: 'legacy', accept: PLAIN, limit: 1 }, { body: [], number: 2 });
  const ofOther = page({ route: 'legacy', destination: { id: 4, token: 'other-token' } }, 3, 3);
  const refused = responseTo({ route: 'legacy', token: 'another' }, { status: 403, number: 4 });
  const all = [first, plain, ofOther, refused];
  const [reading] = cacheReadings(all).filter(
    ({ id }) => id === 'caches.accept-ignored.destination',
  );
  expect(all.map((exchange) => reading?.response?.(exchange, KNOWN))).toEqual([
    undefined,
    undefined,
    true,
    undefined,
  ]);
});

it('recognizes the destination in another form', () => {
  const first = responseTo(
    { route: 'legacy', accept: PLAIN },
    { body: RECORDS.slice(0, 1), number: 1 },
  );
  const cached = { route: 'legacy', destinationId: null } as const;
  const all = [
    first,
    page({}, 2, 2),
    responseTo(
      { ...cached, headers: [['X_Destination_Id', '03']] },
      { body: RECORDS.slice(0, 1), number: 3 },
    ),
    responseTo(
      { ...cached, headers: [['X_Destination_Id', '4']] },
      { body: RECORDS.slice(0, 1), number: 4 },
    ),
  ];
  const [reading] = cacheReadings(all).filter(({ id }) => id === 'caches.accept-ignored');
  expect(all.map((exchange) => reading?.response?.(exchange, KNOWN))).toEqual([
    undefined,
    undefined,
    true,
    undefined,
  ]);
});
