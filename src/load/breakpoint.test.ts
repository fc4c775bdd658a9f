import { describe, expect, it } from 'vitest';
import { findBreakpoint, nextRate } from './breakpoint.js';
import { message } from './engine/message.js';
import type { Plan } from './profile/plan.js';
import { profileFrom } from './profile/read.js';
import { schedule } from './profile/schedule.js';
import { Recorder } from './record/recorder.js';
import { breakpointSentence } from './report/words.js';
import type { Run } from './run/execute.js';
import { judgeRun } from './threshold/judge.js';
import { measuredOf } from './threshold/measure.js';

const search = { start: 100, step: 100, max: 1000, holdMs: 1000, precision: 0.05 };

/** Simulates a search in which a threshold is missed above the rate `limit`. */
function searchFor(limit: number): { tried: number[]; highest: number | undefined } {
  const tried: number[] = [];
  let highest: number | undefined;
  let broken: number | undefined;
  for (
    let next = nextRate(search, highest, broken);
    next !== undefined;
    next = nextRate(search, highest, broken)
  ) {
    tried.push(next);
    if (next <= limit) highest = next;
    else broken = next;
  }
  return { tried, highest };
}

it('increases the rate by steps, and then halves the interval in which the target breaks', () => {
  expect(searchFor(330)).toEqual({ tried: [100, 200, 300, 400, 350, 325, 337.5], highest: 325 });
});

it('stops at the maximum rate', () => {
  expect(searchFor(5000).tried.at(-1)).toBe(1000);
});

it('stops at once if the target breaks at the first rate', () => {
  expect(searchFor(50)).toEqual({ tried: [100], highest: undefined });
});

describe('a search on a simulated server', () => {
  const HOLD_MS = 5000;
  const title = 'GET /';
  const request = {
    origin: '',
    title,
    message: message({ method: 'GET', url: new URL('http://x'), headers: {} }),
    expects: 200,
    repeatable: true,
    reads: false,
  };
  const answer = { status: 200, headers: [], body: Buffer.alloc(0), size: 100 };

  /** Calculates a run on a server that handles one request after the other at a fixed rate. */
  function runAt(plan: Plan, capacity: number, lateMs: number): Run {
    const recorder = new Recorder(plan);
    const { dueAt } = schedule(plan.stages);
    const calm = { loopDelayP99: 1, utilization: 0.2, cpu: 0.2, rssMb: 90 };
    const events: { at: number; happen: () => void }[] = [];
    let freeAt = 0;
    for (let k = 0, due = dueAt(0); Number.isFinite(due); k += 1, due = dueAt(k)) {
      const intended = due;
      const sent = intended + lateMs;
      freeAt = Math.max(freeAt, sent) + 1000 / capacity;
      const end = freeAt;
      const ticket = {
        request,
        intended,
        sent,
        firstByte: sent,
        tries: 1,
        keep: false,
        settle() {},
      };
      let account: ReturnType<Recorder['offered']> | undefined;
      events.push({
        at: intended,
        happen: () => {
          recorder.started('s', intended, lateMs);
          account = recorder.offered('s', request, intended);
        },
      });
      events.push({
        at: end,
        happen: () => {
          if (account) recorder.settled(account, ticket, { kind: 'answered', answer }, end);
        },
      });
    }
    const lastAt = Math.max(HOLD_MS, freeAt);
    for (let at = 1000; at <= lastAt + 999; at += 1000)
      events.push({ at, happen: () => void recorder.closePoint(at, calm) });
    for (const { happen } of events.sort((a, b) => a.at - b.at)) happen();
    const recording = recorder.measurements({ connected: 1, connectFailures: 0, resent: 0 });
    const measured = measuredOf(recording, HOLD_MS / 1000);
    const verdicts = judgeRun(plan.thresholds, measured, recording);
    return {
      startedAt: new Date(0),
      durationMs: lastAt,
      recording,
      measured,
      verdicts,
      interrupted: false,
    };
  }

  const plan = profileFrom(
    {
      model: 'open',
      breakpoint: { start: 20, step: 20, max: 200, hold: '5s' },
      scenarios: [{ flow: 'first-page', name: 's' }],
      thresholds: [{ metric: 'response.p95', max: '2s' }],
    },
    'search',
  );

  /** `lateAt` returns the delay of the generator in the n-th trial of a rate. */
  async function searchOn(capacity: number, lateAt: (rate: number, trial: number) => number) {
    const trials = new Map<number, number>();
    if (plan.breakpoint === undefined) throw new Error('no search');
    const { runs: _, ...found } = await findBreakpoint(plan, plan.breakpoint, async (planned) => {
      const rate = planned.stages.at(-1)?.to ?? 0;
      const trial = (trials.get(rate) ?? 0) + 1;
      trials.set(rate, trial);
      return runAt(planned, capacity, lateAt(rate, trial));
    });
    return { ...found, steps: [...found.steps] };
  }

  it('finds the rate that is completed within the hold, although thresholds hold at higher rates', async () => {
    const found = await searchOn(60, () => 0);
    expect(found.highest).toBeGreaterThan(57);
    expect(found.highest).toBeLessThan(63);
    expect(found.served).toBeCloseTo(60, 0);
    expect(breakpointSentence(found)).toMatch(
      /^Holds [\d.]+\/s; at [\d.]+\/s only [\d.]+\/s of [\d.]+\/s were completed within the hold\. Served at most [\d.]+\/s\. Confidence: high, because/,
    );
  });

  it('tries a rate again at which the generator was late', async () => {
    const found = await searchOn(100, (rate, trial) => (rate === 60 && trial < 3 ? 2500 : 0));
    expect(found.highest).toBeGreaterThan(95);
    const at60 = found.steps.filter(({ rate }) => rate === 60);
    expect(at60.map(({ held, unreliable }) => [held, unreliable])).toEqual([
      [false, 'the generator was up to 2500 ms late'],
      [false, 'the generator was up to 2500 ms late'],
      [true, undefined],
    ]);
  });

  it('skips a rate at which the generator is late each time', async () => {
    const below = await searchOn(100, (rate) => (rate === 60 ? 2500 : 0));
    expect(below.highest).toBeGreaterThan(95);
    expect(below.steps.filter(({ rate }) => rate === 60)).toHaveLength(3);
    expect(breakpointSentence(below)).toContain('Confidence: high');
    const above = await searchOn(100, (rate) => (rate > 80 ? 2500 : 0));
    expect(above.highest).toBe(80);
    expect(breakpointSentence(above)).toMatch(
      /^Holds 80\/s: the breakpoint was not found\. .* Confidence: low, because .* at 100\/s, 120\/s/,
    );
  });

  it('judges a rate if the delay of the generator cannot be the cause', async () => {
    const found = await searchOn(60, () => 30);
    const at80 = found.steps.filter(({ rate }) => rate === 80);
    expect(at80.map(({ held, unreliable }) => [held, unreliable])).toEqual([[false, undefined]]);
    expect(found.highest).toBeLessThan(63);
  });

  it('has a medium confidence if the first trial of a decisive rate was late', async () => {
    const found = await searchOn(60, (rate, trial) => (rate === 80 && trial === 1 ? 2500 : 0));
    expect(breakpointSentence(found)).toContain(
      'Confidence: medium, because the generator was late at 80/s at first.',
    );
  });

  it('has no result if the generator is always late', async () => {
    const found = await searchOn(60, () => 2500);
    expect([found.highest, found.brokenAt]).toEqual([undefined, undefined]);
    expect(breakpointSentence(found)).toMatch(/^No rate could be judged\. Confidence: low/);
  });
});
