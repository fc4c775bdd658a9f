import type { LoadSpread, LoadTally } from '../../schema/types.js';
import { type Column, type Metric, type Threshold, timeOf } from '../profile/index.js';
import { failuresOf, mergeSpreads, mergeTallies, type Recording, sentOf } from '../record/index.js';

/** What metrics are taken from: counts, times, and the seconds that they cover. */
export interface Measured {
  readonly tally: LoadTally;
  readonly response?: LoadSpread;
  readonly service?: LoadSpread;
  readonly lag?: LoadSpread;
  readonly firstByte?: LoadSpread;
  readonly seconds: number;
}

/** What was measured of requests: of all, or of a scenario or a title alone. */
export function measuredOf(
  { requests }: Pick<Recording, 'requests'>,
  seconds: number,
  { scenario, request }: Pick<Threshold, 'scenario' | 'request'> = {},
): Measured {
  const lines = requests.filter(
    (line) =>
      (scenario === undefined || line.scenario === scenario) &&
      (request === undefined || line.title === request),
  );
  return mergeMeasured(
    lines.map((line) => ({ ...line, seconds: 0 })),
    seconds,
  );
}

/** Several of them added up; histograms exactly. */
export const mergeMeasured = (all: readonly Measured[], seconds: number): Measured => ({
  tally: mergeTallies(all.map(({ tally }) => tally)),
  response: mergeSpreads(all.flatMap(({ response }) => response ?? [])),
  service: mergeSpreads(all.flatMap(({ service }) => service ?? [])),
  lag: mergeSpreads(all.flatMap(({ lag }) => lag ?? [])),
  firstByte: mergeSpreads(all.flatMap(({ firstByte }) => firstByte ?? [])),
  seconds,
});

/** A column of a spread, in milliseconds. */
const columnOf = (spread: LoadSpread, column: Column): number =>
  column === 'p99.9' ? spread.p99_9 : spread[column];

/**
 * The value of a metric in milliseconds, as a share or a second; undefined where there is nothing
 * to take it from.
 */
export function measure(
  metric: Metric,
  { tally, seconds, ...spreads }: Measured,
): number | undefined {
  const timed = timeOf(metric);
  if (timed) {
    const spread = spreads[timed.time];
    return spread && spread.count > 0 ? columnOf(spread, timed.column) : undefined;
  }
  switch (metric) {
    case 'errors':
      return share(failuresOf(tally), sentOf(tally));
    case 'timeouts':
      return share(tally.timedOut, sentOf(tally));
    case 'throttled':
      return share(tally.throttled, tally.answered);
    case 'dropped':
      return share(tally.dropped, tally.offered);
    case 'checks':
      return share(tally.checked - tally.wrong, tally.checked);
    default:
      return seconds > 0 ? tally.answered / seconds : undefined;
  }
}

const share = (part: number, whole: number): number | undefined =>
  whole === 0 ? undefined : part / whole;
