import type { LoadProfile } from '../../schema/types.js';
import { parseDuration } from '../../target/index.js';
import { checkBreakpoint } from './breakpoint.js';
import { Finding } from './finding.js';
import type { Plan } from './plan.js';
import { checkScenarios } from './scenarios.js';
import { checkStages } from './stages.js';
import { checkRatios, checkThresholds } from './thresholds.js';

const DEFAULT_CONNECTIONS = 50;
const DEFAULT_SAMPLE = 0.01;
const DEFAULT_TIMEOUT_MS = 10_000;
/** What is sent last may time out as well, and is then counted as that. */
const DRAIN_BEYOND_TIMEOUT_MS = 500;

/**
 * Works a profile out into a plan, or throws a UsageError that names every mistake with its JSON path and its remedy.
 * `name` is used where the profile has none.
 */
export function planOf(profile: LoadProfile, name: string): Plan {
  const finding = new Finding();
  const timeoutMs = profile.timeout === undefined ? DEFAULT_TIMEOUT_MS : (parseDuration(profile.timeout) ?? 0);
  finding.unless(timeoutMs >= 10, 'timeout', 'is too short', 'Give at least "10ms".');
  const scenarios = checkScenarios(profile, finding);
  const breakpoint = checkBreakpoint(profile, finding);
  const stages = checkStages(profile, breakpoint, finding);
  const thresholds = checkThresholds(profile, scenarios, finding);
  const compare = checkRatios(profile, finding);
  finding.throwAny();
  const users = Math.max(1, ...stages.flatMap(({ from, to }) => [from, to]));
  return {
    name: profile.name ?? name,
    ...(profile.description === undefined ? {} : { description: profile.description }),
    model: profile.model,
    stages,
    ...(breakpoint === undefined ? {} : { breakpoint }),
    scenarios,
    thresholds,
    compare,
    connections: profile.connections ?? (profile.model === 'closed' ? Math.ceil(users) : DEFAULT_CONNECTIONS),
    timeoutMs,
    drainMs: parseDuration(profile.drain ?? '') ?? timeoutMs + DRAIN_BEYOND_TIMEOUT_MS,
    sample: profile.sample ?? DEFAULT_SAMPLE,
    seed: profile.seed ?? 1,
  };
}
