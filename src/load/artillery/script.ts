import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Target, UsageError } from '../../settings/index.js';
import { gcd, type Plan } from '../profile/index.js';
import { type FlowData, originsOf } from '../scenario/index.js';
import { ensureOf } from './ensure.js';
import { processorOf } from './processor.js';
import { stepsFor } from './scenarios.js';
import { variablesOf } from './secrets.js';

export interface ArtilleryScript {
  /** The test script, as JSON, which is YAML too. */
  readonly script: string;
  /** The CommonJS module that the script names. */
  readonly processor: string;
  /** Environment variables that must be set where it runs. */
  readonly variables: readonly string[];
  /** What Artillery cannot do, in words. */
  readonly notes: readonly string[];
}

/**
 * A plan as a script for Artillery 2. Throws a UsageError for what has no counterpart there: the
 * closed model and the search of a breakpoint.
 */
export function artilleryScript(
  {
    plan,
    flows,
    target,
  }: { readonly plan: Plan; readonly flows: readonly FlowData[]; readonly target: Target },
  processorFile: string,
): ArtilleryScript {
  if (plan.model === 'closed') {
    throw new UsageError(
      'Artillery has no closed model: it starts virtual users at a rate. Export an open profile.',
    );
  }
  if (plan.breakpoint)
    throw new UsageError('A breakpoint search cannot be exported. Export a profile with stages.');
  const { conditions, left } = ensureOf(plan.thresholds);
  const made = plan.scenarios.map((scenario, index) => ({
    ...scenario,
    flows: stepsFor(flows[index] ?? { kind: 'requests', requests: [] }, target.secrets),
  }));
  // Each of ours may become several: weights are multiplied so that its share stays the same.
  const common = made.map((one) => one.flows.length).reduce(lcm, 1);
  const scenarios = made.flatMap(({ name, weight, think, flows: all }) =>
    all.map((flow, index) => ({
      name: all.length === 1 ? name : `${name} ${index + 1}`,
      weight: (weight * common) / all.length,
      beforeScenario: 'countFailures',
      afterResponse: 'countAnswer',
      flow: think.meanMs > 0 ? [...flow, { think: think.meanMs / 1000 }] : flow,
    })),
  );
  const script = {
    config: {
      target: flows.flatMap(originsOf)[0] ?? 'http://localhost',
      processor: `./${processorFile}`,
      http: { timeout: Math.ceil(plan.timeoutMs / 1000) },
      phases: plan.stages.map(({ name, durationMs, from, to }) => ({
        name,
        duration: Math.max(1, Math.round(durationMs / 1000)),
        arrivalRate: from,
        ...(from === to ? {} : { rampTo: to }),
      })),
      plugins: { ensure: { conditions }, 'metrics-by-endpoint': { useOnlyRequestNames: true } },
    },
    scenarios,
  };
  const text = `${JSON.stringify(script, null, 2)}\n`;
  const processor = processorOf(flows, target.secrets);
  return {
    script: text,
    processor,
    variables: variablesOf(text + processor),
    notes: [
      ...left.map(
        ({ metric }) => `Artillery cannot hold the threshold on ${metric} as it is: left out.`,
      ),
      ...(plan.stages.some(({ warmUp }) => warmUp)
        ? ['Artillery counts the warm-up like any other phase.']
        : []),
      'Artillery does not validate answers: right and wrong ones are not distinguished.',
      'Artillery measures from sending, not from the intended moment: a stall shows less than it does here.',
    ],
  };
}

/**
 * Writes the script and its processor, and says where, what to set, what is different there, and
 * how to run it.
 */
export async function writeArtillery(
  prepared: Parameters<typeof artilleryScript>[0],
  folder: string,
) {
  const name = prepared.plan.name.replace(/[^\w.-]+/g, '-');
  const processorFile = `${name}.artillery.cjs`;
  const { script, processor, variables, notes } = artilleryScript(prepared, processorFile);
  const file = path.join(folder, `${name}.artillery.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, script);
  await writeFile(path.join(folder, processorFile), processor);
  const commands = [
    `artillery run --output result.json ${file}`,
    `on Fargate with: artillery run-fargate ${file}`,
  ];
  return { file, variables, notes, commands };
}

const lcm = (a: number, b: number): number => (a * b) / gcd(a, b);
