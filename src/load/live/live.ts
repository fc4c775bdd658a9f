/**
 * Shows the progress of a load run, on a page in a local browser or with a line a second in the
 * terminal.
 */

import type { LoadPoint, LoadReport } from '../../schema/types.js';
import { NOTHING, type Output } from '../output/index.js';
import { capturedOf, timeOf } from '../profile/metric.js';
import { type Plan, scheduleMs, warmUpMs } from '../profile/plan.js';
import { type Histogram, histogramOf, newHistogram, spreadOf } from '../record/histogram.js';
import type { Second } from '../record/observer.js';
import { environmentOf, reportOf } from '../report/build.js';
import { livePage, shownOf } from '../report/html/page.js';
import { progressLine } from '../report/terminal.js';
import type { Run } from '../run/execute.js';
import { judgeRun } from '../threshold/judge.js';
import { isOfWholeRun, visitsIn } from '../threshold/measure.js';
import { tallyOf } from '../threshold/watch.js';
import { liveServer } from './server.js';

export interface LiveOptions {
  /** 0 chooses any free port. */
  readonly port: number;
  readonly version: string;
  readonly target: LoadReport['target'];
  readonly workers: number;
}

/** Like every output, the live page receives the measurements of each second. */
export interface Live extends Output {
  finish(report: LoadReport): void;
}

/** Serves the page in the background. Rejects if the port is in use. */
export async function openLive({ port, version, target, workers }: LiveOptions): Promise<Live> {
  const soFar = new RunSoFar();
  const environment = environmentOf(workers);
  const server = await liveServer(port, () => livePage(`Load on ${target.name}`));
  const show = (report: LoadReport): void => {
    const { main, data } = shownOf(report);
    server.update({ main: main.toString(), data });
  };
  return {
    observes: NOTHING,
    place: server.url,
    second: (second) => {
      const run = soFar.take(second);
      show(reportOf({ plan: second.plan, runs: [run], target, version, environment }));
    },
    finish: show,
    close: server.close,
  };
}

/** Writes a line for each second to the terminal. */
export const showProgress = (write: (text: string) => void): Output => ({
  observes: NOTHING,
  place: '',
  second: ({ plan, point }) => {
    // After the schedule, a second without responses is not shown.
    const isOver = point.atMs >= scheduleMs(plan) - 1 && point.answered + point.offered === 0;
    if (!isOver) write(`${progressLine(plan, point)}\n`);
  },
  close: async () => {},
});

/** Measurements of the seconds so far. Data that is known only at the end is empty. */
class RunSoFar {
  #plan: Plan | undefined;
  #points: LoadPoint[] = [];
  #response: Histogram = newHistogram();

  take({ plan, point, began }: Second): Run {
    // A new run began, or a breakpoint search reached its next rate.
    if (this.#plan !== plan || point.atMs < (this.#points.at(-1)?.atMs ?? 0)) {
      this.#plan = plan;
      this.#points = [];
      this.#response = newHistogram();
    }
    this.#points.push(point);
    // Times of points are rounded.
    const isCounted = ({ atMs }: LoadPoint): boolean => atMs >= warmUpMs(plan) - 1;
    if (isCounted(point)) this.#response.add(histogramOf(point.response));
    const counted = this.#points.filter(isCounted);
    const lengthOf = (points: readonly LoadPoint[]): number =>
      points.reduce((sum, { durationMs = 1000 }) => sum + durationMs, 0);
    const tally = tallyOf(counted);
    const measured = {
      tally,
      response: spreadOf(this.#response, 'figures only'),
      visits: visitsIn(counted),
      seconds: lengthOf(counted) / 1000,
    };
    const none = spreadOf(newHistogram());
    const recording = {
      scenarios: [],
      requests: [],
      stages: plan.stages.map((stage) => ({ ...stage, tally, response: none })),
      series: { intervalMs: 1000, points: this.#points },
      problems: [],
      connections: { connected: 0, connectFailures: 0, resent: 0 },
    };
    // These thresholds can be computed from the measurements of single seconds.
    const measurable = plan.thresholds.filter((one) => {
      const time = capturedOf(one.metric) ? 'captured' : timeOf(one.metric)?.time;
      return isOfWholeRun(one) && one.windowMs === undefined && (time ?? 'response') === 'response';
    });
    const verdicts = judgeRun(measurable, measured, recording);
    return {
      startedAt: began,
      durationMs: lengthOf(this.#points),
      recording,
      measured,
      verdicts,
      interrupted: false,
    };
  }
}
