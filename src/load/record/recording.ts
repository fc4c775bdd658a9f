import type { LoadReport } from '../../schema/types.js';
import { mergeSpreads } from './histogram.js';
import { mergeSeries } from './series.js';
import { mergeTallies } from './tally.js';

/** What one generator recorded: the part of a report that can be added up. */
export type Recording = Pick<LoadReport, 'scenarios' | 'requests' | 'stages' | 'series' | 'problems' | 'connections'>;

/** Recordings of generators that shared a load, or of runs one after the other, as one. Histograms are added exactly. */
export function mergeRecordings(all: readonly Recording[]): Recording {
  const [only] = all;
  if (only && all.length === 1) return only;
  return {
    scenarios: byKey(
      all.flatMap(({ scenarios }) => scenarios),
      ({ name }) => name,
    ).map(([first, ...rest]) =>
      rest.reduce(
        (sum, { started, completed, abandoned }) => ({
          name: sum.name,
          started: sum.started + started,
          completed: sum.completed + completed,
          abandoned: sum.abandoned + abandoned,
        }),
        first,
      ),
    ),
    requests: byKey(
      all.flatMap(({ requests }) => requests),
      ({ scenario, title }) => JSON.stringify([scenario, title]),
    ).map((lines) => ({
      scenario: lines[0].scenario,
      title: lines[0].title,
      tally: mergeTallies(lines.map(({ tally }) => tally)),
      lag: mergeSpreads(lines.map(({ lag }) => lag)),
      firstByte: mergeSpreads(lines.flatMap(({ firstByte }) => firstByte ?? [])),
      service: mergeSpreads(lines.map(({ service }) => service)),
      response: mergeSpreads(lines.map(({ response }) => response)),
    })),
    stages: byKey(
      all.flatMap(({ stages }) => stages),
      ({ name, startMs }) => JSON.stringify([name, startMs]),
    ).map((stages) => ({
      ...stages[0],
      tally: mergeTallies(stages.map(({ tally }) => tally)),
      response: mergeSpreads(stages.map(({ response }) => response)),
    })),
    series: mergeSeries(all.map(({ series }) => series)),
    problems: byKey(
      all.flatMap(({ problems }) => problems),
      ({ title, problem }) => JSON.stringify([title, problem]),
    )
      .map((same) => ({ ...same[0], count: same.reduce((sum, { count }) => sum + count, 0) }))
      .slice(0, 100),
    connections: connectionsOf(all.map(({ connections }) => connections)),
  };
}

function connectionsOf(all: readonly Recording['connections'][]): Recording['connections'] {
  const sum = (of: (one: Recording['connections']) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    connected: sum(({ connected }) => connected),
    connectFailures: sum(({ connectFailures }) => connectFailures),
    resent: sum(({ resent }) => resent),
    connect: mergeSpreads(all.flatMap(({ connect }) => connect ?? [])),
    tls: mergeSpreads(all.flatMap(({ tls }) => tls ?? [])),
  };
}

/** Items with the same key together, in the order in which their keys came. */
function byKey<T>(items: readonly T[], key: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}
