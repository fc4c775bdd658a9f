import type { LoadReport } from '../../schema/types.js';
import { newHistogram, spreadOf } from '../record/index.js';
import { tallied } from '../threshold/index.js';
import { endOf, type Standing } from './standing.js';

interface SoFarOptions {
  readonly target: LoadReport['target'];
  readonly environment: LoadReport['environment'];
  readonly version: string;
  readonly startedAt: Date;
}

/** A report of what is known of a run so far; what only its end tells is empty. */
export function reportSoFar(standing: Standing, options: SoFarOptions): LoadReport | undefined {
  const { plan, points, counted } = standing;
  if (!plan || points.length === 0) return undefined;
  const none = spreadOf(newHistogram());
  const seconds = counted.reduce((sum, { durationMs = 1000 }) => sum + durationMs, 0) / 1000;
  const totals = tallied(counted);
  const { name, model, description, timeoutMs, connections, sample, seed, engine } = plan;
  return {
    tool: { name: 'assay', version: options.version },
    profile: {
      name,
      model,
      ...(description === undefined ? {} : { description }),
      timeoutMs,
      connections,
      sample,
      seed,
      engine,
    },
    target: options.target,
    startedAt: options.startedAt.toISOString(),
    durationMs: endOf(points),
    measuredMs: Math.max(1, seconds * 1000),
    runs: 1,
    environment: options.environment,
    outcome: 'held',
    trustworthy: true,
    doubts: [],
    totals,
    throughput: seconds === 0 ? 0 : totals.answered / seconds,
    response: { ...standing.response, histogram: '' },
    service: none,
    lag: none,
    scenarios: [],
    requests: [],
    stages: plan.stages.map((stage) => ({ ...stage, tally: totals, response: none })),
    series: { intervalMs: 1000, points: [...points] },
    thresholds: standing.verdicts(),
    problems: [],
    connections: { connected: 0, connectFailures: 0, resent: 0 },
    samples: {},
  };
}
