import { expect, it } from 'vitest';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { KNOWN, listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import type { Exchange } from '../model/exchange.js';
import { accessReadings } from './access.js';
import { readingsBy } from './judge.js';

const given = (question: ProductsQuestion) => listOf({ accept: PLAIN, ...question }, RECORDS);
const refused = (question: ProductsQuestion) =>
  responseTo({ accept: PLAIN, ...question }, { status: 401, body: { error: 'no' } });

/** The verdict of the reading with this sentence, which a list with the same question suggests. */
function verdict(sentence: string, question: ProductsQuestion, isGiven: boolean) {
  const reading = accessReadings([given(question)], []).find((one) => one.sentence === sentence);
  if (reading === undefined) return 'no such reading';
  const exchange = isGiven ? given(question) : refused(question);
  return readingsBy(() => []).judge(exchange, KNOWN, [reading]);
}

it.each([
  [
    'a token in `Authorization` is accepted',
    { token: null, headers: [['Authorization', 'Bearer valid-token'] as const] },
  ],
  [
    'a token in `X-Token` is accepted, although the one in `X-EA-Auth-Token` is wrong',
    { token: 'another', headers: [['X-Token', 'valid-token'] as const] },
  ],
  [
    'a token in the query parameter `token` is accepted',
    { token: null, extra: [['token', 'valid-token'] as const] },
  ],
  [
    'a request with `X-Forwarded-For` needs no valid token',
    { token: null, headers: [['X-Forwarded-For', '127.0.0.1'] as const] },
  ],
  [
    'a request with a path with two slashes in a row needs no valid token',
    { token: null, route: { path: '//sites/1/channels/2/destinations/3/products' } },
  ],
  ['the token of another destination is accepted', { token: 'other-token' }],
  ['the token of another destination is accepted', { token: '"valid-token"', destinationId: '99' }],
  [
    'on the v2 route the destination is that of `X-Destination-Id`, not that of the path',
    { destinationId: '99', headers: [['X-Destination-Id', '3'] as const] },
  ],
  [
    'on the v2 route the token of the destination in `X-Destination-Id` is accepted for that of the path',
    { destinationId: '99', headers: [['X-Destination-Id', '3'] as const] },
  ],
  [
    'on the legacy routes `X-Destination-Id` is ignored: the products are those of the token',
    { route: 'legacy' as const, destinationId: '99' },
  ],
  ...(
    [
      { token: null, headers: [['X_EA_Auth_Token', 'valid-token']] },
      { route: 'legacy', destinationId: null, headers: [['X_Destination_Id', '3']] },
    ] as const
  ).map(
    (question) =>
      [
        '`X_EA_Auth_Token` and `X_Destination_Id` are read as the fields with hyphens',
        question,
      ] as const,
  ),
  ...[64n, 32n, 16n].map(
    (bits) =>
      [
        `\`X-Destination-Id\` is cut to ${bits} bits or fewer, in which another id is the same`,
        { route: 'legacy' as const, destinationId: String(3n + 2n ** bits) },
      ] as const,
  ),
  ...(
    [
      ['first or the last', '3,4,3'],
      ['first', '3,4'],
      ['last', '4,3'],
    ] as const
  ).map(
    ([which, destinationId]) =>
      [
        `of several destinations in \`X-Destination-Id\`, the ${which} one is used`,
        { route: 'legacy' as const, destinationId },
      ] as const,
  ),
  [
    '`X-Destination-Id` is accepted if it is a number with an exponent',
    { route: 'legacy' as const, destinationId: '3e0' },
  ],
] satisfies readonly (readonly [string, ProductsQuestion])[])('%s', (sentence, question) => {
  expect(verdict(sentence, question, true)).toBe('conforms');
  expect(verdict(sentence, question, false)).toBe('deviates');
});

it('says nothing of a v2 request whose token is that of the path, unless the products are others', () => {
  const question = { headers: [['X-Destination-Id', '99'] as const] };
  const forToken =
    'on the v2 route the token of the destination in `X-Destination-Id` is accepted for that of the path';
  expect(verdict(forToken, question, true)).toBe('silent');
  const forProducts =
    'on the v2 route the products are those of the destination in `X-Destination-Id`';
  const reading = accessReadings([], []).find(({ sentence }) => sentence === forProducts);
  const others = listOf({ accept: PLAIN, ...question }, [{ id: 77, name: 'Of another' }]);
  expect(reading?.response?.(others, KNOWN)).toBe(true);
  expect(reading?.response?.(given(question), KNOWN)).toBe(false);
});

it('predicts products of the second of two destinations', () => {
  const sentence =
    'of two `X-Destination-Id`, the first is compared with the token, and the products are those of the second';
  const question = { route: 'legacy' as const, headers: [['X-Destination-Id', '4'] as const] };
  const others = listOf({ accept: PLAIN, ...question }, [{ id: 77, name: 'Of another' }]);
  const [reading] = accessReadings([others], []).filter((one) => one.sentence === sentence);
  expect(reading?.response?.(others, KNOWN)).toBe(true);
  expect(reading?.response?.(given(question), KNOWN)).toBe(false);
  expect(reading?.response?.(refused(question), KNOWN)).toBeUndefined();
});

it('says nothing of the destination of a request without a token', () => {
  const sentence = '`X-Destination-Id` is accepted if it is ';
  const exchange = refused({ route: 'legacy', destinationId: 'abc', token: null });
  const all = accessReadings([exchange], []).filter((one) => one.sentence.startsWith(sentence));
  expect(all.length).toBeGreaterThan(0);
  expect(all.map((one) => one.response?.(exchange, KNOWN))).toEqual(all.map(() => undefined));
});

it('accepts a wrong token that is sent twice in a row', () => {
  const sentence = 'a wrong token is accepted when it is sent twice in a row';
  const sent = (token: string, number: number, isGiven: boolean) =>
    isGiven
      ? listOf({ token }, RECORDS, {}, number)
      : responseTo({ token }, { status: 403, number });
  const verdicts = (...exchanges: readonly Exchange[]) =>
    exchanges.map((one) =>
      accessReadings(exchanges, [])
        .find((reading) => reading.sentence === sentence)
        ?.response?.(one, KNOWN),
    );
  expect(verdicts(sent('wrong', 1, false), sent('wrong', 2, true))).toEqual([undefined, true]);
  expect(verdicts(sent('wrong', 1, false), sent('wrong', 2, false))).toEqual([undefined, false]);
  expect(verdicts(sent('wrong', 1, false), sent('another', 2, true))).toEqual([
    undefined,
    undefined,
  ]);
});

it('accepts a token for every destination only after its use', () => {
  const sentence = 'a token is accepted for every destination, once it was accepted for its own';
  const used = listOf({}, RECORDS, {}, 2);
  const elsewhere = { destination: { id: 4, token: 'valid-token' } };
  const find = (exchange: Exchange) =>
    accessReadings([exchange], [used])
      .find((one) => one.sentence === sentence)
      ?.response?.(exchange, KNOWN);
  expect(find(listOf(elsewhere, RECORDS, {}, 3))).toBe(true);
  expect(find(responseTo(elsewhere, { status: 403, number: 3 }))).toBe(false);
  expect(find(responseTo(elsewhere, { status: 403, number: 1 }))).toBeUndefined();
  expect(find(listOf({}, RECORDS, {}, 3))).toBeUndefined();
});

it('takes the error of a destination without data for accepted', () => {
  const empty = responseTo(
    { accept: PLAIN, token: 'other-token' },
    { status: 404, body: { message: 'No exported data' } },
  );
  const reading = accessReadings([empty], []).find(
    ({ sentence }) => sentence === 'the token of another destination is accepted',
  );
  expect(reading?.response?.(empty, KNOWN)).toBe(true);
});
