/** Computes the values of metrics from the measurements of a run. */

import type { LoadSpread, LoadTally } from '../../schema/types.js';
import { type Column, percentileIn } from '../percentiles.js';
import { capturedOf, type Metric, timeOf } from '../profile/metric.js';
import type { Tags, Threshold } from '../profile/plan.js';
import { type Counts, meanOf, mergeCounts, percentileOf } from '../record/counts.js';
import { mergeSpreads } from '../record/histogram.js';
import type { Measurements } from '../record/recording.js';
import { failedRequestsIn, mergeTallies, sentOf, servedIn } from '../record/tally.js';

/** Metrics are computed from these measurements. */
export interface Measured {
  readonly tally: LoadTally;
  readonly response?: LoadSpread;
  readonly service?: LoadSpread;
  readonly lag?: LoadSpread;
  readonly firstByte?: LoadSpread;
  /** Captured numbers by name. */
  readonly captured?: Readonly<Record<string, Counts>>;
  /**
   * The visits that ended, of one scenario or of all. A scope with a request or tags does not
   * narrow them, because a visit may have several requests.
   */
  readonly visits?: Visits;
  readonly seconds: number;
}

interface Visits {
  readonly completed: number;
  readonly abandoned: number;
}

export const visitsIn = (all: readonly Partial<Visits>[]): Visits => ({
  completed: all.reduce((sum, { completed = 0 }) => sum + completed, 0),
  abandoned: all.reduce((sum, { abandoned = 0 }) => sum + abandoned, 0),
});

type Scope = Pick<Threshold, 'scenario' | 'request' | 'tags'>;

export const isOfWholeRun = ({ scenario, request, tags }: Scope): boolean =>
  scenario === undefined && request === undefined && tags === undefined;

const isWithin = (
  line: { readonly scenario: string; readonly title: string; readonly tags?: Tags },
  { scenario, request, tags = {} }: Scope,
): boolean =>
  (scenario === undefined || line.scenario === scenario) &&
  (request === undefined || line.title === request) &&
  Object.entries(tags).every(([name, value]) => line.tags?.[name] === value);

type Measurable = Pick<Measurements, 'requests' | 'captured'> &
  Partial<Pick<Measurements, 'scenarios'>>;

/** The merged measurements of the requests in a scope, by default of all requests. */
export function measuredOf(
  { requests, captured = [], scenarios = [] }: Measurable,
  seconds: number,
  scope: Scope = {},
): Measured {
  const lines = requests.filter((line) => isWithin(line, scope));
  // The seconds of each part are 0, because `mergeMeasured` does not use them.
  const counted = lines.map(({ tally, lag, service, response, firstByte }) => ({
    tally,
    lag,
    service,
    response,
    ...(firstByte === undefined ? {} : { firstByte }),
    seconds: 0,
  }));
  const values = captured
    .filter((line) => isWithin(line, scope))
    .map((line) => ({
      tally: NO_REQUESTS,
      captured: { [line.name]: mergeCounts([line.counts]) },
      seconds: 0,
    }));
  const visits = visitsIn(
    scenarios.filter(({ name }) => scope.scenario === undefined || name === scope.scenario),
  );
  return { ...mergeMeasured([...counted, ...values], seconds), visits };
}

const NO_REQUESTS = mergeTallies([]);

/** Histograms are merged without loss of precision. */
export const mergeMeasured = (all: readonly Measured[], seconds: number): Measured => ({
  tally: mergeTallies(all.map(({ tally }) => tally)),
  response: mergeSpreads(all.flatMap(({ response }) => response ?? [])),
  service: mergeSpreads(all.flatMap(({ service }) => service ?? [])),
  lag: mergeSpreads(all.flatMap(({ lag }) => lag ?? [])),
  firstByte: mergeSpreads(all.flatMap(({ firstByte }) => firstByte ?? [])),
  captured: mergeCaptured(all.flatMap(({ captured }) => (captured ? [captured] : []))),
  visits: visitsIn(all.flatMap(({ visits }) => visits ?? [])),
  seconds,
});

function mergeCaptured(all: readonly Readonly<Record<string, Counts>>[]): Record<string, Counts> {
  const names = new Set(all.flatMap((one) => Object.keys(one)));
  return Object.fromEntries(
    [...names].map((name) => [name, mergeCounts(all.map((one) => one[name] ?? []))]),
  );
}

/** A figure in milliseconds. The result is undefined if nothing was recorded. */
function columnOf(spread: LoadSpread | undefined, column: Column): number | undefined {
  if (spread === undefined || spread.count === 0) return undefined;
  return column === 'mean' || column === 'max' ? spread[column] : spread[percentileIn(column).key];
}

function numberOf(counts: Counts, column: Column): number | undefined {
  if (counts.length === 0) return undefined;
  if (column === 'mean') return meanOf(counts);
  return percentileOf(counts, column === 'max' ? 100 : percentileIn(column).percent);
}

/**
 * The value of a metric: a time in milliseconds, a share (0 to 1), a rate per second, or a captured
 * number in the unit of the response. The result is undefined if nothing was measured.
 */
export function measure(
  metric: Metric,
  { tally, seconds, captured = {}, visits, ...spreads }: Measured,
): number | undefined {
  const timed = timeOf(metric);
  if (timed) return columnOf(spreads[timed.time], timed.column);
  const value = capturedOf(metric);
  if (value) return numberOf(captured[value.name] ?? [], value.column);
  switch (metric) {
    case 'errors':
      return share(failedRequestsIn(tally), sentOf(tally));
    case 'timeouts':
      return share(tally.timedOut, sentOf(tally));
    case 'throttled':
      return share(tally.throttled, tally.answered);
    case 'dropped':
      return share(tally.dropped, tally.offered);
    case 'abandoned':
      return visits && share(visits.abandoned, visits.abandoned + visits.completed);
    case 'checks':
      return share(tally.checked - tally.wrong, tally.checked);
    default:
      return seconds > 0 ? servedIn(tally) / seconds : undefined;
  }
}

const share = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : part / whole;
