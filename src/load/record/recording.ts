import type { LoadReport, LoadTally } from '../../schema/types.js';
import { mergeSpreads } from './histogram.js';
import { mergeSeries } from './series.js';
import { mergeTallies } from './tally.js';

/** What one generator recorded: the part of a report that can be added up. */
export type Recording = Pick<
  LoadReport,
  'scenarios' | 'requests' | 'stages' | 'series' | 'problems' | 'connections'
>;

/**
 * Recordings of generators that shared a load, or of runs one after the other, as one. Histograms
 * are added exactly.
 */
export function mergeRecordings(all: readonly Recording[]): Recording {
  const [only] = all;
  if (only && all.length === 1) return only;
  const tally = (some: readonly { readonly tally: LoadTally }[]) =>
    mergeTallies(some.map((one) => one.tally));
  return {
    scenarios: merged(
      all.flatMap(({ scenarios }) => scenarios),
      ['name'],
      (same) => ({
        started: sum(same.map(({ started }) => started)),
        completed: sum(same.map(({ completed }) => completed)),
        abandoned: sum(same.map(({ abandoned }) => abandoned)),
      }),
    ),
    requests: merged(
      all.flatMap(({ requests }) => requests),
      ['scenario', 'title'],
      (same) => ({
        tally: tally(same),
        lag: mergeSpreads(same.map(({ lag }) => lag)),
        firstByte: mergeSpreads(same.flatMap(({ firstByte }) => firstByte ?? [])),
        service: mergeSpreads(same.map(({ service }) => service)),
        response: mergeSpreads(same.map(({ response }) => response)),
      }),
    ),
    stages: merged(
      all.flatMap(({ stages }) => stages),
      ['name', 'startMs'],
      (same) => ({
        tally: tally(same),
        response: mergeSpreads(same.map(({ response }) => response)),
      }),
    ),
    series: mergeSeries(all.map(({ series }) => series)),
    problems: merged(
      all.flatMap(({ problems }) => problems),
      ['title', 'problem'],
      (same) => ({
        count: sum(same.map(({ count }) => count)),
      }),
    ).slice(0, 100),
    connections: {
      connected: sum(all.map(({ connections }) => connections.connected)),
      connectFailures: sum(all.map(({ connections }) => connections.connectFailures)),
      resent: sum(all.map(({ connections }) => connections.resent)),
      connect: mergeSpreads(all.flatMap(({ connections }) => connections.connect ?? [])),
      tls: mergeSpreads(all.flatMap(({ connections }) => connections.tls ?? [])),
    },
  };
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/**
 * Items with the same keys as one, in the order in which they came; `of` adds up what the keys do
 * not tell.
 */
function merged<T>(
  items: readonly T[],
  keys: readonly (keyof T)[],
  of: (same: readonly T[]) => Partial<T>,
): T[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = JSON.stringify(keys.map((name) => item[name]));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()].map((same) =>
    same.length === 1 ? same[0] : { ...same[0], ...of(same) },
  );
}
