import { describe, expect, it } from 'vitest';
import { type RunOptions, runSuites } from '../../src/harness/index.js';
import type { VerdictEvent } from '../../src/ledger/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import type { Fault } from '../databases/faults.js';
import { type Life, startLiveShop } from './live-shop.js';

/** Six faults, and the clauses that they violate. */
const SIX: Fault = {
  criterion: (one) => {
    const { operator, value } = one;
    if (operator === '>=') return { ...one, operator: '>' };
    if (operator === 'LIKE') return { ...one, value: `%${value}%` };
    if (operator === 'IN' && typeof value === 'object' && value !== null)
      return { ...one, value: Object.values(value).slice(0, 1) };
    return one;
  },
  group: (group) => ({ ...group, mode: 'AND' }),
  query: ({ orderBy: _, ...query }) => query,
  errorStatus: String,
};
const CLAUSES_OF_SIX = [
  'EXP-FILT-2',
  'EXP-FILT-3',
  'EXP-FILT-6',
  'EXP-FILT-9',
  'EXP-SORT-1',
  'EXP-ERR-3',
];

/** At 60 requests a minute: 20 sales a second, and another change every five seconds. */
const BUSY: Life = { sells: 20, touches: 0.1, inserts: 0.05, deletes: 0.05 };
/** A small shop in which records come and go: in a thousand requests thirty of them. */
const RESTLESS: Life = { sells: 2, touches: 0.02, inserts: 0.02, deletes: 0.01 };

interface Judging {
  readonly count: number;
  readonly life: Life;
  readonly fault?: Fault;
  readonly options?: Partial<RunOptions>;
}

async function judged({ count, life, fault = {}, options = {} }: Judging) {
  const shop = await startLiveShop(count, life, fault);
  const verdicts = new Map<string, VerdictEvent>();
  try {
    await runSuites(suites, targetFrom(shop.target), {
      clock: virtualClock(),
      toolVersion: 'test',
      recordExchanges: false,
      ...options,
      record: (event) => event.type === 'verdict' && verdicts.set(event.check, event),
    });
  } finally {
    await shop.close();
  }
  const all = [...verdicts.values()];
  const reasonsOf = (verdict: string): readonly string[] =>
    all
      .filter((event) => event.verdict === verdict)
      .map(({ reason, check }) => `${check} ${reason}`);
  const failedClauses = new Set(
    all.filter(({ verdict }) => verdict === 'failed').map(({ clauses }) => clauses[0]),
  );
  return {
    failed: reasonsOf('failed'),
    inconclusive: reasonsOf('inconclusive'),
    found: CLAUSES_OF_SIX.filter((clause) => failedClauses.has(clause)),
    passed: reasonsOf('passed').length,
  };
}

const isNightly = process.env.ASSAY_NIGHTLY !== undefined;
const SHOPS = [
  { count: 1500, life: BUSY },
  { count: 60, life: RESTLESS },
  { count: 5000, life: BUSY },
  { count: 230, life: RESTLESS },
];

describe.each(isNightly ? SHOPS : SHOPS.slice(0, 2))(
  'a shop of $count records whose stock, prices and records change',
  ({ count, life }) => {
    // A whole run against a large shop takes long.
    const budgets = isNightly || count < 100 ? [{ maxRequests: 145 }, {}] : [{ maxRequests: 145 }];
    it.each(budgets)('is accused of nothing: %o', async (options) => {
      const { failed, inconclusive, passed } = await judged({ count, life, options });
      expect(failed).toEqual([]);
      expect(inconclusive.length).toBeLessThanOrEqual(4);
      expect(passed).toBeGreaterThan(60);
    });

    it.each(isNightly ? budgets : budgets.slice(0, 1))(
      'has its faults found: %o',
      async (options) => {
        const { found, inconclusive } = await judged({ count, life, fault: SIX, options });
        expect(found.length).toBeGreaterThanOrEqual(4);
        expect(inconclusive.length).toBeLessThanOrEqual(4);
      },
    );
  },
);

it.runIf(isNightly)(
  'has all six faults found in a shop of 5,000 records without a budget, as if it stood still',
  async () => {
    const { found } = await judged({ count: 5000, life: BUSY, fault: SIX });
    expect(found).toEqual(CLAUSES_OF_SIX);
  },
);
