import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, asking, criterion, JSON_API } from '../../../tests/reference/asking.js';
import { type Reference, startReference } from '../reference.js';

let reference: Reference;
let ask: Asking;

beforeAll(async () => {
  reference = await startReference();
  ask = asking(reference);
});
afterAll(() => reference.close());

describe('queries', () => {
  const total = async (query: string): Promise<number> => {
    const body: { meta: { total: number } } = JSON.parse(
      (await ask.products(`?limit=1&${query}`, JSON_API)).text,
    );
    return body.meta.total;
  };
  const matching = (keep: (color: unknown) => boolean): number =>
    reference.records.filter(({ color }) => keep(color)).length;

  it('reads every notation of an array', async () => {
    const expected = matching((color) => color === 'red' || color === 'blue');
    const name = 'filters[0][criteria][0]';
    const start = `${name}[column]=color&${name}[operator]=IN`;
    for (const value of [
      `${name}[value][0]=red&${name}[value][1]=blue`,
      `${name}[value][]=red&${name}[value][]=blue`,
      `${name}[value]=red,blue`,
      `${name}[value][7]=red&${name}[value][3000]=blue`,
    ]) {
      expect(await total(`${start}&${value}`)).toBe(expected);
    }
  });

  it('reads a blank written as + and as %20', async () => {
    const expected = matching((color) => color !== null && color !== 'red');
    const name = 'filters%5B0%5D%5Bcriteria%5D%5B0%5D';
    for (const operator of ['NOT+LIKE', 'NOT%20LIKE', 'not like']) {
      const query = `${name}%5Bcolumn%5D=color&${name}%5Boperator%5D=${operator}&${name}%5Bvalue%5D=red`;
      expect(await total(query)).toBe(expected);
    }
  });

  it('divides the records with IS and IS NOT for every notation of null', async () => {
    const nulls = matching((color) => color === null);
    for (const wireEncoding of ['NULL', 'null', '']) {
      expect(await total(criterion('color', 'IS', wireEncoding))).toBe(nulls);
      expect(await total(criterion('color', 'IS NOT', wireEncoding))).toBe(1000 - nulls);
    }
  });

  it('combines criteria and groups with AND by default', async () => {
    const pair = `${criterion('color', '=', 'red')}&${criterion('color', '=', 'blue', [0, 1])}`;
    const groups = `${criterion('color', '=', 'red')}&${criterion('color', '=', 'blue', [1, 0])}`;
    const either = matching((color) => color === 'red' || color === 'blue');
    expect(await total(pair)).toBe(0);
    expect(await total(`${pair}&filters[0][mode]=OR`)).toBe(either);
    expect(await total(groups)).toBe(0);
    expect(await total(`${groups}&mode=OR`)).toBe(either);
  });

  it('filters, groups and sorts before it divides the records into pages', async () => {
    const query = `?groupBy=category&orderBy=category DESC&limit=3&${criterion('stock', '>', '9')}`;
    const body: { data: { category: string; stock: number }[]; meta: unknown } = JSON.parse(
      (await ask.products(query, JSON_API)).text,
    );
    expect(body.data.map(({ category }) => category)).toEqual(['kitchen', 'Toys', 'Lighting']);
    expect(body.data.every(({ stock }) => stock > 9)).toBe(true);
    expect(body.meta).toEqual({ total: 8, limit: 3, offset: 0 });
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=ten',
    'limit=',
    'limit[]=1',
    'offset=-1',
    'orderBy=nope',
    'groupBy=nope',
    'mode=XOR&filters[0][criteria][0][column]=id',
    'filters=1',
    'filters[x]=1',
    'filters[__proto__][criteria]=1',
    'filters[0][criteria]=1',
    criterion('nope', '=', '1'),
    criterion('id', '~', '1'),
    criterion('id', 'BETWEEN', ['1']),
    criterion('id', 'BETWEEN', ['1', '2', '3']),
    criterion('id', '=', ['1']),
    'filters[0][criteria][0][column]=id&filters[0][criteria][0][operator]=%3D',
    '%ff=1',
    'a%=1',
    `filters${'[0]'.repeat(50)}=1`,
    'a&'.repeat(3000),
  ])('returns 400 for %s', async (query) => {
    const reply = await ask.products(`?${query}`, JSON_API);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({
      errors: [{ status: 400, title: 'Bad Request' }],
    });
  });
});
