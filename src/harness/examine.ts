import type { Target } from '../settings/index.js';
import type { Suite } from './check.js';
import { makePlan, type Plan } from './plan.js';
import { preflight } from './preflight.js';
import type { RunOptions } from './run-options.js';
import { openSession } from './session.js';

/** What a run would meet. */
interface Examined {
  readonly plan: Plan;
  /** What stands in its way, a line each. */
  readonly obstacles: readonly string[];
  readonly sent: number;
}

/** Sends the first requests of a run, a few for each interface, and none of its checks. */
export async function examine(
  suites: readonly Suite[],
  target: Target,
  options: Pick<RunOptions, 'clock' | 'transport' | 'signal'>,
): Promise<Examined> {
  const plan = makePlan(suites, target);
  const { clock, transport, signal } = options;
  const session = openSession(target, { clock, transport, signal });
  try {
    const obstacles = await preflight(suites, plan.planned, session, signal);
    return { plan, obstacles, sent: session.client.counts.sent };
  } finally {
    await session.close();
  }
}
