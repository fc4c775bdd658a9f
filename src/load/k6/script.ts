import { UsageError } from '../../settings/index.js';
import { variablesOf, withoutSecrets } from '../artillery/index.js';
import type { Prepared } from '../load.js';
import { executor } from './executors.js';
import { runtime } from './runtime.js';
import { k6Thresholds } from './thresholds.js';

export interface K6Script {
  /** A module for `k6 run`. */
  readonly script: string;
  /** Environment variables that must be set where it runs. */
  readonly variables: readonly string[];
  /** What is different there, in words. */
  readonly notes: readonly string[];
}

/** A plan as a script for k6. Throws a UsageError for the closed model and for the search of a breakpoint. */
export function k6Script({ plan, flows, target }: Pick<Prepared, 'plan' | 'flows' | 'target'>): K6Script {
  if (plan.model === 'closed') throw new UsageError('A closed profile cannot be exported to k6. Export an open one.');
  if (plan.breakpoint) throw new UsageError('A breakpoint search cannot be exported. Export a profile with stages.');
  const weights = plan.scenarios.reduce((sum, { weight }) => sum + weight, 0);
  const warm = plan.stages.filter(({ warmUp }) => warmUp);
  const counted = plan.stages.filter(({ warmUp }) => !warmUp);
  const names = new Map(
    plan.scenarios.map(({ name }, index) => [name, `${name.replace(/[^\w-]+/g, '_')}_${index + 1}`]),
  );
  const nameOf = (scenario: string): string => names.get(scenario) ?? scenario;
  const warmMs = warm.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const scenarios = plan.scenarios.flatMap(({ name, weight, tags = {} }) => {
    const exec = functionOf(nameOf(name));
    const of = (stages: typeof counted) => executor(stages, weight, weights, plan.timeoutMs);
    const main = { ...of(counted), exec, startTime: `${warmMs}ms`, tags: { ...tags, counted: 'yes' } };
    const warming = { ...of(warm), exec, tags: { ...tags, counted: 'no' } };
    return [
      [nameOf(name), main] as const,
      ...(warm.length === 0 ? [] : [[`warm-up_${nameOf(name)}`, warming] as const]),
    ];
  });
  const { thresholds, left } = k6Thresholds(plan.thresholds, warm.length > 0, nameOf);
  const options = { scenarios: Object.fromEntries(scenarios), thresholds, userAgent: 'assay' };
  const data = Object.fromEntries(
    plan.scenarios.map(({ name, think }, index) => {
      const flow = flows[index];
      const title = flow?.kind === 'walk' ? { title: `GET ${new URL(flow.url).pathname}` } : {};
      return [nameOf(name), { pause: think, flow: { ...flow, ...title } }];
    }),
  );
  const flowsText = JSON.stringify(
    data,
    (_, value) => (typeof value === 'string' ? withoutSecrets(value, target.secrets) : value),
    2,
  );
  const script = `// Written by assay load --export k6. Run it with: k6 run, k6 cloud run, or a TestRun of the k6 operator.
import { check, sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Rate } from 'k6/metrics';

export const options = ${JSON.stringify(options, null, 2)};

const timeoutMs = ${plan.timeoutMs};
const flows = ${flowsText};
${runtime}
${[...names.values()].map((name) => `export function ${functionOf(name)}() {\n  visit('${name}');\n}`).join('\n\n')}
`;
  return {
    script,
    variables: variablesOf(script),
    notes: [
      ...left.map(({ metric }) => `k6 cannot hold the threshold on ${metric} as it is: left out.`),
      ...(plan.arrivals === 'poisson' ? ['k6 starts at equal distances, not at random ones.'] : []),
      'k6 looks at status and size of a page, not at which records it holds.',
      'k6 measures from sending, not from the intended moment: a stall shows less than it does here.',
    ],
  };
}

const functionOf = (name: string): string => `visit_${name.replaceAll('-', '_')}`;
