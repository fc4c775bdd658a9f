import { type Target, UsageError } from '../target/index.js';
import { figure, type Plan, peak } from './profile/index.js';
import { type FlowData, requestsPerStart, urlsOf } from './scenario/index.js';

/** Whether an address is of this machine, by its name alone: nothing is looked up. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.toLowerCase();
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

/**
 * The most requests a second that the run may send, or undefined where everything is on this machine. Throws a
 * UsageError where the target permits no load, or where the profile could ask for more than it permits.
 */
export function permittedRate(target: Target, plan: Plan, flows: readonly FlowData[]): number | undefined {
  const foreign = [...new Set(flows.flatMap(urlsOf).map((url) => new URL(url).origin))].filter(
    (url) => !isLoopback(url),
  );
  if (foreign.length === 0) return undefined;
  const permitted = target.allow.load?.maxPerSecond;
  if (permitted === undefined) {
    throw new UsageError(
      `Load is sent to this machine only, but the target is ${foreign.join(', ')}. Whoever runs it must agree: ` +
        'the target file then says "allow": { "load": { "maxRate": "50/s" } }.',
    );
  }
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
  const weights = scenarios.reduce((sum, { weight }) => sum + weight, 0);
  const requests = scenarios.reduce((sum, { weight }, index) => {
    const flow = flows[index];
    return sum + weight * (flow ? requestsPerStart(flow) : 1);
  }, 0);
  return requests / weights;
}
