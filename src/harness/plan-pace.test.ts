import { describe, expect, it } from 'vitest';
import { targetFrom } from '../settings/index.js';
import { type Check, checkOf } from './check.js';
import type { Amount } from './cost.js';
import { makePlan, type PlanOptions } from './plan.js';
import type { Suite } from './suite.js';

const clauses = {
  'X-1': { level: 'must', text: 'one' },
  'X-2': { level: 'must', text: 'two' },
  'X-3': { level: 'should', text: 'three' },
} as const;

const check = (of: string, id: string, requests: Amount, more: Partial<Check> = {}): Check => ({
  ...checkOf(of, clauses, { id, clauses: ['X-1'], title: id, requests, run: async () => id }),
  ...more,
});
const suite = (of: string, checks: readonly Check[], preparation = 0): Suite => ({
  interface: of,
  clauses,
  checks,
  preparation,
});
const pace = '60/min';
const at = (host: string): { readonly baseUrl: string } => ({ baseUrl: `http://${host}.test` });
/** Milliseconds that a number of requests take. The pace is one percent slower than configured. */
const paced = (requests: number): number => ((requests - 1) * 60_600) / 60;
const asked = (suites: readonly Suite[], options: PlanOptions = {}) => {
  const target = targetFrom({ export: at('one'), platform: at('other'), handover: at('one') });
  return makePlan(suites, { ...target, pace: { requests: 60, perMs: 60_000 } }, options);
};

describe('the time of a plan', () => {
  it('is the time of the busiest host, because its interfaces share one pace', () => {
    const [products, platform, handover] = [
      suite('export', [check('export', 'e', 10)]),
      suite('platform', [check('platform', 'p', 15)]),
      suite('handover', [check('handover', 'h', 7)]),
    ];
    expect(asked([products, platform]).durationMs).toBe(paced(15));
    expect(asked([products, platform, handover]).durationMs).toBe(paced(17));
    expect(asked([suite('unknown', [check('unknown', 'u', 4)]), products]).durationMs).toBe(
      paced(10),
    );
    expect(asked([]).durationMs).toBe(0);
  });

  it('uses the token endpoint without another address, and interfaces of packages', () => {
    const target = targetFrom({
      export: at('one'),
      templates: { authUrl: 'http://one.test/token' },
      interfaces: { fifth: at('one') },
      pace,
    });
    const suites = ['export', 'templates', 'fifth'].map((of) => suite(of, [check(of, of, 4)]));
    expect(makePlan(suites, target).durationMs).toBe(paced(12));
  });
});

describe('the requests that checks share', () => {
  it('are planned once for each interface that has a planned check', () => {
    const suites = [
      suite('export', [check('export', 'a', 1), check('export', 'b', 1)], 10),
      suite('platform', [check('platform', 'p', 1)], 20),
      suite('handover', [], 40),
    ];
    expect(asked(suites, { maxRequests: 100 }).requests).toBe(33);
    const small = asked(suites, { maxRequests: 31 });
    expect(small.planned.map(({ check: { id } }) => id)).toEqual(['a', 'b']);
    expect(small.skipped.map(({ finding }) => finding.reason)).toEqual([
      'needs 21 requests, 19 are left; raise --max-requests or run --check p',
    ]);
    expect(asked(suites, { maxRequests: 33 }).skipped).toEqual([]);
  });
});

describe('the order of checks', () => {
  const ids = (checks: readonly Check[], options: PlanOptions = {}): readonly string[] =>
    asked([suite('export', checks)], { maxRequests: 100, ...options }).planned.map(
      ({ check: { id } }) => id,
    );

  it('places the checks that must run first before all others, sorted by level', () => {
    const should = { level: 'should', clauses: ['X-3'] } as const;
    const checks = [
      check('export', 'a', 1),
      check('export', 'b', 1, should),
      check('export', 'c', 1),
      check('export', 'd', 1, should),
    ];
    expect(ids(checks, { first: ({ id }) => id === 'b' || id === 'c' })).toEqual([
      'c',
      'b',
      'a',
      'd',
    ]);
  });

  it('sorts checks of one rank by their minimum number of requests', () => {
    const checks = [
      check('export', 'dear', 5),
      check('export', 'elastic', { least: 2, most: 50 }, { clauses: ['X-2'] }),
      check('export', 'cheap', 1, { clauses: ['X-3'] }),
    ];
    expect(ids(checks)).toEqual(['cheap', 'elastic', 'dear']);
  });
});

it('has a digest of sixteen digits', () => {
  expect(asked([suite('export', [check('export', 'a', 1)])]).digest).toMatch(/^[0-9a-f]{16}$/);
});
