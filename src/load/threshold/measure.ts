import type { LoadSpread, LoadTally } from '../../schema/types.js';
import { type Column, type Metric, timeOf } from '../profile/index.js';
import { failuresOf, sentOf } from '../record/index.js';

/** What a metric is taken from: counts, times, and the seconds that they cover. */
export interface Measured {
  readonly tally: LoadTally;
  readonly response?: LoadSpread;
  readonly service?: LoadSpread;
  readonly lag?: LoadSpread;
  readonly seconds: number;
}

/** A column of a spread, in milliseconds. */
const columnOf = (spread: LoadSpread, column: Column): number => (column === 'p99.9' ? spread.p99_9 : spread[column]);

/** The value of a metric in milliseconds, as a share or a second; undefined where there is nothing to take it from. */
export function measure(metric: Metric, { tally, seconds, ...spreads }: Measured): number | undefined {
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

const share = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);
