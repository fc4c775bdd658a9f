import autocannon from 'autocannon';
import { message, openPool } from '../src/load/engine/index.js';
import { type Stage, schedule } from '../src/load/profile/index.js';
import {
  histogramOf,
  mergeSpreads,
  mergeTallies,
  newHistogram,
  percentileMs,
  type Recording,
} from '../src/load/record/index.js';
import { PATHS, type Rig, runProfile, withRig } from './load-rig.js';
import type { Row } from './row.js';

const SECONDS = 4;
/** One slice of a comparison: sides take turns, so that a slow moment of the machine meets both. */
const SLICE_SECONDS = 1;
const SLICES = 5;
/** Until the compiler has seen both sides. */
const WARM_SLICES = 2;
const CONNECTIONS = 20;

interface Cost {
  /** Requests answered in a slice. */
  readonly answered: number;
  readonly cpuUs: number;
}

/** Requests answered and CPU time used by something that loads the rig for one slice. */
async function cost(load: () => Promise<number>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const answered = await load();
  const { user, system } = process.cpuUsage(cpu);
  return { answered, cpuUs: user + system };
}

/** A figure of one side ÷ the same of the other: the median over slices in turn, after some that do not count. */
function inTurn(one: (rig: Rig) => Promise<Cost>, other: (rig: Rig) => Promise<Cost>, of: (cost: Cost) => number) {
  return withRig(async (rig) => {
    const ratios: number[] = [];
    for (let slice = 0; slice < WARM_SLICES + SLICES; slice += 1) {
      const ratio = of(await one(rig)) / of(await other(rig));
      if (slice >= WARM_SLICES) ratios.push(ratio);
    }
    return ratios.sort((a, b) => a - b)[Math.floor(SLICES / 2)] ?? Number.NaN;
  });
}

const plain = (rig: Rig) =>
  cost(async () => {
    const requests = PATHS.map((path) => ({ method: 'GET', path }));
    const url = rig.origin;
    const result = await autocannon({
      url,
      connections: CONNECTIONS,
      duration: SLICE_SECONDS,
      timeout: 10,
      sampleInt: 100,
      requests,
    });
    return (result.requests.total * SLICE_SECONDS) / result.duration;
  });

const closed = { model: 'closed', stages: [{ duration: `${SLICE_SECONDS}s`, users: CONNECTIONS }] };
const answeredIn = (recording: Recording): number =>
  mergeTallies(recording.requests.map(({ tally }) => tally)).answered;

const ours = (rig: Rig) => cost(async () => answeredIn(await runProfile(rig, closed)));

/** Every request with headers of its own, written anew each time, as with tokens that change. */
const oursWithTokens = (rig: Rig) =>
  cost(async () => {
    const limit = performance.now() + SLICE_SECONDS * 1000;
    const pool = await openPool({ origin: rig.origin, connections: CONNECTIONS, timeout: 10_000, backlog: 1000 });
    const histograms = [newHistogram(), newHistogram(), newHistogram()];
    let answered = 0;
    let token = 0;
    await new Promise<void>((resolve) => {
      let open = CONNECTIONS;
      const next = (): void => {
        const now = performance.now();
        if (now >= limit) {
          open -= 1;
          if (open === 0) resolve();
          return;
        }
        token += 1;
        const url = new URL(PATHS[token % PATHS.length] ?? '/', rig.origin);
        const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json', 'X-Request-Id': `${token}` };
        const bytes = message({ method: 'GET', url, headers });
        const request = { origin: rig.origin, title: 'page', bytes, expects: 200, repeatable: true, reads: false };
        pool.submit({
          request,
          intended: now,
          sent: 0,
          tries: 0,
          keep: false,
          settle: (ticket, _, at) => {
            for (const histogram of histograms) histogram.recordValue(Math.round((at - ticket.intended) * 1000));
            answered += 1;
            next();
          },
        });
      };
      for (let user = 0; user < CONNECTIONS; user += 1) next();
    });
    await pool.close('done');
    return answered;
  });

/**
 * How far the arrivals at the server are from N(t), on the average over tenths of a second, in per cent of all of them;
 * or how far their number is from that of the schedule, if that is more.
 */
async function arrivalError(shape: readonly { duration: string; rate: number; rampTo?: number }[]): Promise<number> {
  const { arrivals } = await observed({ model: 'open', stages: shape });
  let startMs = 0;
  const stages = shape.map(({ duration, rate, rampTo }, index): Stage => {
    const durationMs = Number.parseFloat(duration) * 1000;
    const stage = { name: `${index}`, startMs, durationMs, from: rate, to: rampTo ?? rate, warmUp: false };
    startMs += durationMs;
    return stage;
  });
  const { total, dueAt } = schedule(stages);
  // Both clocks are the same, but not their zero: what most arrivals agree on is the start of the schedule.
  const offsets = arrivals.slice(0, total).map((at, index) => at - dueAt(index));
  const first = offsets.sort((a, b) => a - b)[Math.floor(offsets.length / 2)] ?? 0;
  let off = 0;
  let looks = 0;
  let due = 0;
  let come = 0;
  for (let at = 100; at < startMs; at += 100) {
    while (due < total && dueAt(due) < at) due += 1;
    while (come < arrivals.length && (arrivals[come] ?? 0) - first < at) come += 1;
    off += Math.abs(come - due);
    looks += 1;
  }
  return (Math.max(off / looks, Math.abs(arrivals.length - total)) / total) * 100;
}

const observed = (profile: object) =>
  withRig(async (rig) => {
    const recording = await runProfile(rig, profile);
    return { recording, arrivals: await rig.arrivals() };
  });

async function binVariation(): Promise<number> {
  const { arrivals } = await observed({ model: 'open', stages: [{ duration: `${SECONDS}s`, rate: 500 }] });
  const first = arrivals[0] ?? 0;
  const bins = Array.from({ length: SECONDS * 100 }, () => 0);
  for (const at of arrivals) {
    const bin = Math.floor((at - first) / 10);
    if (bin < bins.length) bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const mean = bins.reduce((sum, count) => sum + count, 0) / bins.length;
  return Math.sqrt(bins.reduce((sum, count) => sum + (count - mean) ** 2, 0) / bins.length) / mean;
}

/** Five seconds at 500/s, of which the server sleeps one: a fifth of the requests waits from 0 to 1,000 ms. */
const stalled = (percent: number, analyticMs: number) => () =>
  withRig(async (rig) => {
    await rig.tell({ stallMs: 1000, afterArrivals: 750 });
    const recording = await runProfile(rig, { model: 'open', stages: [{ duration: '5s', rate: 500 }] });
    const response = mergeSpreads(recording.requests.map((line) => line.response));
    return percentileMs(histogramOf(response), percent) / analyticMs;
  });

const misattributed = () =>
  withRig(async ({ origin }) => {
    const pool = await openPool({ origin, connections: 10, timeout: 10_000, backlog: 10_000 });
    const count = 5000;
    let wrong = 0;
    await Promise.all(
      Array.from(
        { length: count },
        (_, index) =>
          new Promise<void>((resolve) => {
            const path = `/echo/${index}`;
            const bytes = message({ method: 'GET', url: new URL(path, origin), headers: {} });
            pool.submit({
              request: { origin, title: 'echo', bytes, expects: 200, repeatable: true, reads: true },
              intended: performance.now(),
              sent: 0,
              tries: 0,
              keep: true,
              settle: (_ticket, outcome) => {
                if (outcome.kind !== 'answered' || outcome.answer.body.toString() !== path) wrong += 1;
                resolve();
              },
            });
          }),
      ),
    );
    await pool.close('done');
    return (wrong / count) * 100;
  });

const atMost = (limit: number) => (figure: number) => figure <= limit;

/** The rows of the load tester, each against the limit of its design. */
export const rows: readonly Row[] = [
  {
    title: 'load: throughput, static mix, closed model, all recording on ÷ plain autocannon',
    unit: 'ratio',
    limit: '≥ 0.85',
    holds: (figure) => figure >= 0.85,
    measure: () => inTurn(ours, plain, ({ answered }) => answered),
  },
  {
    title: 'load: CPU per request, headers and tokens of its own ÷ plain autocannon',
    unit: 'ratio',
    limit: '≤ 2.0',
    holds: atMost(2),
    measure: () => inTurn(oursWithTokens, plain, ({ cpuUs, answered }) => cpuUs / answered),
  },
  ...(
    [
      ['constant', [{ duration: '4s', rate: 1000 }]],
      ['ramp', [{ duration: '4s', rate: 100, rampTo: 2000 }]],
      [
        'spike',
        [
          { duration: '1.5s', rate: 300 },
          { duration: '1s', rate: 3000 },
          { duration: '1.5s', rate: 300 },
        ],
      ],
    ] as const
  ).map(
    ([name, stages]): Row => ({
      title: `load: arrival-rate error, ${name}`,
      unit: '%',
      limit: '≤ 0.2 %',
      holds: atMost(0.2),
      measure: () => arrivalError(stages),
    }),
  ),
  {
    title: 'load: coefficient of variation of 10 ms bins at 500/s',
    unit: 'ratio',
    limit: '≤ 0.15',
    holds: atMost(0.15),
    measure: binVariation,
  },
  {
    title: 'load: p90 after a stall ÷ analytic',
    unit: 'ratio',
    limit: '1 ± 0.10',
    holds: (figure) => Math.abs(figure - 1) <= 0.1,
    measure: stalled(90, 500),
  },
  {
    title: 'load: p99 after a stall ÷ analytic',
    unit: 'ratio',
    limit: '1 ± 0.03',
    holds: (figure) => Math.abs(figure - 1) <= 0.03,
    measure: stalled(99, 950),
  },
  {
    title: 'load: answers given to the wrong request, server closing connections',
    unit: '%',
    limit: '0 %',
    holds: (figure) => figure === 0,
    measure: misattributed,
  },
];
