import type { LoadPoint } from '../../schema/types.js';
import { figure, type Plan, scheduleMs, stageAt } from '../profile/index.js';

/** One line about a second of a run, for people who watch. */
export function progressLine(plan: Plan, point: LoadPoint): string {
  const end = Math.ceil(scheduleMs(plan) / 1000);
  const stage = plan.stages[stageAt(plan.stages, point.atMs)]?.name ?? '';
  const unit = plan.model === 'open' ? '/s' : ' users';
  const trouble = [
    ...(['timedOut', 'failed', 'dropped', 'errors', 'throttled', 'wrong'] as const).flatMap((key) =>
      point[key] === 0 ? [] : `${words[key]} ${point[key]}`,
    ),
  ];
  return [
    `${String(Math.round(point.atMs / 1000) + 1).padStart(String(end).length)}/${end} s`,
    stage,
    `planned ${Number(point.planned.toPrecision(4))}${unit}`,
    `answered ${point.answered}`,
    `p50 ${figure(point.response.p50, 'ms')}`,
    `p95 ${figure(point.response.p95, 'ms')}`,
    ...trouble,
  ].join('  ');
}

const words = {
  timedOut: 'timed out',
  failed: 'failed',
  dropped: 'dropped',
  errors: 'errors',
  throttled: '429',
  wrong: 'wrong',
} as const;
