import type { LoadScenario } from '../../schema/types.js';
import { parseDuration } from '../../settings/index.js';

/**
 * The pause of a virtual user between two requests and, in the closed model, between two scenarios.
 */
export interface Think {
  readonly distribution: 'constant' | 'uniform' | 'exponential';
  readonly meanMs: number;
}

/** The longest exponential pause, as a multiple of the mean. */
const LONGEST_EXPONENTIAL = 10;

/** Reads the option `think`. By default there is no pause. */
export function thinkOf(think: LoadScenario['think'] = '0ms'): Think {
  const { mean, distribution = 'uniform' } = typeof think === 'object' ? think : { mean: think };
  return { distribution, meanMs: parseDuration(mean) ?? 0 };
}

/**
 * Draws a pause, between zero and ten times the mean. `random` returns numbers from 0 to less than
 * 1.
 */
export function pauseMs({ distribution, meanMs }: Think, random: () => number): number {
  switch (distribution) {
    case 'constant':
      return meanMs;
    // From half to one and a half times the mean, so that users do not act in step.
    case 'uniform':
      return meanMs * (0.5 + random());
    case 'exponential':
      return Math.min(meanMs * LONGEST_EXPONENTIAL, -meanMs * Math.log(1 - random()));
  }
}
