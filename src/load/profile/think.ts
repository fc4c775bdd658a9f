import type { LoadScenario } from '../../schema/types.js';
import { parseDuration } from '../../settings/index.js';
import type { Finding } from './finding.js';

/** How long a virtual user pauses: between two requests, and in the closed model between two scenarios. */
export interface Think {
  readonly distribution: 'constant' | 'uniform' | 'exponential' | 'normal';
  readonly meanMs: number;
  /** Standard deviation of the normal distribution, in milliseconds. */
  readonly deviationMs: number;
}

const LONGEST_MEANS = 10;

/** The pause of a scenario with its defaults; none where it names none. */
export function checkThink(think: LoadScenario['think'], path: string, finding: Finding): Think {
  const { mean, distribution = 'uniform', deviation } = typeof think === 'object' ? think : { mean: think ?? '0ms' };
  const meanMs = parseDuration(mean) ?? 0;
  const deviationMs = deviation === undefined ? meanMs / 4 : (parseDuration(deviation) ?? 0);
  if (deviation !== undefined && distribution !== 'normal') {
    const remedy = 'Say "distribution": "normal", or leave it out.';
    finding.mistake(`${path}.deviation`, `has no meaning for the ${distribution} distribution`, remedy);
  }
  return { distribution, meanMs, deviationMs };
}

/** One pause in milliseconds, never negative and never more than ten times the mean. `random` gives numbers from 0 to 1. */
export function pauseMs({ distribution, meanMs, deviationMs }: Think, random: () => number): number {
  const longest = meanMs * LONGEST_MEANS;
  switch (distribution) {
    case 'constant':
      return meanMs;
    // Half to one and a half times the mean, so that users do not march in step.
    case 'uniform':
      return meanMs * (0.5 + random());
    case 'exponential':
      return Math.min(longest, -meanMs * Math.log(1 - random()));
    case 'normal': {
      // Box and Muller.
      const unit = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      return Math.min(longest, Math.max(0, meanMs + deviationMs * unit));
    }
  }
}
