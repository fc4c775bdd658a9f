import type { LoadPoint } from '../../schema/types.js';
import { figure, scheduleMs, stageAt } from '../profile/index.js';
import { thresholdLine } from '../report/index.js';
import { endOf, type Standing } from './standing.js';

const WIDTH = 20;
const KINDS = 6;

/** What a terminal shows of a run that goes on: rates, the last seconds, errors by kind, thresholds as they stand. */
export function viewLines(standing: Standing, target: string): readonly string[] {
  const { plan, points } = standing;
  const last = points.at(-1);
  if (!plan || !last) return [];
  const end = scheduleMs(plan);
  const now = Math.min(endOf(points), end);
  const stage = plan.stages[stageAt(plan.stages, last.atMs)]?.name ?? '';
  const { points: recent, response } = standing.recent();
  const seconds = recent.reduce((sum, { durationMs = 1000 }) => sum + durationMs, 0) / 1000 || 1;
  const rate = (of: (point: LoadPoint) => number): string =>
    figure(recent.reduce((sum, point) => sum + of(point), 0) / seconds, 'rate');
  const asked = plan.model === 'open' ? figure(last.planned, 'rate') : `${Math.round(last.planned)} users`;
  const { p50, p95, p99, max } = response;
  const times = [['p50', p50] as const, ['p95', p95] as const, ['p99', p99] as const, ['max', max] as const];
  return [
    `${plan.name} against ${target}  ${stage}  ${bar(end === 0 ? 1 : now / end)} ${Math.round(now / 1000)}/${Math.round(end / 1000)} s`,
    `  rate      asked ${asked}  offered ${rate(({ offered }) => offered)}  answered ${rate(({ answered }) => answered)}`,
    `  last ${Math.round(seconds)} s  ${times.map(([name, ms]) => `${name} ${figure(ms, 'ms')}`).join('  ')}`,
    `  errors    ${errorsByKind(standing.counted)}`,
    ...standing.verdicts().map((verdict) => thresholdLine(verdict)),
  ];
}

const bar = (share: number): string => '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');

function errorsByKind(points: readonly LoadPoint[]): string {
  const kinds = new Map<string, number>();
  const add = (kind: string, count: number): void => {
    if (count > 0) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  };
  for (const { failures = {}, errors, throttled, wrong } of points) {
    for (const [reason, count] of Object.entries(failures)) add(reason, count);
    add('unexpected status', errors);
    add('429', throttled);
    add('wrong answer', wrong);
  }
  const sorted = [...kinds].sort(([, a], [, b]) => b - a);
  return sorted.length === 0
    ? 'none'
    : sorted
        .slice(0, KINDS)
        .map(([kind, count]) => `${count} × ${kind}`)
        .join('  ');
}

/** Writes lines over those that it wrote before. */
export function redrawing(write: (text: string) => void): (lines: readonly string[]) => void {
  let height = 0;
  return (lines) => {
    const up = height === 0 ? '' : `\u001b[${height}A\u001b[J`;
    write(`${up}${lines.map((line) => `${line}\n`).join('')}`);
    height = lines.length;
  };
}
