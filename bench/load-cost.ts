import autocannon from 'autocannon';
import { type EngineName, message, openPool } from '../src/load/engine/index.js';
import { openOutputs } from '../src/load/output/index.js';
import {
  mergeTallies,
  newHistogram,
  type Observed,
  Observer,
  Recorder,
  type Recording,
} from '../src/load/record/index.js';
import type { LoadPoint } from '../src/schema/types.js';
import { PATHS, type Rig, type RigOptions, runProfile, shareOf, withRig } from './load-rig.js';

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
export function inTurn(
  one: (rig: Rig) => Promise<Cost>,
  other: (rig: Rig) => Promise<Cost>,
  of: (cost: Cost) => number,
) {
  return withRig(async (rig) => {
    const ratios: number[] = [];
    for (let slice = 0; slice < WARM_SLICES + SLICES; slice += 1) {
      const ratio = of(await one(rig)) / of(await other(rig));
      if (slice >= WARM_SLICES) ratios.push(ratio);
    }
    return ratios.sort((a, b) => a - b)[Math.floor(SLICES / 2)] ?? Number.NaN;
  });
}

export const plain = (rig: Rig) =>
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

export const ours =
  (engine: EngineName, options: RigOptions = {}) =>
  (rig: Rig) =>
    cost(async () => answeredIn(await runProfile(rig, closed, { engine, ...options })));

/** Everything that outputs can show: each request as a line, and the durations as a scrape of every second. */
export async function oursWithOutputs(rig: Rig) {
  const opened = await openOutputs(['ndjson=/dev/null', 'prometheus=0'], {
    ...{ cwd: '/', samples: Number.POSITIVE_INFINITY, version: '0', target: 'bench' },
  });
  return cost(async () => {
    const { plan } = shareOf(rig, closed);
    const point = { atMs: 0, started: 0, dropped: 0, planned: 0 } as LoadPoint;
    const observed = (seen: Observed): void => {
      for (const output of opened) output.second({ plan, point, observed: seen, began: new Date() });
    };
    const observe = { samples: Number.POSITIVE_INFINITY, durations: true };
    const answered = answeredIn(await runProfile(rig, closed, { observe, observed }));
    await Promise.all(opened.map((output) => output.close()));
    return answered;
  });
}

/** The heap after a million requests ÷ that after a hundred thousand, of all that a generator keeps of them. */
export async function heapGrowth(): Promise<number | { readonly unavailable: string }> {
  const { gc } = globalThis;
  if (!gc) return { unavailable: 'node --expose-gc dist/bench/main.js' };
  const { plan } = shareOf({ origin: 'http://127.0.0.1' } as Rig, closed);
  const observer = new Observer({ samples: 100, durations: true }, Math.random);
  const recorder = new Recorder(plan, 1000, observer);
  const url = new URL('http://127.0.0.1/');
  const sent = message({ method: 'GET', url, headers: {} });
  const request = { origin: url.origin, title: 'page', message: sent, expects: 200, repeatable: true, reads: false };
  const answer = { status: 200, headers: [], body: Buffer.alloc(0), size: 1 };
  const calm = { loopDelayP99: 0, utilization: 0, cpu: 0, rssMb: 0 };
  let early = 0;
  for (let turn = 1; turn <= 1_000_000; turn += 1) {
    const intended = turn / 10;
    const account = recorder.offered('first-page', request, intended);
    const times = { intended, sent: intended + 1, firstByte: intended + 2 };
    const ticket = { request, ...times, tries: 1, keep: false, settle: () => {} };
    recorder.settled(account, ticket, { kind: 'answered', answer }, intended + 3 + (turn % 100));
    if (turn % 10_000 === 0) {
      recorder.closePoint(intended, calm);
      observer.take();
    }
    if (turn === 100_000) {
      gc();
      early = process.memoryUsage().heapUsed;
    }
  }
  gc();
  return process.memoryUsage().heapUsed / early;
}

/** Every request with headers of its own, written anew each time, as with tokens that change. */
export const oursWithTokens = (rig: Rig) =>
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
        const sent = message({ method: 'GET', url, headers });
        const request = {
          origin: rig.origin,
          title: 'page',
          message: sent,
          expects: 200,
          repeatable: true,
          reads: false,
        };
        pool.submit({
          request,
          intended: now,
          sent: 0,
          firstByte: 0,
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
