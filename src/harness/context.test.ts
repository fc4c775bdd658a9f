import { describe, expect, it } from 'vitest';
import type { Transport } from '../http/index.js';
import { targetFrom } from '../settings/index.js';
import { type Check, checkOf } from './check.js';
import { rowsFor, type TakeOptions } from './context.js';
import { openSession } from './session.js';
import { judgeIn } from './verdict.js';

const silent: Transport = {
  send: async () => ({ status: 200, headers: [], body: Buffer.from('') }),
  close: async () => undefined,
};
const clauses = { 'X-1': { level: 'must', text: 'one' } } as const;
const session = () =>
  openSession(targetFrom({ export: { baseUrl: 'http://127.0.0.1:9' } }), { transport: silent });
const check = (run: Check['run'], id = 'x.y.z'): Check =>
  checkOf('export', clauses, {
    id,
    clauses: ['X-1'],
    title: 'it holds',
    requests: { least: 0, most: 4 },
    run,
  });
const rows = ['a', 'b', 'c', 'd'];

describe('the number of rows that an allowance permits', () => {
  it.each<[string, number, TakeOptions | undefined, number]>([
    ['one row for each request', 3, undefined, 3],
    ['none without a request', 0, undefined, 0],
    ['the least that is asked whatever it is', 1, { least: 2 }, 2],
    ['what other questions leave', 5, { reserved: 2 }, 3],
    ['none where other questions take all', 1, { reserved: 2 }, 0],
    ['rows of several requests', 5, { each: 2 }, 2],
    ['all of it together', 6, { least: 1, reserved: 1, each: 2 }, 2],
  ])('is %s', (_, allowance, options, wanted) => {
    expect(rowsFor(allowance, options)).toBe(wanted);
  });
});

describe('a check that takes its rows', () => {
  const taking = (options?: TakeOptions): Check =>
    check(async ({ budget }) => budget.take(rows, options).join(''));

  it('receives all rows without a limit, and its verdict mentions none', async () => {
    const { event } = await judgeIn(session(), taking());
    expect(event.witness).toBe('abcd');
    expect(event).not.toHaveProperty('leftOut');
  });

  it('receives the first rows with a small budget, and its verdict counts the others', async () => {
    expect((await judgeIn(session(), taking(), { allowance: 3 })).event).toMatchObject({
      witness: 'abc',
      leftOut: 1,
    });
    const { event } = await judgeIn(session(), taking({ least: 2, reserved: 1 }), { allowance: 1 });
    expect(event).toMatchObject({ witness: 'ab', leftOut: 2 });
  });

  it('reports the rows that it left out before a failure', async () => {
    const fails = check(async ({ budget }) => {
      budget.take(rows);
      throw new Error('an internal error');
    });
    expect((await judgeIn(session(), fails, { allowance: 1 })).event).toMatchObject({ leftOut: 3 });
  });

  it('counts its own rows, and the rows of the facts that it uses once', async () => {
    const shared = check(async (context) => {
      const learned = () =>
        context.facts.learn('export.fact', async ({ budget }) => budget.take(rows).join(''));
      context.budget.take(rows);
      context.budget.take(rows, { reserved: 1 });
      return `${await learned()} ${await learned()}`;
    });
    const one = session();
    expect((await judgeIn(one, shared, { allowance: 3 })).event).toMatchObject({
      witness: 'abc abc',
      leftOut: 4,
    });
    const rests = check(
      (context) => context.facts.learn('export.fact', async () => 'never asked again'),
      'x.y.other',
    );
    expect((await judgeIn(one, rests)).event).toMatchObject({ witness: 'abc', leftOut: 1 });
  });
});
