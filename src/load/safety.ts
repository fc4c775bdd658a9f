/** Checks before a load run that the target file permits the load. */

import { isLoopback, type Target, UsageError } from '../settings/index.js';
import { interfacesOf } from './profile/flows.js';
import { withUnit } from './profile/metric.js';
import { lanesOf, type Plan, peak, type ScenarioPlan } from './profile/plan.js';
import { type FlowData, originsOf, requestsPerStart } from './scenario/data.js';

/**
 * Throws a UsageError if a needed address is not on this machine and the target file does not
 * permit load. It is called before anything is sent.
 */
export function expectPermitted(target: Target, plan: Pick<Plan, 'scenarios'>): void {
  if (target.allow.load !== undefined) return;
  refuse(neededOrigins(target, plan).filter((url) => !isLoopback(url)));
}

/** The servers to which the scenarios send requests, as far as the target file names them. */
export function neededOrigins(
  target: Target,
  { scenarios }: Pick<Plan, 'scenarios'>,
): readonly string[] {
  const urls = [...new Set(scenarios.flatMap(interfacesOf))].flatMap((of) => {
    if (of === 'auth') return [target.templates?.authUrl];
    if (of === 'templates') return [target.templates?.baseUrl, target.templates?.authUrl];
    return [target[of]?.baseUrl];
  });
  return [...new Set(urls.flatMap((url) => (url === undefined ? [] : new URL(url).origin)))];
}

function refuse(foreign: readonly string[]): void {
  if (foreign.length === 0) return;
  throw new UsageError(
    `The target file does not permit load on ${foreign.join(', ')}, which is not this machine. ` +
      'If its operator agrees, add "allow": { "load": { "maxRate": "50/s" } } to the target file.',
  );
}

/**
 * The requests per second that the run may send. The result is undefined if all addresses are on
 * this machine. Throws a UsageError if the target file does not permit load, or if scenarios that
 * start at a rate could exceed the permitted rate.
 */
export function permittedRate(
  target: Target,
  plan: Plan,
  flows: readonly FlowData[],
): number | undefined {
  const foreign = [...new Set(flows.flatMap(originsOf))].filter((url) => !isLoopback(url));
  if (foreign.length === 0) return undefined;
  const permitted = target.allow.load?.maxPerSecond;
  if (permitted === undefined) {
    // This always throws, because `foreign` is not empty.
    refuse(foreign);
    return undefined;
  }
  const needs = plan.scenarios.map(
    (scenario, index) => [scenario, flows[index] ? requestsPerStart(flows[index]) : 0] as const,
  );
  const each = new Map<ScenarioPlan, number>(needs);
  const open = lanesOf(plan).filter(({ model }) => model === 'open');
  const demands = open.map(({ stages, scenarios }) => ({
    starts: peak({ stages, ...(plan.breakpoint ? { breakpoint: plan.breakpoint } : {}) }),
    requests: averageRequests(scenarios, each),
  }));
  const most = demands.reduce((sum, { starts, requests }) => sum + starts * requests, 0);
  if (most > permitted) {
    const [largest = { starts: 0, requests: 0 }] = demands.sort(
      (a, b) => b.starts * b.requests - a.starts * a.requests,
    );
    throw new UsageError(
      `The profile ${plan.name} starts scenarios at ${withUnit(largest.starts, 'rate')} with up to ${Number(largest.requests.toPrecision(3))} requests each, ` +
        `but the target permits a request rate of ${withUnit(permitted, 'rate')} (allow.load.maxRate). Lower the profile's rates.`,
    );
  }
  return permitted;
}

/**
 * The average number of requests of one start. Each scenario counts by its weight, with the
 * greatest number of requests that one start may send.
 */
function averageRequests(
  scenarios: readonly ScenarioPlan[],
  each: ReadonlyMap<ScenarioPlan, number>,
): number {
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0);
  const requests = scenarios.map((one) => one.weight * (each.get(one) ?? 0));
  return sum(requests) / sum(scenarios.map(({ weight }) => weight));
}
