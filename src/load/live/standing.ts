import type { LoadPoint, LoadThresholdVerdict } from '../../schema/types.js';
import { type Plan, type Threshold, timeOf } from '../profile/index.js';
import { type Histogram, histogramOf, newHistogram, spreadOf } from '../record/index.js';
import { measure, tallied, verdictOn } from '../threshold/index.js';

const RECENT = 5;

/** A run so far, from its seconds alone. */
export class Standing {
  plan: Plan | undefined;
  #points: LoadPoint[] = [];
  #response: Histogram = newHistogram();

  take(plan: Plan, point: LoadPoint): void {
    // Another run, or the next rate of a search.
    if (this.plan !== plan || point.atMs < (this.#points.at(-1)?.atMs ?? 0)) {
      this.plan = plan;
      this.#points = [];
      this.#response = newHistogram();
    }
    this.#points.push(point);
    if (this.#counts(point)) this.#response.add(histogramOf(point.response));
  }

  get points(): readonly LoadPoint[] {
    return this.#points;
  }

  /** Those that do not belong to the warm-up. */
  get counted(): readonly LoadPoint[] {
    return this.#points.filter((point) => this.#counts(point));
  }

  /** Response times since the warm-up. */
  get response() {
    return spreadOf(this.#response, 'figures only');
  }

  /** The last seconds, with their response times. */
  recent(ms = RECENT * 1000): {
    readonly points: readonly LoadPoint[];
    readonly response: ReturnType<typeof spreadOf>;
  } {
    const end = endOf(this.#points);
    const points = this.#points.filter(({ atMs }) => atMs >= end - ms - 1);
    const sum = newHistogram();
    for (const { response } of points) sum.add(histogramOf(response));
    return { points, response: spreadOf(sum, 'figures only') };
  }

  /** The thresholds as they stand: those that seconds can tell of, with a window on the last one. */
  verdicts(): LoadThresholdVerdict[] {
    return (this.plan?.thresholds ?? []).filter(isTold).map((threshold) => {
      const { windowMs, metric } = threshold;
      const look = windowMs === undefined ? { points: this.counted, response: this.response } : this.recent(windowMs);
      const seconds = look.points.reduce((sum, { durationMs = 1000 }) => sum + durationMs, 0) / 1000;
      return verdictOn(threshold, measure(metric, { tally: tallied(look.points), response: look.response, seconds }));
    });
  }

  #counts({ atMs }: LoadPoint): boolean {
    const begin = this.plan?.stages.find(({ warmUp }) => !warmUp)?.startMs ?? 0;
    return atMs >= begin - 1;
  }
}

/** When the last of these seconds ended, in milliseconds since the start of the schedule. */
export function endOf(points: readonly LoadPoint[]): number {
  const last = points.at(-1);
  return last ? last.atMs + (last.durationMs ?? 1000) : 0;
}

function isTold({ metric, scenario, request }: Threshold): boolean {
  const time = timeOf(metric)?.time;
  return scenario === undefined && request === undefined && (time === undefined || time === 'response');
}
