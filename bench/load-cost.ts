import autocannon from 'autocannon';
import { message, openPool } from '../src/load/engine/index.js';
import { mergeTallies, newHistogram, type Recording } from '../src/load/record/index.js';
import { PATHS, type Rig, runProfile, withRig } from './load-rig.js';

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

export const ours = (rig: Rig) => cost(async () => answeredIn(await runProfile(rig, closed)));

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
