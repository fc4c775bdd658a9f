import type { LoadScenario } from '../../schema/types.js';
import { parseDuration } from '../../settings/index.js';

/**
 * How long a virtual user pauses: between two requests, and in the closed model between two
 * scenarios.
 */
export interface Think {
  readonly distribution: 'constant' | 'uniform' | 'exponential';
  readonly meanMs: number;
}

const LONGEST_MEANS = 10;

/** The pause of a scenario with its defaults; none where it names none. */
export function thinkOf(think: LoadScenario['think'] = '0ms'): Think {
  const { mean, distribution = 'uniform' } = typeof think === 'object' ? think : { mean: think };
  return { distribution, meanMs: parseDuration(mean) ?? 0 };
}

/**
 * One pause in milliseconds, never negative and never more than ten times the mean. `random` gives
 * numbers from 0 to 1.
 */
export function pauseMs({ distribution, meanMs }: Think, random: () => number): number {
  switch (distribution) {
    case 'constant':
      return meanMs;
    // Half to one and a half times the mean, so that users do not march in step.
    case 'uniform':
      return meanMs * (0.5 + random());
    case 'exponential':
      return Math.min(meanMs * LONGEST_MEANS, -meanMs * Math.log(1 - random()));
  }
}
