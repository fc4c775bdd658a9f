import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeAsOthers, type LiveRun, runLive } from '../../bench/traffic-trials.js';
import { readHar } from '../../src/formats/har.js';
import { runReport } from '../../src/report/index.js';
import { asRecorded, DAMAGES, type Damage, damaged, damages, type WrittenHar } from './damage.js';

/** Sessions that are damaged; the nightly run tries more. */
const TRIALS = Number(process.env.ASSAY_DAMAGES ?? 12);

let live: LiveRun;
let har: WrittenHar;

/** Clauses that a recording violates, and how many it tests. */
async function judged(recording: WrittenHar) {
  const report = runReport(await judgeAsOthers(readHar(recording)?.entries ?? [], live.target));
  const complaints = report.checks
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warning')
    .map(({ verdict, clauses, reason }) => `${verdict} ${clauses[0]}: ${reason}`);
  return { complaints, tested: report.coverage.judged };
}

describe('a damaged recording of a conforming server', () => {
  beforeAll(async () => {
    live = await runLive({}, { maxRequests: 145 });
    har = asRecorded(live.recorded);
  });

  it('violates nothing when it is whole', async () => {
    const { complaints, tested } = await judged(har);
    expect(complaints).toEqual([]);
    expect(tested).toBeGreaterThan(20);
  });

  it.each(Object.keys(DAMAGES))('accuses nobody: %s', async (kind) => {
    const damage: Damage = { kind, value: '[FILTERED]', exchanges: 0.5, left: 0.6, seed: 1 };
    expect((await judged(damaged(har, damage))).complaints).toEqual([]);
  });

  it('accuses nobody, whatever was done to it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(damages(), { minLength: 1, maxLength: 2 }), async (some) => {
        const recording = some.reduce(damaged, har);
        expect((await judged(recording)).complaints).toEqual([]);
      }),
      { numRuns: TRIALS, seed: Number(process.env.ASSAY_DAMAGE_SEED ?? 27) },
    );
  });
});
