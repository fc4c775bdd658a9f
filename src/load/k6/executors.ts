import type { Stage } from '../profile/index.js';

/** A scenario of k6 with arrivals at a rate. */
export type Executor = Readonly<Record<string, unknown>>;

/** More virtual users than this at once would not fit into a machine. */
const MOST_USERS = 10_000;

/**
 * Stages as an executor of k6 for a scenario with so many of all weights. k6 takes whole numbers only: the share of a
 * scenario is exact, as so many starts in as many seconds as there are weights.
 */
export function executor(stages: readonly Stage[], weight: number, weights: number, timeoutMs: number): Executor {
  const decimals = Math.max(0, ...stages.flatMap(({ from, to }) => [decimalsOf(from), decimalsOf(to)]));
  const scale = 10 ** decimals;
  const inUnit = (rate: number): number => Math.round(rate * weight * scale);
  const timeUnit = `${weights * scale}s`;
  const peak = Math.max(...stages.flatMap(({ from, to }) => [from, to])) * (weight / weights);
  // As many as it takes when every answer comes at the time-out.
  const maxVUs = Math.min(MOST_USERS, Math.max(10, Math.ceil((peak * timeoutMs) / 1000)));
  const users = { preAllocatedVUs: Math.min(maxVUs, Math.max(5, Math.ceil(peak))), maxVUs };
  const [first, ...rest] = stages;
  if (first && rest.length === 0 && first.from === first.to) {
    return {
      executor: 'constant-arrival-rate',
      rate: inUnit(first.from),
      timeUnit,
      duration: `${first.durationMs}ms`,
      ...users,
    };
  }
  return {
    executor: 'ramping-arrival-rate',
    startRate: inUnit(first?.from ?? 0),
    timeUnit,
    stages: stages.flatMap(({ from, to, durationMs }, index) => [
      ...(index > 0 && stages[index - 1]?.to !== from ? [{ target: inUnit(from), duration: '0s' }] : []),
      { target: inUnit(to), duration: `${durationMs}ms` },
    ]),
    ...users,
  };
}

const decimalsOf = (value: number): number => Math.min(3, (String(value).split('.')[1] ?? '').length);
