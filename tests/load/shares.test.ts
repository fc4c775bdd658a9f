import { expect, it } from 'vitest';
import { mergeReports } from '../../src/load/compare/index.js';
import { message } from '../../src/load/engine/index.js';
import { poisson, profileFrom, schedule } from '../../src/load/profile/index.js';
import { Recorder } from '../../src/load/record/index.js';
import { reportOf } from '../../src/load/report/build.js';
import { pace } from '../../src/load/run/open.js';
import { judgeRun } from '../../src/load/threshold/index.js';
import { randomFrom } from '../../src/random.js';
import type { LoadReport } from '../../src/schema/types.js';
import { VirtualTime } from './virtual-time.js';

const SECONDS = 20;
const plan = profileFrom(
  {
    model: 'open',
    // From far below what the target takes to just above it: what waits in the end shows who came when.
    stages: [{ duration: `${SECONDS}s`, rate: 20, rampTo: 220 }],
    scenarios: [{ flow: 'first-page' }],
    thresholds: [{ metric: 'response.p95', max: '10s' }],
  },
  'shares',
);
const url = new URL('http://target');
const sent = message({ method: 'GET', url, headers: {} });
const request = { origin: url.origin, title: 'page', message: sent, expects: 200, repeatable: true, reads: false };
const answer = { status: 200, headers: [], body: Buffer.alloc(0), size: 100 };
const calm = { loopDelayP99: 1, utilization: 0.2, cpu: 0.2, rssMb: 90 };

/** The report of so many generators with a common start, before one target that serves one after the other for 5 ms on the average. */
function reportsOf(of: number, arrivals: 'even' | 'poisson', late: (index: number) => number = () => 0): LoadReport[] {
  const time = new VirtualTime();
  const random = randomFrom(7);
  let free = 0;
  const recorders = Array.from({ length: of }, (_, index) => {
    const recorder = new Recorder(plan);
    const gap = arrivals === 'poisson' ? poisson(randomFrom(plan.seed)) : undefined;
    const began = late(index);
    const now = (): number => time.now() - began;
    const arrive = (_: number, intended: number): void => {
      recorder.started('first-page', intended, now() - intended);
      const account = recorder.offered('first-page', request, intended);
      const times = { intended, sent: now(), firstByte: now(), tries: 1, keep: false };
      free = Math.max(free, time.now()) - 5 * Math.log(1 - random());
      time.after(free - time.now(), () => {
        recorder.settled(account, { request, ...times, settle: () => {} }, { kind: 'answered', answer }, now());
        recorder.finished('first-page', intended, 'completed');
      });
    };
    const after = (ms: number, call: () => void): void => time.after(ms, call);
    time.after(began, () => {
      pace({ arrivals: schedule(plan.stages, gap), share: { index, of }, now, arrive, after });
    });
    for (let second = 1; second <= SECONDS + 5; second += 1)
      time.after(began + second * 1000, () => recorder.closePoint(second * 1000, calm));
    return recorder;
  });
  time.run();
  return recorders.map((recorder, index) => {
    const recording = recorder.recording({ connected: 1, connectFailures: 0, resent: 0 });
    const measuredMs = SECONDS * 1000;
    const times = { startedAt: new Date(0), durationMs: measuredMs, measuredMs };
    const verdicts = judgeRun(plan.thresholds, recording, SECONDS);
    const run = { ...times, recording, verdicts, interrupted: false };
    const target = { name: 'target', origins: [url.origin] };
    return reportOf({ plan, runs: [run], target, version: '0', workers: 1, part: { index, of } });
  });
}

function merged(reports: readonly LoadReport[]): LoadReport {
  const [first, ...rest] = reports;
  if (!first) throw new Error('no report');
  return mergeReports([first, ...rest]);
}

it.each(['even', 'poisson'] as const)('four generators that start together are as one (%s arrivals)', (arrivals) => {
  const one = merged(reportsOf(1, arrivals));
  const four = merged(reportsOf(4, arrivals));
  expect(four.totals).toEqual(one.totals);
  expect(four.scenarios).toEqual(one.scenarios);
  expect(four.series.points.map(({ offered }) => offered)).toEqual(one.series.points.map(({ offered }) => offered));
  expect(four.series.points.map(({ planned }) => planned)).toEqual(one.series.points.map(({ planned }) => planned));
  for (const figure of ['p50', 'p90', 'p95', 'p99', 'mean', 'max'] as const) {
    // Timers of a millisecond, each generator its own.
    expect(Math.abs(four.response[figure] - one.response[figure])).toBeLessThan(2 + one.response[figure] * 0.02);
  }
  expect(four.response.p99).toBeGreaterThan(100);
  expect(four.share).toBeUndefined();
});

it('four generators that start apart are not, which is what a common start is for', () => {
  const one = merged(reportsOf(1, 'even'));
  const apart = merged(reportsOf(4, 'even', (index) => index * 2000));
  expect(apart.totals).toEqual(one.totals);
  expect(apart.response.p99).toBeLessThan(one.response.p99 * 0.8);
});
