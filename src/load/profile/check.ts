/** Checks a load profile and converts it to a plan. */

import type { LoadProfile } from '../../schema/types.js';
import { parseDuration } from '../../settings/index.js';
import { checkBreakpoint } from './breakpoint.js';
import { checkFeeders } from './feeders.js';
import type { Mistakes } from './mistakes.js';
import { lanesOf, type Plan, peak, type ScenarioPlan } from './plan.js';
import { checkScenarios } from './scenarios.js';
import { checkStages } from './stages.js';
import { checkRatios, checkThresholds } from './thresholds.js';

const DEFAULT_CONNECTIONS = 50;
const DEFAULT_SAMPLE = 0.01;
const DEFAULT_TIMEOUT_MS = 10_000;
/**
 * After the schedule, a run waits for open requests. By default it waits for the timeout and this
 * time, so that the last request can still reach its timeout.
 */
const DRAIN_BEYOND_TIMEOUT_MS = 500;

/**
 * Converts a profile to a plan, and records every mistake with its JSON path and its remedy. `name`
 * is used if the profile has no name. Data files are searched for in `folder`.
 */
export function planOf(
  profile: LoadProfile,
  name: string,
  folder: string,
  mistakes: Mistakes,
): Plan {
  const timeoutMs =
    profile.timeout === undefined ? DEFAULT_TIMEOUT_MS : (parseDuration(profile.timeout) ?? 0);
  mistakes.unless(timeoutMs >= 10, 'timeout', 'is too short', 'Give at least "10ms".');
  const scenarios = checkScenarios(profile, checkFeeders(profile, folder, mistakes), mistakes);
  const breakpoint = checkBreakpoint(profile, mistakes);
  const stages = checkStages(profile, breakpoint, mistakes);
  const thresholds = checkThresholds(profile, scenarios, mistakes);
  const compare = checkRatios(profile, mistakes);
  checkArrivals(profile, scenarios, mistakes);
  const { model, arrivals = 'even', keepAlive = true, name: own = name } = profile;
  return {
    name: own,
    ...(profile.description === undefined ? {} : { description: profile.description }),
    model,
    arrivals,
    adapt: profile.adapt ?? false,
    stages,
    ...(breakpoint === undefined ? {} : { breakpoint }),
    scenarios,
    thresholds,
    compare,
    connections: profile.connections ?? connectionsFor({ model, stages, scenarios }),
    engine: 'autocannon',
    http2: profile.http2 ?? false,
    // A number is the number of requests on one connection, and false means one.
    requestsPerConnection: keepAlive === true ? Number.POSITIVE_INFINITY : Number(keepAlive) || 1,
    timeoutMs,
    drainMs: parseDuration(profile.drain ?? '') ?? timeoutMs + DRAIN_BEYOND_TIMEOUT_MS,
    sample: profile.sample ?? DEFAULT_SAMPLE,
    seed: profile.seed ?? 1,
  };
}

/** `arrivals` has an effect only in the open model, in which scenarios start at a rate. */
function checkArrivals(
  { model, arrivals }: LoadProfile,
  scenarios: readonly ScenarioPlan[],
  mistakes: Mistakes,
): void {
  const isOpen = model === 'open' || scenarios.some(({ own }) => own?.model === 'open');
  if (isOpen || arrivals === undefined) return;
  const remedy = 'Set "model": "open", or leave out "arrivals".';
  mistakes.add('arrivals', 'has no meaning in the closed model', remedy);
}

/** Counts one connection for each user, and the default number if scenarios start at a rate. */
function connectionsFor(plan: Pick<Plan, 'model' | 'stages' | 'scenarios'>): number {
  const lanes = lanesOf(plan);
  const users = lanes
    .filter(({ model }) => model === 'closed')
    .reduce((sum, { stages }) => sum + Math.ceil(peak({ stages })), 0);
  const isOpen = lanes.some(({ model }) => model === 'open');
  return Math.max(1, users + (isOpen ? DEFAULT_CONNECTIONS : 0));
}
