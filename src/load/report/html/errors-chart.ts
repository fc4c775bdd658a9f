import type { LoadPoint } from '../../../schema/types.js';
import type { Chart } from './chart-data.js';

const MOST_KINDS = 8;

/** Errors over time by their kind: unexpected answers, what was never answered and why, 429, wrong answers. */
export function errorsChart(points: readonly LoadPoint[], x: readonly number[], seconds: number): Chart {
  const kinds = new Map<string, number[]>();
  for (const [at, point] of points.entries()) {
    for (const [kind, count] of kindsOf(point)) {
      if (count === 0) continue;
      const values = kinds.get(kind) ?? points.map(() => 0);
      values[at] = count / seconds;
      kinds.set(kind, values);
    }
  }
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const worst = [...kinds].sort(([, a], [, b]) => sum(b) - sum(a)).slice(0, MOST_KINDS);
  return {
    id: 'errors',
    title: 'Errors by kind',
    about: worst.length === 0 ? 'There were none.' : 'What went wrong, and when.',
    unit: '/s',
    x,
    lines: worst.map(([name, values]) => ({ name, values })),
    limits: [],
  };
}

function kindsOf({ errors, throttled, wrong, failures, timedOut, failed, dropped }: LoadPoint): [string, number][] {
  // Reports of an earlier version do not tell the reasons of each interval.
  const lost: [string, number][] = failures
    ? Object.entries(failures)
    : [
        ['timed out', timedOut],
        ['connection lost', failed],
        ['not sent', dropped],
      ];
  return [['unexpected status', errors], ['429', throttled], ['wrong answer', wrong], ...lost];
}
