import { describe, expect, it } from 'vitest';
import { JSON_API, PLAIN } from '../../../src/protocol/export/question.js';
import {
  JUDGING,
  KNOWN,
  knownOf,
  listOf,
  RECORDS,
  responseTo,
} from '../../../tests/export/exchange-of.js';
import { formats } from './formats.js';

const ENVELOPE = { data: RECORDS, meta: { total: 5, limit: 100, offset: 0 } };

describe.each([
  ['EXP-NEG-1', JSON_API, 'v2', RECORDS],
  ['EXP-NEG-2', PLAIN, 'v2', ENVELOPE],
  ['EXP-NEG-3', null, 'v2', ENVELOPE],
  ['EXP-NEG-5', PLAIN, 'legacy', ENVELOPE],
] as const)('%s', (clause, accept, route, wrong) => {
  const { rule } = formats[clause];
  const question = { accept, ...(route === 'v2' ? {} : { route }) };

  it('holds for the requested format', () => {
    expect(rule(listOf(question, RECORDS), undefined)).toBe('holds');
  });

  it('is violated by the other format', () => {
    expect(rule(responseTo(question, { body: wrong }), undefined)).toHaveProperty('expected');
  });

  it('returns nothing for a refusal, or another value of Accept', () => {
    expect(rule(responseTo(question, { status: 404 }), undefined)).toBeUndefined();
    expect(rule(listOf({ ...question, accept: '*/*' }, RECORDS), undefined)).toBeUndefined();
    const elsewhere = { accept, ...(route === 'v2' ? { route: 'legacy' as const } : {}) };
    expect(rule(responseTo(elsewhere, { body: wrong }), undefined)).toBeUndefined();
  });
});

describe('EXP-NEG-4', () => {
  const { relation } = formats['EXP-NEG-4'];
  const envelope = listOf({}, RECORDS);

  it('returns nothing for the same records, or a single format', () => {
    expect(relation([envelope, listOf({ accept: PLAIN }, RECORDS)], KNOWN, JUDGING)).toEqual([]);
    expect(relation([envelope], KNOWN, JUDGING)).toEqual([]);
  });

  it.each([
    ['another number of records', RECORDS.slice(1)],
    ['another value', [{ id: 1, name: 'Other' }, ...RECORDS.slice(1)]],
  ])('is violated by %s', (_, records) => {
    const other = listOf({ accept: PLAIN }, records);
    expect(relation([envelope, other], KNOWN, JUDGING)).toMatchObject([
      { exchanges: [envelope, other] },
    ]);
  });

  it('is violated by other digits of a long number', () => {
    const known = knownOf([{ id: 1, code: 2 ** 60 }]);
    const meta = '{"total":1,"limit":100,"offset":0}';
    const first = responseTo(
      {},
      { body: `{"data":[{"id":1,"code":1152921504606846976}],"meta":${meta}}` },
    );
    const other = responseTo({ accept: PLAIN }, { body: '[{"id":1,"code":1152921504606846977}]' });
    expect(relation([first, other], known, JUDGING)).toMatchObject([
      { actual: '1152921504606846977' },
    ]);
  });
});
