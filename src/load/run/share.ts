import type { LoadPoint } from '../../schema/types.js';
import { type Limiter, limiter, openPool, type Pool, unlimited } from '../engine/index.js';
import { cycle, type Plan, peak } from '../profile/index.js';
import { Recorder, type Recording, startGauge } from '../record/index.js';
import { type FlowData, urlsOf, visitsOf } from '../scenario/index.js';
import { crew } from './closed.js';
import { pace } from './open.js';
import { seeded } from './random.js';
import { Timers } from './timers.js';
import { thinkTime, Visitor, type World } from './visitor.js';

/** What one generator is to do; plain data, so that it can be handed to a worker. */
export interface Share {
  readonly plan: Plan;
  /** What each scenario of the plan needs, in the same order. */
  readonly flows: readonly FlowData[];
  readonly index: number;
  readonly of: number;
  /** The most requests a second of all generators together, from the target's permission. */
  readonly maxPerSecond?: number;
}

export interface ShareHooks {
  /** Called when the connections are open; the schedule starts when it resolves. */
  readonly ready?: () => Promise<void>;
  /** Called every second with what happened in it. */
  readonly point?: (point: LoadPoint) => void;
  /** Ends the run: no more starts, a short time for what is under way, and a recording of what there is. */
  readonly signal?: AbortSignal;
}

const INTERVAL_MS = 1000;
const INTERRUPTED_DRAIN_MS = 1000;
const LOOK_MS = 10;

/** Runs one generator's share of a plan in this thread, and resolves with what it recorded. */
export async function runShare(share: Share, { ready, point, signal }: ShareHooks = {}): Promise<Recording> {
  const { plan } = share;
  const limit: Limiter = share.maxPerSecond === undefined ? unlimited : limiter(share.maxPerSecond / share.of);
  let began = performance.now();
  const now = (): number => performance.now() - began;
  const pools = await openPools(share, limit, now);
  await ready?.();

  began = performance.now();
  const recorder = new Recorder(plan, INTERVAL_MS);
  const timers = new Timers();
  const random = seeded(plan.seed + share.index);
  const { sample } = plan;
  const world: World = { recorder, pools, timers, now, random, sample, active: 0 };
  const gauge = startGauge();
  const close = (): void => {
    const closed = recorder.closePoint(now(), gauge.read());
    point?.(closed);
  };
  const ticking = setInterval(close, INTERVAL_MS);

  const source = start(share, world);
  const stop = (): void => source.stop();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  await source.done;

  const patience = signal?.aborted ? Math.min(plan.drainMs, INTERRUPTED_DRAIN_MS) : plan.drainMs;
  await drained(world, now() + patience, signal);
  signal?.removeEventListener('abort', stop);
  timers.clear();
  const reason = signal?.aborted ? 'interrupted' : 'the run had ended';
  const counts = await Promise.all(
    [...pools.values()].map(async (pool) => {
      await pool.close(reason);
      return pool.counts;
    }),
  );
  clearInterval(ticking);
  close();
  gauge.stop();
  return recorder.recording({
    connected: counts.reduce((sum, { connected }) => sum + connected, 0),
    connectFailures: counts.reduce((sum, { connectFailures }) => sum + connectFailures, 0),
    resent: counts.reduce((sum, { resent }) => sum + resent, 0),
  });
}

async function openPools(
  { plan, flows, index, of }: Share,
  limit: Limiter,
  now: () => number,
): Promise<Map<string, Pool>> {
  const origins = [...new Set(flows.flatMap(urlsOf).map((url) => new URL(url).origin))];
  const connections = Math.max(1, Math.floor(plan.connections / of) + (index < plan.connections % of ? 1 : 0));
  const backlog = Math.min(100_000, Math.max(1000, Math.ceil((peak(plan) * 10) / of)));
  const pools = await Promise.all(
    origins.map((origin) => openPool({ origin, connections, timeout: plan.timeoutMs, backlog, limit, now })),
  );
  return new Map(
    origins.map((origin, at) => [origin, pools[at]]).filter((entry): entry is [string, Pool] => !!entry[1]),
  );
}

function start(share: Share, world: World): { readonly done: Promise<void>; readonly stop: () => void } {
  const { plan, flows, index, of } = share;
  const { now, random, recorder } = world;
  const order = cycle(plan.scenarios.map(({ weight }) => weight));
  const entries = plan.scenarios.map((scenario, at) => {
    const data = flows[at];
    if (!data) throw new Error(`Scenario ${scenario.name} was not surveyed`);
    return { scenario: scenario.name, thinkMs: scenario.thinkMs, newVisit: visitsOf(data, now) };
  });
  const begin = (count: number, dueAt: number, done?: () => void): number => {
    const entry = entries[order[count % order.length] ?? 0];
    if (!entry) return 0;
    recorder.started(entry.scenario, dueAt, now() - dueAt);
    new Visitor(world, entry, dueAt, done).start();
    return entry.thinkMs;
  };
  const after = (ms: number, call: () => void): void => {
    if (ms === 0) setImmediate(call);
    else setTimeout(call, ms);
  };
  const common = { stages: plan.stages, share: { index, of }, now, after };
  if (plan.model === 'open') return pace({ ...common, arrive: (count, dueAt) => begin(count, dueAt) });
  const thinks = new Map<number, number>();
  return crew({
    ...common,
    after: (ms, call) => (ms === 0 ? setImmediate(call) : world.timers.after(ms, call)),
    // Users begin at different places of the cycle, so that they do not all ask for the same thing at once.
    visit: (user, turn, done) => thinks.set(user, begin(user * 7 + turn, now(), done)),
    between: (user) => {
      const think = thinks.get(user) ?? 0;
      return think === 0 ? 0 : thinkTime(think, random());
    },
  });
}

/** Waits until nothing is under way, or time is up, or a second interruption asks for the end at once. */
async function drained(world: World, until: number, signal: AbortSignal | undefined): Promise<void> {
  const already = signal?.aborted ?? false;
  let end = until;
  while (world.active > 0 && world.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (!already && signal?.aborted) end = Math.min(end, world.now() + INTERRUPTED_DRAIN_MS);
  }
}
