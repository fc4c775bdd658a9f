import autocannon from 'autocannon';
import { Pool } from 'undici';
import type { EngineName } from '../src/load/engine/engines.js';
import { openOutputs } from '../src/load/output/index.js';
import { Metrics } from '../src/load/output/metrics.js';
import type { Observed } from '../src/load/record/observer.js';
import type { Measurements } from '../src/load/record/recording.js';
import { mergeTallies } from '../src/load/record/tally.js';
import type { LoadPoint } from '../src/schema/types.js';
import { PATHS, type Rig, type RigOptions, runProfile, shareOf, withRig } from './load-rig.js';

/** One slice of a comparison: sides take turns, so that a slow moment of the machine meets both. */
export const SLICE_SECONDS = 2;
const SLICES = 4;
/**
 * Until the compiler is done with both sides: the side that is measured first must not pay for it.
 */
const WARM_SLICES = 2;
export const CONNECTIONS = 20;

export interface Cost {
  /** Requests answered in a slice. */
  readonly answered: number;
  readonly cpuUs: number;
}

/** Requests answered and CPU time used by something that loads the rig for one slice. */
export async function cost(load: () => Promise<number>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const answered = await load();
  const { user, system } = process.cpuUsage(cpu);
  return { answered, cpuUs: user + system };
}

/**
 * A figure of one side ÷ the same of the other: the median over slices in turn, each side first in
 * every other one.
 */
export function inTurn(
  one: (rig: Rig) => Promise<Cost>,
  other: (rig: Rig) => Promise<Cost>,
  of: (cost: Cost) => number,
) {
  return withRig(async (rig) => {
    const ratios: number[] = [];
    for (let slice = 0; slice < WARM_SLICES + SLICES; slice += 1) {
      const costs = new Map<typeof one, Cost>();
      for (const side of slice % 2 === 0 ? [one, other] : [other, one])
        costs.set(side, await side(rig));
      const [a, b] = [costs.get(one), costs.get(other)];
      if (a && b && slice >= WARM_SLICES) ratios.push(of(a) / of(b));
    }
    const middle = ratios.sort((a, b) => a - b).slice(SLICES / 2 - 1, SLICES / 2 + 1);
    return middle.reduce((sum, ratio) => sum + ratio, 0) / middle.length;
  });
}

/** autocannon as it comes, with statistics of its own. */
export const plainAutocannon = (rig: Rig) =>
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

/** undici without anything added: a pool with a number of loops that send requests. */
export const plainUndici = (rig: Rig) =>
  cost(async () => {
    const pool = new Pool(rig.origin, { connections: CONNECTIONS, pipelining: 1 });
    const end = performance.now() + SLICE_SECONDS * 1000;
    let answered = 0;
    const user = async (first: number): Promise<void> => {
      for (let turn = first; performance.now() < end; turn += 1) {
        const { body } = await pool.request({
          method: 'GET',
          path: PATHS[turn % PATHS.length] ?? '/',
        });
        await body.dump();
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, first) => user(first)));
    await pool.close();
    return answered;
  });

export const closed = {
  model: 'closed',
  stages: [{ duration: `${SLICE_SECONDS}s`, users: CONNECTIONS }],
};
const answeredIn = (recording: Measurements): number =>
  mergeTallies(recording.requests.map(({ tally }) => tally)).answered;

export const ours =
  (engine: EngineName, options: RigOptions = {}) =>
  (rig: Rig) =>
    cost(async () => answeredIn(await runProfile(rig, closed, { engine, ...options })));

/**
 * Everything that outputs can show: each request as a line, and the durations as metrics of every
 * second.
 */
export async function oursWithOutputs(rig: Rig) {
  const options = {
    cwd: '/',
    samples: Number.POSITIVE_INFINITY,
    version: '0',
    target: 'bench',
    environment: {},
  };
  const [samples] = await openOutputs(['ndjson=/dev/null'], options);
  const metrics = new Metrics();
  return cost(async () => {
    const { plan } = shareOf(rig, closed);
    const point = { atMs: 0, started: 0, dropped: 0, planned: 0 } as LoadPoint;
    const observed = (seen: Observed): void => {
      const second = { plan, point, observed: seen, began: new Date() };
      samples?.second(second);
      metrics.add(second);
      JSON.stringify(metrics.list());
    };
    const observe = { samples: Number.POSITIVE_INFINITY, durations: true };
    const answered = answeredIn(await runProfile(rig, closed, { observe, observed }));
    await samples?.close();
    return answered;
  });
}
