/** Runs one generator's share of a load plan. */

import { randomFrom } from '../../random.js';
import type { LoadPoint } from '../../schema/types.js';
import type { Target } from '../../settings/index.js';
import { type Limiter, limiter } from '../engine/limiter.js';
import { openPool, type Pool } from '../engine/pool.js';
import type { Opening } from '../engine/wire.js';
import { cycle } from '../profile/cycle.js';
import { type Lane, lanesOf, type Plan, peak } from '../profile/plan.js';
import { poisson, schedule } from '../profile/schedule.js';
import { pauseMs, type Think } from '../profile/think.js';
import { startGauge } from '../record/gauge.js';
import { type Observed, type ObserveOptions, Observer } from '../record/observer.js';
import { Recorder } from '../record/recorder.js';
import { type Measurements, sumOfConnections } from '../record/recording.js';
import { type FlowData, originsOf } from '../scenario/data.js';
import { visitsOf } from '../scenario/visits.js';
import { runUsers } from './closed.js';
import { startArrivals } from './open.js';
import { Timers } from './timers.js';
import { type Entry, type VisitContext, Visitor } from './visitor.js';

export interface ShareOptions {
  /**
   * The target file has connection settings, and decides which rules test responses. Without a
   * target file the connection is direct, and no rules test the responses.
   */
  readonly target?: Target | undefined;
  /** The requests per second that the target file permits to all generators together. */
  readonly maxPerSecond?: number | undefined;
  /** The data to collect about single requests. By default none is collected. */
  readonly observe?: ObserveOptions | undefined;
}

/** A share is plain data, so that it can be sent to a worker. */
export interface Share extends ShareOptions {
  readonly plan: Plan;
  /** The requests of each scenario of the plan, in the same order. */
  readonly flows: readonly FlowData[];
  /** The number of this generator, counted from 0. */
  readonly index: number;
  /** The number of generators. */
  readonly of: number;
}

export interface ShareHooks {
  /**
   * The function is called once: when all connections are open or have failed, or after two
   * seconds. The schedule starts when the returned promise resolves.
   */
  readonly ready?: () => void | Promise<void>;
  /** The function is called every second, and once more when the run has ended. */
  readonly point?: (point: LoadPoint, observed?: Observed) => void;
  /**
   * Ends the run: nothing more is started, pending requests get at most a second to complete, and
   * the measurements so far are returned.
   */
  readonly signal?: AbortSignal;
}

/** The length of the intervals for which measurements are reported. */
const INTERVAL_MS = 1000;

/** The time for pending requests after an interruption. */
const INTERRUPTED_DRAIN_MS = 1000;

/**
 * At this interval `drain` tests whether all visits have ended. A visit is one run of a scenario.
 */
const DRAIN_CHECK_MS = 10;

/** Sends this generator's share of the requests, and returns the measurements of the share. */
export async function runShare(
  share: Share,
  { ready, point, signal }: ShareHooks = {},
): Promise<Measurements> {
  const { plan } = share;
  const limit =
    share.maxPerSecond === undefined ? undefined : limiter(share.maxPerSecond / share.of);
  let began = performance.now();
  const now = (): number => performance.now() - began;
  const random = randomFrom(plan.seed + share.index);
  // The observer draws its own random numbers, so that it does not change the requests.
  const observer =
    share.observe && new Observer(share.observe, randomFrom(plan.seed + share.index));
  const recorder = new Recorder(plan, INTERVAL_MS, observer);
  const flows = flowsOf(share, now, random);
  // The rules are loaded before the first connection, because their files could not be opened if
  // the connections reached the limit of open files.
  const judge = share.target && (await import('./judge.js')).judgeBy(share.target);
  const pools = await openPools(share, limit, now, recorder);
  await ready?.();
  began = performance.now();
  const timers = new Timers();
  const { sample } = plan;
  const context: VisitContext = { recorder, pools, timers, now, random, sample, judge, active: 0 };
  const gauge = startGauge();
  const closePoint = (): void => {
    const closed = recorder.closePoint(now(), gauge.read());
    point?.(closed, observer?.take());
  };
  const pointTimer = setInterval(closePoint, INTERVAL_MS);

  const source = start(share, flows, context);
  const stop = (): void => {
    recorder.endSchedule(now());
    source.stop();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  await source.done;

  const drainMs = signal?.aborted ? Math.min(plan.drainMs, INTERRUPTED_DRAIN_MS) : plan.drainMs;
  await drain(context, now() + drainMs, signal);
  signal?.removeEventListener('abort', stop);
  timers.clear();
  const reason = signal?.aborted ? 'interrupted' : 'the run had ended';
  await Promise.all([...pools.values()].map((pool) => pool.close(reason)));
  clearInterval(pointTimer);
  closePoint();
  gauge.stop();
  return recorder.measurements(sumOfConnections([...pools.values()].map(({ counts }) => counts)));
}

async function openPools(
  { plan, flows, index, of, target }: Share,
  limit: Limiter | undefined,
  now: () => number,
  recorder: Recorder,
): Promise<Map<string, Pool>> {
  const connections = Math.max(
    1,
    Math.floor(plan.connections / of) + (index < plan.connections % of ? 1 : 0),
  );
  const peakLoad = lanesOf(plan).reduce((sum, lane) => sum + peak(lane), plan.breakpoint?.max ?? 0);
  // Room for the starts of ten seconds at the highest load. The upper limit bounds the memory.
  const backlog = Math.min(100_000, Math.max(1000, Math.ceil((peakLoad * 10) / of)));
  const { engine, http2, requestsPerConnection, timeoutMs: timeout } = plan;
  const opened = (opening: Opening): void => recorder.opened(opening);
  const options = {
    connections,
    timeout,
    backlog,
    limit,
    now,
    engine,
    http2,
    connection: target?.connection,
    opened,
    requestsPerConnection,
  };
  const origins = [...new Set(flows.flatMap(originsOf))];
  return new Map(
    await Promise.all(
      origins.map(async (origin) => [origin, await openPool({ origin, ...options })] as const),
    ),
  );
}

interface Runnable extends Entry {
  /** The pause of a virtual user between two visits. */
  readonly between: Think;
}

const NO_PAUSE: Think = { distribution: 'constant', meanMs: 0 };

/**
 * Prepares the scenarios before the measurement starts, because the first use of a scenario is
 * slow: it may compile a schema.
 */
function flowsOf(
  { plan, flows, index, of }: Share,
  now: () => number,
  random: () => number,
): ReadonlyMap<string, Runnable> {
  const entries = plan.scenarios.map(({ name, think }, at) => {
    const data = flows[at];
    if (!data) throw new Error(`The requests of scenario ${name} are missing`);
    const newVisit = visitsOf(data, { now, random, share: { index, of } });
    // In a scenario with steps each step has its own pause, so this pause applies only between
    // visits.
    const withinVisit = data.kind === 'steps' ? NO_PAUSE : think;
    return [name, { scenario: name, think: withinVisit, between: think, newVisit }] as const;
  });
  return new Map(entries);
}

interface Source {
  readonly done: Promise<void>;
  readonly stop: () => void;
}

/** Starts all schedules. `done` resolves when the last schedule has ended. */
function start(
  share: Share,
  entries: ReadonlyMap<string, Runnable>,
  context: VisitContext,
): Source {
  const sources = lanesOf(share.plan).map((lane) => startLane(share, lane, entries, context));
  return {
    done: Promise.all(sources.map(({ done }) => done)).then(() => {}),
    stop: () => {
      for (const source of sources) source.stop();
    },
  };
}

/** Starts one lane: scenarios that share one schedule. */
function startLane(
  { plan, index, of }: Share,
  { model, stages, scenarios }: Lane,
  entries: ReadonlyMap<string, Runnable>,
  context: VisitContext,
): Source {
  const { now, random, recorder } = context;
  const order = cycle(scenarios.map(({ weight }) => weight)).map((at) =>
    entries.get(scenarios[at]?.name ?? ''),
  );
  const begin = (count: number, dueAt: number, done?: () => void): Think | undefined => {
    const entry = order[count % order.length];
    if (!entry) return undefined;
    recorder.started(entry.scenario, dueAt, now() - dueAt);
    new Visitor(context, entry, dueAt, done).start();
    return entry.between;
  };
  const after = (ms: number, call: () => void): unknown =>
    ms === 0 ? setImmediate(call) : setTimeout(call, ms);
  const common = { stages, share: { index, of }, now, after };
  if (model === 'open') {
    // Every generator draws the same random distances and starts its share of the arrivals.
    const gap = plan.arrivals === 'poisson' ? poisson(randomFrom(plan.seed)) : undefined;
    return startArrivals({
      ...common,
      arrivals: schedule(stages, gap),
      arrive: (count, dueAt) => begin(count, dueAt),
    });
  }
  const thinks: (Think | undefined)[] = [];
  return runUsers({
    ...common,
    // Pauses of users may last longer than the run, so the run cancels these timers when it ends.
    after: (ms, call) => (ms === 0 ? setImmediate(call) : context.timers.after(ms, call)),
    // Users begin at different positions in the cycle of scenarios, so that they do not all send
    // the same request at once.
    visit: (user, turn, done) => {
      thinks[user] = begin(user + turn, now(), done);
    },
    between: (user) => {
      const think = thinks[user];
      return think === undefined || think.meanMs === 0 ? 0 : pauseMs(think, random);
    },
  });
}

/**
 * Waits for the end of all visits, but not longer than `until`. If the run is interrupted during
 * the wait, the wait ends within a second.
 */
async function drain(
  context: VisitContext,
  until: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const wasInterrupted = signal?.aborted ?? false;
  let end = until;
  while (context.active > 0 && context.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, DRAIN_CHECK_MS));
    if (!wasInterrupted && signal?.aborted)
      end = Math.min(end, context.now() + INTERRUPTED_DRAIN_MS);
  }
}
