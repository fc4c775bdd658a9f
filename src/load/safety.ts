import { isLoopback, type Target, UsageError } from '../settings/index.js';
import { figure, interfaceOf, type Plan, peak } from './profile/index.js';
import { type FlowData, originsOf, requestsPerStart } from './scenario/index.js';

/**
 * Refuses, before anything is sent, a target whose addresses the plan would use and that permits no
 * load.
 */
export function expectPermitted(target: Target, { scenarios }: Pick<Plan, 'scenarios'>): void {
  if (target.allow.load !== undefined) return;
  const urls = [...new Set(scenarios.map(interfaceOf))].flatMap((of) =>
    of === 'templates'
      ? [target.templates?.baseUrl, target.templates?.authUrl]
      : [of && target[of]?.baseUrl],
  );
  const origins = urls.flatMap((url) => (url === undefined ? [] : new URL(url).origin));
  refuse([...new Set(origins)].filter((url) => !isLoopback(url)));
}

function refuse(foreign: readonly string[]): void {
  if (foreign.length === 0) return;
  throw new UsageError(
    `Load is sent to this machine only, but the target is ${foreign.join(', ')}. Its operator must agree: ` +
      'the target file then says "allow": { "load": { "maxRate": "50/s" } }.',
  );
}

/**
 * The most requests a second that the run may send, or undefined where everything is on this
 * machine. Throws a UsageError where the target permits no load, or where the profile could exceed
 * its limit.
 */
export function permittedRate(
  target: Target,
  plan: Plan,
  flows: readonly FlowData[],
): number | undefined {
  const foreign = [...new Set(flows.flatMap(originsOf))].filter((url) => !isLoopback(url));
  if (foreign.length === 0) return undefined;
  const permitted = target.allow.load?.maxPerSecond;
  if (permitted === undefined) return void refuse(foreign);
  const starts = plan.model === 'open' ? peak(plan) : 0;
  const each = averageRequests(plan, flows);
  if (starts * each > permitted) {
    throw new UsageError(
      `The profile ${plan.name} reaches ${figure(starts, 'rate')} starts with up to ${Number(each.toPrecision(3))} requests ` +
        `each, but the target permits ${figure(permitted, 'rate')} (allow.load.maxRate). Lower the profile's rates.`,
    );
  }
  return permitted;
}

/** The most requests of one start, on the average of the weights. */
function averageRequests({ scenarios }: Plan, flows: readonly FlowData[]): number {
  const each = flows.map(
    (flow, index) => [scenarios[index]?.weight ?? 0, requestsPerStart(flow)] as const,
  );
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0);
  return (
    sum(each.map(([weight, requests]) => weight * requests)) / sum(each.map(([weight]) => weight))
  );
}
