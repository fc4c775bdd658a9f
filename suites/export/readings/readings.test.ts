import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import {
  KNOWN,
  knownOf,
  listOf,
  RECORDS,
  recordsAt,
  responseTo,
} from '../../../tests/export/exchange-of.js';
import type { Exchange } from '../model/exchange.js';
import { EXACT } from '../model/oracle/equality.js';
import { featuresOf } from './features.js';
import { readings } from './index.js';
import { totalReadings } from './totals.js';

/** The verdict of one reading on a list with these records. */
function verdict(sentence: string, question: ProductsQuestion, ...places: readonly number[]) {
  const exchange = listOf(question, recordsAt(...places));
  const reading = readings.all([exchange], KNOWN).find((one) => one.sentence === sentence);
  if (reading === undefined) return 'no such reading';
  return readings.judge(exchange, KNOWN, [reading]);
}

/** The places of the records for which a right server selects the column. */
const placesWhere = (test: (record: (typeof RECORDS)[number]) => boolean): readonly number[] =>
  RECORDS.flatMap((record, place) => (test(record) ? [place] : []));

describe('a reading', () => {
  const [first] = RECORDS;
  const price = Number(first?.price);

  it('predicts a comparison with 0 instead of null', () => {
    const sentence = '`IS` and `IS NOT` compare with 0 instead of null in columns of numbers';
    const records = [0, null, 5].map((stock, at) => ({ id: at + 1, stock }));
    const known = knownOf(records);
    const verdictOf = (operator: 'IS' | 'IS NOT', ...ids: readonly number[]) => {
      const page = records.filter(({ id }) => ids.includes(id));
      const meta = { total: page.length };
      const exchange = listOf({ filter: only(where('stock', operator, null)) }, page, meta);
      const reading = readings.all([exchange], known).find((one) => one.sentence === sentence);
      return reading && readings.judge(exchange, known, [reading]);
    };
    expect(verdictOf('IS', 1)).toBe('conforms');
    expect(verdictOf('IS', 2)).toBe('deviates');
    expect(verdictOf('IS NOT', 2, 3)).toBe('conforms');
    expect(verdictOf('IS NOT', 1, 3)).toBe('deviates');
  });

  it('predicts the records of another operator', () => {
    const question = { filter: only(where('price', '>=', price)) };
    const above = placesWhere((one) => typeof one.price === 'number' && one.price > price);
    const right = placesWhere((one) => typeof one.price === 'number' && one.price >= price);
    expect(verdict('`>=` is evaluated as `>`', question, ...above)).toBe('conforms');
    expect(verdict('`>=` is evaluated as `>`', question, ...right)).toBe('deviates');
  });

  it('leaves `ILIKE` its own meaning if it changes the letter case of other values', () => {
    const sentence = 'with `=` the server changes a value to lower case';
    const criteria = [where('name', '=', 'Bolt'), where('name', 'ILIKE', 'ANVIL')];
    const question = { filter: { groups: [{ mode: 'OR' as const, criteria }] } };
    const isAnvil = ({ name }: (typeof RECORDS)[number]) => /^anvil$/i.test(String(name));
    expect(verdict(sentence, question, ...placesWhere(isAnvil))).toBe('conforms');
  });

  it('predicts what comes if criteria share their value', () => {
    const sentence =
      'a filter of several criteria: the server gives all criteria on one column the value of the last';
    const criteria = [where('name', '=', 'Crate'), where('name', '=', 'Drill')];
    const question = { filter: { groups: [{ mode: 'OR' as const, criteria }] } };
    expect(verdict(sentence, question, 4)).toBe('conforms');
    expect(verdict(sentence, question, 3, 4)).toBe('deviates');
    const others = [where('name', '=', 'Crate'), where('color', '=', 'red')];
    const apart = { filter: { groups: [{ mode: 'OR' as const, criteria: others }] } };
    expect(verdict(sentence, apart, 0, 1, 3)).toBe('conforms');
  });

  it('predicts what comes if lists share their values by their place', () => {
    const sentence =
      'a filter of several criteria: the server gives all criteria on one column the value of the last';
    const criteria = [where('price', 'IN', [10, 20]), where('price', 'IN', [30])];
    const question = { filter: { groups: [{ mode: 'OR' as const, criteria }] } };
    expect(verdict(sentence, question, 1, 2)).toBe('conforms');
    expect(verdict(sentence, question, 0, 1, 2)).toBe('deviates');
  });

  it.each([
    ['`BETWEEN` swaps its bounds', where('price', 'BETWEEN', [20, 40]), []],
    ['`IN` ignores the last of several values', where('price', 'IN', [10, 20]), [0]],
    ['`IN` ignores the first of several values', where('price', 'IN', [10, 20]), [1]],
    [
      '`IN` compares the values as one text, joined with commas',
      where('price', 'IN', [10, 20]),
      [0],
    ],
  ] as const)('predicts that %s', (sentence, criterion, places) => {
    expect(verdict(sentence, { filter: only(criterion) }, ...places)).toBe('conforms');
    expect(verdict(sentence, { filter: only(criterion) }, 0, 1, 2)).toBe('deviates');
  });

  it('predicts how numbers are ordered as texts', () => {
    const sentence = 'numbers are compared as texts by `>`, `<`, `>=` and `<=`';
    const question = { filter: only(where('price', '>', 5)) };
    const asTexts = placesWhere((one) => typeof one.price === 'number' && String(one.price) > '5');
    const right = placesWhere((one) => typeof one.price === 'number' && one.price > 5);
    expect(asTexts).not.toEqual(right);
    expect(verdict(sentence, question, ...asTexts)).toBe('conforms');
    expect(verdict(sentence, question, ...right)).toBe('deviates');
  });

  it('predicts the records of null as a text', () => {
    const sentence =
      '`IS` and `IS NOT` compare with the text that is sent (`NULL`) instead of null';
    const question = { filter: only(where('color', 'IS NOT', null)) };
    const all = RECORDS.map((_, place) => place);
    const right = placesWhere(({ color }) => color !== null);
    expect(right.length).toBeLessThan(all.length);
    expect(verdict(sentence, question, ...all)).toBe('conforms');
    expect(verdict(sentence, question, ...right)).not.toBe('conforms');
  });

  it('explains records that were not read, where only a range of keys is known', () => {
    const keyRange = [where('id', '>=', 1), where('id', '<=', 3)];
    const survey = { ...knownOf(RECORDS.slice(0, 3)).survey, keyRange };
    const large = { ...KNOWN, survey, whole: { ...KNOWN.survey, complete: false } };
    const exchange = listOf({ filter: only(where('price', '>', 20)) }, recordsAt(1, 2, 3, 4));
    const sentence = '`>` is evaluated as `>=`';
    const all = readings.all([exchange], large).filter((one) => one.sentence === sentence);
    expect(all).toHaveLength(1);
    expect(readings.judge(exchange, large, all)).toBe('conforms');
  });

  it('predicts that `IS NOT` selects the records without a value', () => {
    const sentence = '`IS NOT` is evaluated as `IS`';
    const question = { filter: only(where('color', 'IS NOT', null)) };
    const without = placesWhere(({ color }) => color === null);
    const others = placesWhere(({ color }) => color !== null);
    expect(verdict(sentence, question, ...without)).toBe('conforms');
    expect(verdict(sentence, question, ...others)).toBe('deviates');
  });

  it('predicts that the lists of operators and of legacy paths are read in one way', () => {
    const sentence =
      'each of `IN`, `NOT IN` and a list in a legacy path takes the first value only';
    expect(verdict(sentence, { route: { column: 'id', value: '1,2' } }, 0)).toBe('conforms');
    expect(verdict(sentence, { route: { column: 'id', value: '1,2' } }, 0, 1)).toBe('deviates');
  });

  it.each([
    [
      'the legacy filtered route returns the whole list: the value in the path is ignored',
      () => true,
    ],
    [
      'the legacy filtered route returns the records without the value in its path',
      ({ id }) => id !== 2,
    ],
  ] satisfies readonly (readonly [string, (record: { readonly id?: unknown }) => boolean])[])(
    'predicts what the filtered path selects: %s',
    (sentence, selects) => {
      const question = { route: { column: 'id', value: '2' } };
      expect(verdict(sentence, question, ...placesWhere(selects))).toBe('conforms');
      expect(verdict(sentence, question, 1)).toBe('deviates');
    },
  );

  it('predicts texts that the filtered path finds within others', () => {
    const sentence =
      'the legacy filtered route also finds the value in its path within a longer text';
    const name = String(first?.name).slice(1, 3);
    const question = { route: { column: 'name', value: name } };
    const within = placesWhere((one) => String(one.name).includes(name));
    expect(within.length).toBeGreaterThan(0);
    expect(verdict(sentence, question, ...within)).toBe('conforms');
    expect(verdict(sentence, question)).not.toBe('conforms');
  });

  it('predicts a pattern that is read as a regular expression', () => {
    const sentence =
      'with `LIKE`, `ILIKE` and their negations, a pattern is read as a regular expression';
    const question = { filter: only(where('name', 'LIKE', '.%')) };
    const filled = placesWhere(({ name }) => typeof name === 'string' && name !== '');
    expect(verdict(sentence, question, ...filled)).toBe('conforms');
    expect(verdict(sentence, question)).toBe('deviates');
  });

  it('predicts that criteria after the tenth are ignored', () => {
    const sentence = 'a filter of several criteria: the server ignores criteria after the first 10';
    const absent = Array.from({ length: 10 }, (_, at) => where('id', '=', 1000 + at));
    const criteria = [...absent, where('id', '=', 2)];
    const question = { filter: { groups: [{ mode: 'OR' as const, criteria }] } };
    expect(verdict(sentence, question)).toBe('conforms');
    expect(verdict(sentence, question, 1)).toBe('deviates');
  });

  it('predicts one error that comes instead of products and of other errors', () => {
    const body = { error: 'Provided token format is invalid' };
    const refused = (question: ProductsQuestion) =>
      responseTo({ accept: PLAIN, ...question }, { status: 401, body });
    const wrong = [refused({}), refused({ token: 'another' })];
    const sentence =
      'some requests get status 401 ("Provided token format is invalid") instead of the right response';
    const reading = readings.all(wrong, KNOWN).find((one) => one.sentence === sentence);
    const verdicts = [...wrong, refused({ token: 'a;b' })].map(
      (one) => reading && readings.judge(one, KNOWN, [reading]),
    );
    expect(verdicts.slice(0, 2)).toEqual(['conforms', 'conforms']);
    expect(reading && readings.touches(reading, refused({ token: 'a;b' }), KNOWN)).toBe(false);
  });

  it('predicts what comes if the last criterion of several is ignored', () => {
    const sentence =
      'a filter of several criteria: the server ignores the last criterion of several';
    const question = { filter: only(where('price', '>=', 20), where('price', '<=', 30)) };
    expect(verdict(sentence, question, 1, 2, 3, 4)).toBe('conforms');
    expect(verdict(sentence, question, 1, 2)).toBe('deviates');
  });

  it('predicts what comes if all criteria are joined from left to right', () => {
    const sentence =
      'a filter of several criteria: the server joins all criteria from left to right, as if each group began before the first one';
    // ((id 1 OR id 2) AND price 20) OR price 50, instead of (id 1 OR id 2) AND (price 20 OR price 50).
    const either = (...criteria: readonly ReturnType<typeof where>[]) =>
      ({ mode: 'OR', criteria }) as const;
    const groups = [
      either(where('id', '=', 1), where('id', '=', 2)),
      either(where('price', '=', 20), where('price', '=', 50)),
    ];
    const question = { filter: { mode: 'AND', groups } } as const;
    expect(verdict(sentence, question, 1, 4)).toBe('conforms');
    expect(verdict(sentence, question, 1)).toBe('deviates');
  });

  it('predicts that a later group replaces values of the first one', () => {
    const sentence =
      'a filter of several criteria: the server gives criteria at the same place of several groups the value of the last';
    const groups = [
      { criteria: [where('price', '>=', 20)] },
      { criteria: [where('price', '<=', 40)] },
    ];
    const question = { filter: { mode: 'AND', groups } } as const;
    expect(verdict(sentence, question, 3)).toBe('conforms');
    expect(verdict(sentence, question, 1, 2, 3)).toBe('deviates');
  });

  it('predicts what a value of 0 does that counts as none', () => {
    const ofEquality = 'a criterion with `=` and `!=` whose value is 0 is ignored';
    const all = RECORDS.map((_, place) => place);
    expect(verdict(ofEquality, { filter: only(where('price', '!=', 0)) }, ...all)).toBe('conforms');
    expect(verdict(ofEquality, { filter: only(where('price', '=', 0)) }, ...all)).toBe('conforms');
    expect(verdict(ofEquality, { filter: only(where('price', '=', 0)) })).toBe('deviates');
    const sentence = 'a criterion whose value is 0 is ignored';
    const question = { filter: only(where('price', '<', 0)) };
    expect(verdict(sentence, question, 0, 1, 2, 3, 4)).toBe('conforms');
    expect(verdict(sentence, question)).toBe('deviates');
  });

  it('predicts what values do that become the number 0', () => {
    const sentence =
      'a criterion whose value is 0, an empty text or a text of blanks alone is ignored';
    for (const value of [0, '', ' ']) {
      const question = { filter: only(where('name', '=', value)) };
      expect(verdict(sentence, question, 0, 1, 2, 3, 4)).toBe('conforms');
      expect(verdict(sentence, question)).toBe('deviates');
    }
  });

  it('predicts what `NOT IN` excludes if its comparisons are joined by OR', () => {
    const sentence = '`NOT IN` negates an `IN` that finds nothing for several values';
    const question = { filter: only(where('id', 'NOT IN', [1, 2])) };
    expect(verdict(sentence, question, 0, 1, 2, 3, 4)).toBe('conforms');
    expect(verdict(sentence, question, 2, 3, 4)).toBe('deviates');
  });

  it('predicts values that are changed in filters and in the path alike', () => {
    const sentence =
      'with every operator but `LIKE`, `ILIKE` and their negations the server changes a value to lower case, also in the path of the legacy filtered route';
    const inPath = { route: { column: 'name', value: 'Anvil' } };
    expect(verdict(sentence, inPath, 1)).toBe('conforms');
    expect(verdict(sentence, inPath, 0)).toBe('deviates');
    expect(verdict(sentence, { filter: only(where('name', '=', 'Anvil')) }, 1)).toBe('conforms');
  });

  it('predicts what comes if the value in the path is not split', () => {
    const sentence = 'the value in the path of the legacy filtered route is not split at commas';
    const question = { route: { column: 'name', value: 'Bolt,Crate' } };
    expect(verdict(sentence, question)).toBe('conforms');
    expect(verdict(sentence, question, 2, 3)).toBe('deviates');
  });

  it('predicts what `IS NULL` selects if 0 and empty texts count as null', () => {
    const sentence = '`IS NULL` takes 0 and an empty text for null, and so does `IS NOT NULL`';
    const records = [
      { id: 1, stock: 0 },
      { id: 2, stock: null },
      { id: 3, stock: 7 },
    ];
    const known = knownOf(records);
    const verdictOn = (...places: readonly number[]) => {
      const question = { filter: only(where('stock', 'IS', null)) };
      const exchange = listOf(
        question,
        places.flatMap((place) => records[place] ?? []),
      );
      const reading = readings.all([exchange], known).find((one) => one.sentence === sentence);
      return reading && readings.judge(exchange, known, [reading]);
    };
    expect(verdictOn(0, 1)).toBe('conforms');
    expect(verdictOn(1)).toBe('deviates');
  });

  it('does not explain a wrong `meta` by an order', () => {
    const exchange = listOf({ orderBy: 'price' }, RECORDS, { total: 3 });
    const ordering = readings.all([exchange], KNOWN).filter(({ id }) => id.startsWith('orders.'));
    expect(ordering.length).toBeGreaterThan(5);
    expect(ordering.map((one) => readings.judge(exchange, KNOWN, [one]))).not.toContain('conforms');
  });

  it('compares numbers of filters in single precision', () => {
    const sentence = 'numbers in filters are rounded to single precision';
    const records = [0.1, 0.5].map((stock, at) => ({ id: at + 1, stock }));
    const known = knownOf(records);
    const verdictOf = (value: number, ...ids: readonly number[]) => {
      const page = records.filter(({ id }) => ids.includes(id));
      const exchange = listOf({ filter: only(where('stock', '=', value)) }, page);
      const reading = readings.all([exchange], known).find((one) => one.sentence === sentence);
      return reading && readings.judge(exchange, known, [reading]);
    };
    expect(verdictOf(0.1)).toBe('conforms');
    expect(verdictOf(0.1, 1)).toBe('deviates');
    expect(verdictOf(0.5, 2)).toBe('conforms');
  });

  it('leaves out empty texts with `IS NOT` alone', () => {
    const sentence = '`IS NOT NULL` leaves out empty texts';
    const records = ['', null, 'a'].map((note, at) => ({ id: at + 1, note }));
    const known = knownOf(records);
    const verdictOf = (operator: 'IS' | 'IS NOT', ...ids: readonly number[]) => {
      const page = records.filter(({ id }) => ids.includes(id));
      const exchange = listOf({ filter: only(where('note', operator, null)) }, page);
      const asked = listOf({ filter: only(where('note', 'IS NOT', null)) }, page);
      const reading = readings
        .all([exchange, asked], known)
        .find((one) => one.sentence === sentence);
      return reading && readings.judge(exchange, known, [reading]);
    };
    expect(verdictOf('IS NOT', 3)).toBe('conforms');
    expect(verdictOf('IS NOT', 1, 3)).toBe('deviates');
    expect(verdictOf('IS', 2)).toBe('conforms');
  });

  it('counts all records together with `offset`, except for a value in the path', () => {
    const sentence = '`meta.total` ignores `filters` together with `offset`';
    const verdictOf = (question: ProductsQuestion, total: number) => {
      const exchange = listOf({ ...question, offset: 1 }, recordsAt(1), { total });
      const reading = readings.all([exchange], KNOWN).find((one) => one.sentence === sentence);
      return reading && readings.judge(exchange, KNOWN, [reading]);
    };
    const red = { filter: only(where('color', '=', 'red')) };
    expect(verdictOf(red, 5)).toBe('conforms');
    expect(verdictOf(red, 2)).toBe('deviates');
    expect(verdictOf({ route: { column: 'color', value: 'red' } }, 2)).toBe('conforms');
  });

  it('counts with AND between groups, although the records are right', () => {
    const sentence = '`meta.total` is counted with AND between groups, whatever `mode` is';
    const groups = [
      { criteria: [where('color', '=', 'red')] },
      { criteria: [where('price', '<', 40)] },
    ];
    const verdictOf = (total: number) => {
      const question = { filter: { mode: 'OR', groups } } as const;
      const exchange = listOf(question, recordsAt(0, 1, 2), { total });
      const reading = readings.all([exchange], KNOWN).find((one) => one.sentence === sentence);
      return reading && readings.judge(exchange, KNOWN, [reading]);
    };
    expect(verdictOf(2)).toBe('conforms');
    expect(verdictOf(1)).toBe('deviates');
    expect(verdictOf(3)).toBe('deviates');
  });

  it('counts the records with a value in the column of the order', () => {
    const sentence =
      '`meta.total` leaves out records without a value in the column that orders the list';
    const verdictOn = (total: number) => {
      const exchange = listOf({ orderBy: 'color' }, recordsAt(2, 3, 0, 1, 4), { total });
      const reading = readings.all([exchange], KNOWN).find((one) => one.sentence === sentence);
      return reading && readings.judge(exchange, KNOWN, [reading]);
    };
    expect(verdictOn(4)).toBe('conforms');
    expect(verdictOn(3)).toBe('deviates');
  });

  it('counts the records with a value in a column', () => {
    const sentence = '`meta.total` leaves out records without a value in `color`';
    const predicted = (question: ProductsQuestion, total: number) => {
      const reading = totalReadings([], KNOWN).find((one) => one.sentence === sentence);
      return reading?.response?.(listOf(question, RECORDS, { total }), KNOWN);
    };
    expect(predicted({}, 4)).toBe(true);
    expect(predicted({}, 3)).toBe(false);
    expect(predicted({ filter: only(where('color', '=', 'red')) }, 3)).toBeUndefined();
  });

  it('names decimals for a column as the reason of an error', () => {
    const asked = (value: string) => ({ filter: only(where('price', '=', value)) });
    const failed = responseTo(asked('1.5'), { status: 500, body: {} });
    const sentence = 'requests with decimals for price get status 500 instead of products';
    const reading = readings.all([failed], KNOWN).find((one) => one.sentence === sentence);
    if (reading === undefined) throw new Error('no such reading');
    expect(readings.judge(failed, KNOWN, [reading])).toBe('conforms');
    expect(readings.judge(listOf(asked('1.5'), []), KNOWN, [reading])).toBe('deviates');
    expect(readings.touches(reading, listOf(asked('10'), recordsAt(0)), KNOWN)).toBe(false);
  });

  it('is not refuted by an order of another destination', () => {
    const question: ProductsQuestion = {
      orderBy: 'price',
      filter: only(where('price', '>', 0)),
      destination: { id: 4, token: 'other-token' },
    };
    const sentence = '`orderBy` is ignored together with filters';
    expect(['silent', 'conforms']).toContain(verdict(sentence, question, 4, 0));
  });

  it('predicts that `offset` is ignored only without `limit`', () => {
    const sentence = '`offset` is ignored when `limit` is not sent';
    const all = RECORDS.map((_, place) => place);
    expect(verdict(sentence, { offset: 1 }, ...all)).toBe('conforms');
    expect(verdict(sentence, { offset: 1 }, ...all.slice(1))).toBe('deviates');
  });

  it.each([
    ['`Accept` is compared as a whole text: a list or a parameter gives the plain format', true],
    ['`Accept` only needs to contain the media type of JSON:API, whatever its weight is', false],
    ['`Accept` is read up to the first media type', true],
    ['`Accept` is read without its weights (`q`)', true],
  ])('predicts the format: %s', (sentence, isPlain) => {
    const question = { accept: `${PLAIN};q=0, ${JSON_API}` };
    const exchange = responseTo(question, { status: 200, body: RECORDS });
    const failed = responseTo(question, { status: 500, body: {} });
    const find = (...others: readonly Exchange[]) =>
      readings.all([failed], KNOWN, others).find((one) => one.sentence === sentence);
    const reading = find();
    expect(reading && readings.judge(exchange, KNOWN, [reading])).toBe(
      isPlain ? 'conforms' : 'deviates',
    );
    // A response of which the document says nothing refutes it, too.
    expect(find(exchange) === undefined).toBe(!isPlain);
  });

  it.each([
    ['a weight of 0 behind another parameter', `${PLAIN};charset=utf-8;q=0`],
    ['a weight of 0 whose name is in capitals (`Q=0`)', `${PLAIN};Q=0`],
  ])('predicts the format where it is ignored: %s', (words, plain) => {
    const sentence = `in \`Accept\`, ${words} is ignored`;
    const question = { accept: `${plain}, ${JSON_API}` };
    const came = responseTo(question, { body: RECORDS });
    const [reading] = readings.all([came], KNOWN).filter((one) => one.sentence === sentence);
    const right = responseTo(question, { body: { data: RECORDS, meta: {} } });
    expect([came, right].map((one) => reading && readings.judge(one, KNOWN, [reading]))).toEqual([
      'conforms',
      'deviates',
    ]);
    const usual = responseTo({ accept: `${PLAIN};q=0, ${JSON_API}` }, { body: RECORDS });
    expect(reading && readings.touches(reading, usual, KNOWN)).toBe(false);
  });

  it('predicts the total where several parts of a request come together', () => {
    const question: ProductsQuestion = {
      route: 'legacy',
      filter: only(where('price', '>', 0)),
      limit: 2,
    };
    const sentence =
      '`meta.total` counts the records of the page on the legacy route together with filters';
    const exchange = listOf(question, recordsAt(0, 1), { total: 2 });
    const [reading] = totalReadings([exchange], KNOWN).filter((one) => one.sentence === sentence);
    expect(reading?.touches(question)).toBe(true);
    expect(reading?.touches({ ...question, route: 'v2' })).toBe(false);
    expect(reading && readings.judge(exchange, KNOWN, [reading])).toBe('conforms');
  });

  it('predicts what a server finds that removes the blanks of values, although it seems to ignore them', () => {
    const sentence = 'with `=` the server removes blanks at the ends of a value';
    const records = [
      { id: 1, name: 'Anvil ' },
      { id: 2, name: 'Bolt' },
    ];
    const data = knownOf(records);
    const comparisonRules: typeof data.comparisonRules = {
      ...data.comparisonRules,
      equals: () => ({ ...EXACT, blanks: 'folded' }),
    };
    const known = { ...data, comparisonRules };
    const question = { filter: only(where('name', '=', 'Anvil ')) };
    const verdictOn = (found: typeof records) => {
      const exchange = listOf(question, found);
      const reading = readings.all([exchange], known).find((one) => one.sentence === sentence);
      return reading && readings.judge(exchange, known, [reading]);
    };
    expect(verdictOn([])).toBe('conforms');
    expect(verdictOn(records.slice(0, 1))).toBe('deviates');
  });

  it('predicts that a criterion matches nothing', () => {
    const question = { filter: only(where('price', '=', price)) };
    expect(verdict('`=` matches nothing', question)).toBe('conforms');
    expect(verdict('`=` matches nothing', question, 0)).toBe('deviates');
  });

  it('predicts the whole list where filters are ignored', () => {
    const question = { filter: only(where('price', '=', price)) };
    const all = RECORDS.map((_, place) => place);
    expect(verdict('filters are ignored', question, ...all)).toBe('conforms');
    expect(verdict('filters are ignored', question, 0)).toBe('deviates');
  });

  const touchingOn = (exchange: Exchange) =>
    readings.all([exchange], KNOWN).filter((one) => readings.touches(one, exchange, KNOWN));

  it('touches only the requests that it is about', () => {
    const bare = listOf({}, RECORDS);
    const sentences = touchingOn(bare).map(({ sentence }) => sentence);
    expect(sentences).not.toContain('`=` matches nothing');
    expect(sentences).not.toContain('filters are ignored');
    expect(sentences).toContain('a page has one record less than `limit`');
  });

  it('has an id of its own', () => {
    const exchange = listOf(
      { filter: only(where('note', '=', "it's"), where('price', '>', 1)), limit: 5, orderBy: 'id' },
      RECORDS,
    );
    const ids = readings.all([exchange], KNOWN).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(50);
  });

  it('says what the document requires instead', () => {
    const exchange = listOf(
      { filter: only(where('name', '=', "it's"), where('price', '>', 1)), limit: 5, orderBy: 'id' },
      RECORDS,
    );
    const silent = touchingOn(exchange).filter(
      ({ requires, sentence }) => requires === undefined && !/instead of/.test(sentence),
    );
    expect(silent.map(({ clause, sentence }) => `${clause} ${sentence}`)).toEqual([]);
  });
});

it('names what distinguishes a request', () => {
  expect(featuresOf({ filter: only(where('note', 'IN', ["it's", 'b'])), limit: 3 })).toEqual([
    'a criterion with `IN`',
    'a criterion on note',
    'a value with an apostrophe',
    'a value of `IN` with an apostrophe',
    'a value with a quote of either kind',
    'a value of `IN` with a quote of either kind',
    'a filter',
    '`limit`',
  ]);
});

it('names the clause of BETWEEN for a mistake of BETWEEN alone', () => {
  const question = { filter: only(where('price', 'BETWEEN', [9, 100])) };
  const ofBetween = readings
    .all([listOf(question, [])], KNOWN)
    .filter(({ sentence }) => /compared as texts by `BETWEEN`$/.test(sentence));
  expect(ofBetween.length).toBeGreaterThan(0);
  expect(new Set(ofBetween.map(({ clause }) => clause))).toEqual(new Set(['EXP-FILT-7']));
});
