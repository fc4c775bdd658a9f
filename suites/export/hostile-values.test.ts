import { describe, expect, it } from 'vitest';
import { only, where } from '../../src/protocol/export/filter.js';
import { httpRequest, type ProductsQuestion } from '../../src/protocol/export/question.js';
import { readQuestion } from '../../src/protocol/export/read-question.js';
import {
  givenOf,
  KNOWN,
  knownOf,
  listOf,
  RECORDS,
  recordsAt,
  responseTo,
  TARGET,
} from '../../tests/export/exchange-of.js';
import { hostileValues } from './hostile-values.js';
import { isHostile } from './model/hostile.js';
import { hostilePlaces } from './questions/hostile-values.js';
import { misunderstood, misunderstoodValues } from './questions/misunderstood.js';

const DATED = knownOf(
  RECORDS.map((record, day) => ({ ...record, created_at: `2024-01-1${day}T00:00:00Z` })),
);

describe('EXP-HARD-1', () => {
  const { rule } = hostileValues['EXP-HARD-1'];
  const hostile: ProductsQuestion = { search: 'limit=%FF' };

  it('holds for a refusal, and for a list', () => {
    expect(rule(responseTo(hostile, { status: 400 }), KNOWN)).toBe('holds');
    expect(rule(listOf(hostile, RECORDS), KNOWN)).toBe('holds');
    expect(rule(responseTo(hostile, { status: 503 }), KNOWN)).toBe('holds');
  });

  it('is violated by a server error', () => {
    expect(rule(responseTo(hostile, { status: 500 }), KNOWN)).toEqual({
      expected: 'a response other than a server error',
      sentence:
        'the status is 500, a server error; it must be a refusal such as 400, or a success, whatever the request contains',
    });
  });

  it('is violated by a server error for a text on a column of numbers', () => {
    const filter = only(where('price', '=', 'assay'));
    expect(rule(responseTo({ filter }, { status: 500 }), KNOWN)).toBeDefined();
    expect(rule(listOf({ filter }, []), KNOWN)).toBeUndefined();
  });

  it('returns nothing for an ordinary request, and after too many requests', () => {
    expect(rule(responseTo({ limit: 1 }, { status: 500 }), KNOWN)).toBeUndefined();
    expect(rule(responseTo(hostile, { status: 429 }), KNOWN)).toBeUndefined();
  });

  it.each(hostilePlaces.map(({ id, questions }) => [id, questions] as const))(
    'reads every request about %s as hostile',
    (_, questions) => {
      const asked = questions(givenOf(DATED));
      expect(asked.length).toBeGreaterThan(1);
      for (const question of asked) {
        const request = httpRequest(TARGET, question);
        const read = readQuestion(request, TARGET);
        expect([request.url, read !== undefined && isHostile(read)]).toEqual([request.url, true]);
      }
    },
  );
});

describe('EXP-HARD-2', () => {
  const { rule } = hostileValues['EXP-HARD-2'];
  const [nan = {}, ...others] = [...misunderstoodValues(DATED), ...misunderstood(DATED)];

  it('is violated by products for a path with NUL behind them', () => {
    const asked = { route: { path: '/sites/1/channels/2/destinations/3/products%00' } };
    expect(rule(responseTo(asked, { status: 400 }), KNOWN)).toBe('holds');
    expect(rule(responseTo(asked, { status: 500 }), KNOWN)).toBeUndefined();
    expect(rule(listOf(asked, RECORDS), KNOWN)).toMatchObject({ actual: '5 products' });
  });

  it('holds for no records, for some, and for a refusal', () => {
    expect(rule(listOf(nan, []), KNOWN)).toBe('holds');
    expect(rule(listOf(nan, recordsAt(1)), KNOWN)).toBe('holds');
    expect(rule(responseTo(nan, { status: 400 }), KNOWN)).toBe('holds');
    expect(rule(responseTo(nan, { status: 500 }), KNOWN)).toBeUndefined();
  });

  it('is violated by the whole list', () => {
    for (const question of [nan, ...others])
      expect(rule(listOf(question, RECORDS), DATED)).toEqual({
        expected: 'a refusal or no records',
        actual: 'a page of the whole list of 5 records',
        sentence:
          'a page of the whole list of 5 records came; the request must be refused, or match no record',
      });
  });

  it('is violated by all records with a value in the column', () => {
    const colorless = { filter: only(where('color', 'LIKE', '%\0assay')) };
    const colored = RECORDS.filter(({ color }) => color !== null);
    expect(colored.length).toBeLessThan(RECORDS.length);
    expect(rule(listOf(colorless, colored), KNOWN)).toMatchObject({
      actual: 'a page of all records with a value in the column',
    });
    expect(rule(listOf(colorless, colored.slice(1)), KNOWN)).toBe('holds');
  });

  it('is violated by a record that has a zero where the pattern has a NUL', () => {
    const known = knownOf(RECORDS.map((record, at) => ({ ...record, size: `A-${at}0-x` })));
    const asked = misunderstoodValues(known).find(({ filter }) =>
      JSON.stringify(filter)?.includes('A-0\\u0000-x'),
    );
    const [withZero] = known.whole.records;
    expect(rule(listOf(asked ?? {}, withZero === undefined ? [] : [withZero]), known)).toEqual({
      expected: 'a refusal or no records',
      actual: 'a record without a NUL',
      sentence: 'a record came for a pattern of `LIKE` with a NUL; no record has one',
    });
    expect(rule(listOf(asked ?? {}, []), known)).toBe('holds');
  });

  it('is tested without NUL if no hostile values are allowed', () => {
    const { asks } = hostileValues['EXP-HARD-2'].checks['export.filter.misunderstood-values'];
    const asked = (mayBeHostile: boolean): string => {
      const { settings, ...given } = givenOf(KNOWN);
      return JSON.stringify(asks({ ...given, settings: { ...settings, mayBeHostile } }));
    };
    expect(asked(true)).toContain('\\u0000');
    expect(asked(false)).not.toContain('\\u0000');
    expect(asked(false)).toContain('NaN');
  });

  it('is violated by the records of a value up to its NUL', () => {
    const cut = { filter: only(where('color', '=', 'red\0assay')) };
    const red = RECORDS.filter(({ color }) => color === 'red');
    expect(red.length).toBeGreaterThan(0);
    expect(rule(listOf(cut, red), KNOWN)).toEqual({
      expected: 'a refusal or no records',
      actual: 'a record without a NUL',
      sentence: 'a record came for a value with a NUL; no record has one',
    });
    expect(rule(listOf(cut, []), KNOWN)).toBe('holds');
  });

  it('sends a date that does not exist only where an earlier one is in the data', () => {
    const noDate = where('created_at', '>', '2999-13-45T00:00:00Z');
    const endless = knownOf(
      RECORDS.map((record) => ({ ...record, created_at: '9999-12-31T00:00:00Z' })),
    );
    const criteriaOf = (known: typeof KNOWN) =>
      misunderstoodValues(known).flatMap(({ filter }) => filter?.groups[0]?.criteria ?? []);
    expect(criteriaOf(DATED)).toContainEqual(noDate);
    expect(criteriaOf(endless)).not.toContainEqual(noDate);
    expect(rule(listOf({ filter: only(noDate) }, RECORDS), endless)).toBeUndefined();
  });

  it('sends numbers from 2^63 on only if all numbers of the data are smaller', () => {
    const beyond = where('id', '>', '9223372036854775808');
    const huge = knownOf(RECORDS.map((record, at) => ({ ...record, id: 2 ** (at + 62) })));
    const criteriaOf = (known: typeof KNOWN) =>
      misunderstoodValues(known).flatMap(({ filter }) => filter?.groups[0]?.criteria ?? []);
    expect(criteriaOf(KNOWN)).toContainEqual(beyond);
    expect(criteriaOf(huge).filter(({ column }) => column === 'id')).not.toContainEqual(beyond);
    expect(rule(listOf({ filter: only(beyond) }, RECORDS), huge)).toBeUndefined();
  });

  it('returns nothing for filters that can be understood, and for one record', () => {
    const understood = { filter: only(where('price', '>=', 10)) };
    expect(rule(listOf(understood, RECORDS), KNOWN)).toBeUndefined();
    for (const criterion of [
      where('name', '=', 'NaN'),
      where('name', '<', 'assay'),
      where('price', '>', 'NaN'),
      where('price', 'BETWEEN', [0, '1e400']),
      where('created_at', '<', 'assay'),
    ])
      expect(rule(listOf({ filter: only(criterion) }, RECORDS), DATED)).toBeUndefined();
    const few = knownOf(recordsAt(0));
    expect(rule(listOf(nan, RECORDS), few)).toBeUndefined();
  });
});
