import { describe, expect, it } from 'vitest';
import { targetFrom } from '../settings/index.js';
import { type Check, checkOf } from './check.js';
import { type Amount, costOf } from './cost.js';
import { makePlan, PACED_BUDGET, type Plan, type PlanOptions } from './plan.js';
import { prioritiesOf, type Suite } from './suite.js';

const clauses = {
  'X-1': { level: 'must', text: 'one' },
  'X-2': { level: 'must', text: 'two' },
  'X-3': { level: 'should', text: 'three' },
  'X-4': { level: 'open', text: 'four' },
} as const;

type Wanted = Omit<Partial<Check>, 'requests'> & {
  readonly of?: keyof typeof clauses;
  readonly requests?: Amount;
};
const check = (id: string, { of = 'X-1', requests = 1, ...more }: Wanted = {}): Check => ({
  ...checkOf('export', clauses, { id, clauses: [of], title: id, run: async () => id }),
  ...more,
  requests: costOf(requests),
});
const baseUrl = 'http://127.0.0.1:9';
const suite = (checks: readonly Check[], preparation = 0): Suite => ({
  interface: 'export',
  clauses,
  checks,
  preparation,
});
const planOf = (
  checks: readonly Check[],
  options: PlanOptions = {},
  preparation = 0,
  pace = {},
): Plan =>
  makePlan([suite(checks, preparation)], targetFrom({ export: { baseUrl }, ...pace }), options);
const ids = ({ planned }: Plan): readonly string[] => planned.map((one) => one.check.id);
const allowances = ({ planned }: Plan) =>
  Object.fromEntries(planned.map((one) => [one.check.id, one.allowance]));

describe('the order of a plan', () => {
  it('places must before should before open, regardless of the order in the suite', () => {
    const checks = [
      check('open', { of: 'X-4', level: 'open' }),
      check('should', { of: 'X-3', level: 'should' }),
      check('must'),
    ];
    expect(ids(planOf(checks))).toEqual(['must', 'should', 'open']);
  });

  it('places the first check of every clause before any second check, cheapest first', () => {
    const checks = [
      check('1a'),
      check('1b'),
      check('2a', { of: 'X-2', requests: 3 }),
      check('2b', { of: 'X-2' }),
    ];
    expect(ids(planOf(checks))).toEqual(['1a', '2a', '1b', '2b']);
  });

  it('begins with the checks that must run first', () => {
    const checks = [check('a'), check('b', { of: 'X-4', level: 'open' })];
    expect(ids(planOf(checks, { first: ({ id }) => id === 'b' }))).toEqual(['b', 'a']);
  });
});

describe('the budget of a plan', () => {
  const elastic = (
    id: string,
    least: number,
    most: number,
    of: keyof typeof clauses = 'X-1',
  ): Check => check(id, { of, requests: { least, most } });

  it('gives a check its maximum if there is no budget', () => {
    const plan = planOf([elastic('a', 1, 40), check('b')]);
    expect(allowances(plan)).toEqual({ a: 40, b: 1 });
    expect(plan).toMatchObject({ requests: 41, maxRequests: undefined });
  });

  it('skips a check that is too expensive, and continues with cheaper checks', () => {
    const { skipped, ...plan } = planOf(
      [check('a'), check('b', { of: 'X-2', requests: 5 }), check('c')],
      {
        maxRequests: 3,
      },
    );
    expect(ids({ skipped, ...plan })).toEqual(['a', 'c']);
    expect(skipped.map(({ finding }) => finding)).toEqual([
      {
        kind: 'skipped',
        cause: 'budget',
        reason: 'needs 5 requests, 1 is left; raise --max-requests or run --check b',
      },
    ]);
  });

  it('counts shared requests once, with the first check of an interface', () => {
    expect(planOf([check('a'), check('b')], { maxRequests: 12 }, 10)).toMatchObject({
      requests: 12,
      skipped: [],
    });
    expect(ids(planOf([check('a'), check('b')], { maxRequests: 11 }, 10))).toEqual(['a']);
    expect(planOf([check('a')], { maxRequests: 10 }, 10)).toMatchObject({
      planned: [],
      requests: 0,
    });
  });

  it('distributes the remaining requests in turn, a quarter at a time, up to the budget', () => {
    const checks = [elastic('a', 0, 40), elastic('b', 0, 40)];
    expect(allowances(planOf(checks, { maxRequests: 10 }))).toEqual({ a: 10, b: 0 });
    expect(allowances(planOf(checks, { maxRequests: 30 }))).toEqual({ a: 20, b: 10 });
    expect(allowances(planOf(checks, { maxRequests: 500 }))).toEqual({ a: 40, b: 40 });
  });

  it('plans the first check of an open clause before the second, if the suite has priorities', () => {
    const open = { of: 'X-4', level: 'open' } as const;
    const plan = makePlan(
      [
        {
          ...suite([check('first', open), check('second', open)]),
          priorities: prioritiesOf('other 1:1'),
        },
      ],
      targetFrom({ export: { baseUrl } }),
      { maxRequests: 1 },
    );
    expect(ids(plan)).toEqual(['first']);
  });

  it('distributes requests by their expected defects, if the suite has priorities', () => {
    const priorities = prioritiesOf('rows 2:9 10:1\n1a 1:3\n2a 1:4\n1b 1:0.5');
    const rows = check('rows', { of: 'X-3', level: 'should', requests: { least: 0, most: 40 } });
    const checks = [check('1a'), check('1b'), rows, check('2a', { of: 'X-2' })];
    const within = (maxRequests?: number): object =>
      allowances(
        makePlan([{ ...suite(checks), priorities }], targetFrom({ export: { baseUrl } }), {
          ...(maxRequests && { maxRequests }),
        }),
      );
    expect(within(2)).toEqual({ rows: 2 });
    expect(within(3)).toEqual({ rows: 2, '2a': 1 });
    expect(within(4)).toEqual({ rows: 2, '2a': 1, '1a': 1 });
    expect(within(15)).toEqual({ rows: 12, '2a': 1, '1a': 1, '1b': 1 });
    expect(within()).toEqual({ rows: 40, '2a': 1, '1a': 1, '1b': 1 });
  });

  it('gives each check its minimum before any further request', () => {
    const priorities = prioritiesOf('a 1:1 5:8');
    const plan = makePlan(
      [{ ...suite([elastic('a', 1, 6), check('b', { of: 'X-2' })]), priorities }],
      targetFrom({ export: { baseUrl } }),
      {
        maxRequests: 2,
      },
    );
    expect(allowances(plan)).toEqual({ a: 1, b: 1 });
  });

  it('has a default for a target with a pace, and lasts as long as the pace requires', () => {
    const plan = planOf([check('a', { requests: 61 })], {}, 0, { pace: '60/min' });
    expect(plan.maxRequests).toBe(PACED_BUDGET);
    expect(plan.durationMs).toBeGreaterThan(59_000);
    expect(planOf([check('a', { requests: 61 })])).toMatchObject({ durationMs: 0 });
  });

  it('is not limited by a pace above 60 requests a minute', () => {
    expect(
      planOf([check('a', { requests: 61 })], {}, 0, { pace: '61/min' }).maxRequests,
    ).toBeUndefined();
    expect(
      planOf([check('a', { requests: 61 })], {}, 0, { pace: '2/s' }).maxRequests,
    ).toBeUndefined();
  });
});

describe('a check that does not apply to a target', () => {
  it('is skipped with its cause before any request', () => {
    const { planned, skipped } = planOf([
      check('needs', { needs: ['export.destination'] }),
      check('writes', { permission: 'unsafeMethods' }),
      check('moves', { permission: 'destructive' }),
    ]);
    expect(planned).toEqual([]);
    expect(skipped.map(({ check: { id }, finding: { cause } }) => [id, cause])).toEqual([
      ['needs', 'configuration'],
      ['writes', 'safety'],
      ['moves', 'safety'],
    ]);
  });

  it('needs a permission of the target file and of the caller if it transfers resources', () => {
    const moves = [check('moves', { permission: 'destructive' })];
    const allow = { allow: { destructive: true } };
    expect(ids(planOf(moves, {}, 0, allow))).toEqual([]);
    expect(ids(planOf(moves, { allowDestructive: true }))).toEqual([]);
    expect(ids(planOf(moves, { allowDestructive: true }, 0, allow))).toEqual(['moves']);
  });
});

it('has equal digests for equal questions', () => {
  const checks = [check('a'), check('b', { of: 'X-2' })];
  expect(planOf(checks).digest).toBe(planOf([...checks]).digest);
  expect(planOf(checks).digest).not.toBe(planOf([check('a')]).digest);
  expect(planOf(checks).digest).not.toBe(
    planOf([check('a', { requests: 2 }), check('b', { of: 'X-2' })]).digest,
  );
});

it('contains only wanted checks', () => {
  expect(ids(planOf([check('a'), check('b')], { wanted: ({ id }) => id === 'b' }))).toEqual(['b']);
});
