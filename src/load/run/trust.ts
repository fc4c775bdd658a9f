import type { LoadPoint } from '../../schema/types.js';
import type { Plan } from '../profile/index.js';

const LATE_MS = 10;
const LOOP_DELAY_MS = 20;
const BUSY = 0.95;
/** A share of the seconds: single pauses for garbage collection are part of any run. */
const TOLERATED = 0.05;
const TOLERATED_BUSY = 0.5;
const MIN_BAD = 3;

/**
 * Why the figures may describe the generator rather than the target; empty where nothing speaks against them. In the
 * open model what counts is whether starts came in time, in the closed one whether the generator had time to spare.
 */
export function doubtsAbout(plan: Pick<Plan, 'model' | 'stages'>, points: readonly LoadPoint[]): string[] {
  const begin = plan.stages.find(({ warmUp }) => !warmUp)?.startMs ?? 0;
  const counted = points.filter(({ atMs, offered }) => atMs >= begin && offered > 0);
  // A pause or two proves nothing: fewer bad intervals than these are no share.
  const share = (test: (point: LoadPoint) => boolean): number => {
    const bad = counted.filter(test).length;
    return bad < MIN_BAD ? 0 : bad / counted.length;
  };
  const seconds = (part: number): string => `In ${Math.round(part * 100)} % of the time`;
  const worst = (of: (point: LoadPoint) => number): number => Math.round(Math.max(0, ...counted.map(of)));
  const late = share(({ lateMax }) => lateMax > LATE_MS);
  const blocked = share(({ loopDelayP99 }) => loopDelayP99 > LOOP_DELAY_MS);
  const busy = share(({ utilization }) => utilization >= BUSY);
  const remedy = 'Use --workers, another machine, or less load.';
  return [
    ...(plan.model === 'open' && late > TOLERATED
      ? [
          `${seconds(late)} starts were released more than ${LATE_MS} ms late, up to ${worst((p) => p.lateMax)} ms. ${remedy}`,
        ]
      : []),
    ...(blocked > TOLERATED
      ? [
          `${seconds(blocked)} the generator's event loop was held up for more than ${LOOP_DELAY_MS} ms, ` +
            `up to ${worst((p) => p.loopDelayP99)} ms. ${remedy}`,
        ]
      : []),
    ...(plan.model === 'closed' && busy > TOLERATED_BUSY
      ? [`${seconds(busy)} the generator had no time to spare: it was itself the limit of the throughput. ${remedy}`]
      : []),
  ];
}
