/** Merges the measurements of several load generators. */

import type { LoadReport } from '../../schema/types.js';
import { mergeCounts } from './counts.js';
import { mergeSpreads } from './histogram.js';
import { mergeSeries } from './series.js';
import { addCounts, mergeTallies } from './tally.js';

/** The members of a report that can be merged. */
export type Measurements = Pick<
  LoadReport,
  | 'scenarios'
  | 'requests'
  | 'stages'
  | 'series'
  | 'problems'
  | 'connections'
  | 'captured'
  | 'pending'
  | 'remarks'
>;

/**
 * Merges the measurements of generators that shared a load, or of runs that followed each other.
 * Histograms are merged exactly.
 */
export function mergeMeasurements(all: readonly Measurements[]): Measurements {
  const [only] = all;
  if (only && all.length === 1) return only;
  const captured = mergeByKeys(
    all.flatMap((one) => one.captured ?? []),
    ['scenario', 'title', 'name'],
    (same) => ({ counts: mergeCounts(same.map(({ counts }) => counts)) }),
  );
  const remarks = [...new Set(all.flatMap((one) => one.remarks ?? []))];
  return {
    scenarios: mergeScenarios(all),
    requests: mergeRequests(all),
    stages: mergeByKeys(
      all.flatMap(({ stages }) => stages),
      ['name', 'startMs', 'scenario'],
      (same) => ({
        tally: mergeTallies(same.map(({ tally }) => tally)),
        response: mergeSpreads(same.map(({ response }) => response)),
      }),
    ),
    series: mergeSeries(all.map(({ series }) => series)),
    problems: mergeByKeys(
      all.flatMap(({ problems }) => problems),
      ['title', 'problem'],
      (same) => ({ count: sum(same.map(({ count }) => count)) }),
    ).slice(0, MAX_PROBLEMS),
    ...(captured.length === 0 ? {} : { captured }),
    ...(all.every(({ pending }) => pending === undefined)
      ? {}
      : { pending: sum(all.map(({ pending = 0 }) => pending)) }),
    ...(remarks.length === 0 ? {} : { remarks }),
    connections: mergeConnections(all.map(({ connections }) => connections)),
  };
}

/** The most problems of a report. Each generator has the same limit. */
const MAX_PROBLEMS = 100;

const mergeScenarios = (all: readonly Measurements[]): Measurements['scenarios'] =>
  mergeByKeys(
    all.flatMap(({ scenarios }) => scenarios),
    ['name'],
    (same) => ({
      started: sum(same.map(({ started }) => started)),
      completed: sum(same.map(({ completed }) => completed)),
      abandoned: sum(same.map(({ abandoned }) => abandoned)),
      ...mergeReasons(same),
    }),
  );

function mergeReasons(all: readonly Measurements['scenarios'][number][]): {
  reasons?: Record<string, number>;
} {
  const reasons: Record<string, number> = {};
  for (const one of all) addCounts(reasons, one.reasons ?? {});
  return Object.keys(reasons).length === 0 ? {} : { reasons };
}

const mergeRequests = (all: readonly Measurements[]): Measurements['requests'] =>
  mergeByKeys(
    all.flatMap(({ requests }) => requests),
    ['scenario', 'title'],
    (same) => ({
      tally: mergeTallies(same.map(({ tally }) => tally)),
      lag: mergeSpreads(same.map(({ lag }) => lag)),
      firstByte: mergeSpreads(same.flatMap(({ firstByte }) => firstByte ?? [])),
      service: mergeSpreads(same.map(({ service }) => service)),
      response: mergeSpreads(same.map(({ response }) => response)),
    }),
  );

/** The counts of connections, without the times to open them. */
export type ConnectionCounts = Omit<Measurements['connections'], 'connect' | 'tls'>;

export function sumOfConnections(all: readonly ConnectionCounts[]): ConnectionCounts {
  const refusals: Record<string, number> = {};
  for (const one of all) addCounts(refusals, one.refusals ?? {});
  return {
    connected: sum(all.map(({ connected }) => connected)),
    connectFailures: sum(all.map(({ connectFailures }) => connectFailures)),
    resent: sum(all.map(({ resent }) => resent)),
    ...(Object.keys(refusals).length === 0 ? {} : { refusals }),
  };
}

const mergeConnections = (
  all: readonly Measurements['connections'][],
): Measurements['connections'] => ({
  ...sumOfConnections(all),
  connect: mergeSpreads(all.flatMap(({ connect }) => connect ?? [])),
  tls: mergeSpreads(all.flatMap(({ tls }) => tls ?? [])),
});

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/**
 * Merges the items that have equal values in the members `keys`. The results have the order of the
 * first items.
 */
function mergeByKeys<T>(
  items: readonly T[],
  keys: readonly (keyof T)[],
  mergeMembers: (same: readonly T[]) => Partial<T>,
): T[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = JSON.stringify(keys.map((name) => item[name]));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()].map((same) =>
    same.length === 1 ? same[0] : { ...same[0], ...mergeMembers(same) },
  );
}
