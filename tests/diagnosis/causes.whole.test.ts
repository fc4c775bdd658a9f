import { afterEach, expect, it, vi } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.js';
import type { Suite } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { changedFindings } from '../../src/report/comparison/changed-findings.js';
import { accepts } from '../../src/report/index.js';
import { runReport } from '../../src/report/run-report.js';
import { trial } from '../../src/selftest/trial.js';
import { suites } from '../../suites/index.js';

interface Options {
  readonly latencyMs?: number;
  readonly suites?: readonly Suite[];
}

/** A run with the defect. Its causes are those that the suites name. */
async function ledgerOf(defect: string, { latencyMs = 2, ...options }: Options = {}) {
  const [name = ''] = defect.split('.');
  const events: LedgerEvent[] = [];
  await trial(
    { defects: [defect], latencyMs },
    {
      ...options,
      inProcess: true,
      diagnose,
      recordExchanges: true,
      wanted: (check) => check.interface === name,
      record: (event) => void events.push(event),
    },
  );
  return foldLedger(events);
}

const DEFECTS = [
  'platform.cursor-inclusive',
  'templates.signature-not-verified',
  'handover.bearer-case-ignored',
] as const;

const namesIn = ({ findings = [] }: Awaited<ReturnType<typeof ledgerOf>>) =>
  findings.map(({ clause, checks, faults }) => [
    clause,
    checks.toSorted(),
    faults.map(({ id }) => id),
  ]);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Every reading of a clock finds that an hour has passed. */
function slowDown(): void {
  const hour = 3_600_000;
  let now = Date.now();
  const next = (): number => {
    now += hour;
    return now;
  };
  vi.spyOn(Date, 'now').mockImplementation(next);
  vi.spyOn(performance, 'now').mockImplementation(next);
}

it.each(DEFECTS)(
  'names the same for %s, however slow the clock and the target are',
  async (id) => {
    const names = namesIn(await ledgerOf(id));
    expect(names.flatMap(([, , faults]) => faults)).toHaveLength(1);
    slowDown();
    expect(namesIn(await ledgerOf(id))).toEqual(names);
    expect(namesIn(await ledgerOf(id, { latencyMs: 400 }))).toEqual(names);
  },
  60_000,
);

/** Suites as they were before any mistake was known. */
const withoutCauses = suites.map((suite) =>
  suite.judge === undefined
    ? suite
    : { ...suite, judge: { ...suite.judge, explain: async () => [] } },
);

it.each(DEFECTS)(
  'a finding of %s stays the same when its cause becomes known',
  async (id) => {
    const before = await ledgerOf(id, { suites: withoutCauses });
    const after = await ledgerOf(id);
    expect(namesIn(before).flatMap(([, , faults]) => faults)).toEqual([]);
    expect(changedFindings(before, after).map(({ state }) => state)).toEqual(
      namesIn(after).map(() => 'still there'),
    );
  },
  60_000,
);

it.each(DEFECTS)(
  'a baseline of %s is read when the cause becomes known',
  async (id) => {
    const failing = ({ checks }: ReturnType<typeof runReport>) =>
      checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
    const baseline = failing(runReport(await ledgerOf(id, { suites: withoutCauses }))).map(
      ({ id: check, symptom = '', conditions = [] }) => ({
        check,
        symptom,
        conditions: [...conditions],
        reason: 'known',
      }),
    );
    const after = failing(runReport(await ledgerOf(id)));
    expect(after.length).toBeGreaterThan(0);
    for (const complaint of after)
      expect(baseline.some((entry) => accepts(entry, complaint))).toBe(true);
  },
  60_000,
);
