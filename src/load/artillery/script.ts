/** Exports a load plan as a test script for Artillery 2. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Target, UsageError } from '../../settings/index.js';
import { gcd } from '../profile/cycle.js';
import type { Plan, Stage } from '../profile/plan.js';
import { type FlowData, originsOf } from '../scenario/data.js';
import { ensureOf } from './ensure.js';
import { processorOf } from './processor.js';
import { Payloads, stepsFor } from './scenarios.js';
import { variablesOf } from './secrets.js';

export interface ArtilleryScript {
  /** JSON, which is valid YAML. */
  readonly script: string;
  /** A CommonJS module that the script uses. */
  readonly processor: string;
  /** CSV files with test data for the requests. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Environment variables that must be set to run the script. */
  readonly variables: readonly string[];
  /** Notes about features that Artillery does not have. */
  readonly notes: readonly string[];
}

/**
 * Makes the script and its module, which the script expects in a file named `processorFile`. Throws
 * a UsageError for the closed model, a breakpoint search and scenarios with stages of their own,
 * which Artillery lacks, and for requests that do not expect status 200.
 */
export function artilleryScript(
  { plan, flows, target }: Exported,
  processorFile: string,
): ArtilleryScript {
  expectExportable(plan);
  const { conditions, unsupported } = ensureOf(plan.thresholds);
  const payloads = new Payloads();
  const scenarios = scenariosOf({ plan, flows, target }, payloads);
  const base = processorFile.replace(/\.artillery\.cjs$/, '');
  const data = payloads.all().map((payload) => ({ payload, name: `${base}.${payload.name}.csv` }));
  const script = {
    config: {
      // Artillery requires a target, but does not use it, because all URLs are absolute.
      target: flows.flatMap(originsOf)[0] ?? 'http://localhost',
      processor: `./${processorFile}`,
      http: { timeout: Math.ceil(plan.timeoutMs / 1000) },
      phases: plan.stages.map(phaseOf),
      ...(data.length === 0
        ? {}
        : { payload: data.map(({ payload, name }) => payload.config(`./${name}`)) }),
      plugins: { ensure: { conditions }, 'metrics-by-endpoint': { useOnlyRequestNames: true } },
    },
    scenarios,
  };
  const text = `${JSON.stringify(script, null, 2)}\n`;
  const processor = processorOf(flows, target.secrets);
  const hasWarmUp = plan.stages.some(({ warmUp }) => warmUp);
  return {
    script: text,
    processor,
    files: data.map(({ payload, name }) => ({ name, text: payload.csv() })),
    variables: variablesOf(text + processor),
    notes: [
      ...unsupported.map(
        ({ metric }) =>
          `The threshold on ${metric} is left out, because Artillery cannot evaluate it.`,
      ),
      ...(hasWarmUp ? ['Artillery counts the warm-up like any other phase.'] : []),
      ...payloads.all().flatMap(({ note }) => note ?? []),
      'Artillery does not validate responses: it counts a wrong response like a right response.',
      'Artillery measures from the sending of a request, not from its scheduled time: its latencies show a stall of the server less than those of Assay.',
    ],
  };
}

interface Exported {
  readonly plan: Plan;
  readonly flows: readonly FlowData[];
  readonly target: Target;
}

function expectExportable(plan: Plan): void {
  if (plan.scenarios.some(({ own }) => own !== undefined))
    throw new UsageError(
      'Artillery has one schedule for all scenarios. Export a profile whose scenarios have no "stages".',
    );
  if (plan.model === 'closed') {
    throw new UsageError(
      'Artillery has no closed model: it starts virtual users at a rate. Export an open profile.',
    );
  }
  if (plan.breakpoint)
    throw new UsageError('A breakpoint search cannot be exported. Export a profile with stages.');
}

function scenariosOf({ plan, flows, target }: Exported, payloads: Payloads) {
  const made = plan.scenarios.map((scenario, index) => ({
    ...scenario,
    flows: stepsFor(flows[index] ?? { kind: 'requests', requests: [] }, target.secrets, payloads),
  }));
  // One scenario of the plan may become several Artillery scenarios that share its weight. All
  // weights are multiplied by the same number, so that they are integers.
  const common = made.map((one) => one.flows.length).reduce(lcm, 1);
  return made.flatMap(({ name, weight, think, flows: all }) =>
    all.map((flow, index) => ({
      name: all.length === 1 ? name : `${name} ${index + 1}`,
      weight: (weight * common) / all.length,
      beforeScenario: 'startCounters',
      afterResponse: 'countAnswer',
      flow: think.meanMs > 0 ? [...flow, { think: think.meanMs / 1000 }] : flow,
    })),
  );
}

const phaseOf = ({ name, durationMs, from, to }: Stage) => ({
  name,
  duration: Math.max(1, Math.round(durationMs / 1000)),
  arrivalRate: from,
  ...(from === to ? {} : { rampTo: to }),
});

/** Writes the script, its module and its data files. The returned `commands` run the script. */
export async function writeArtillery(prepared: Exported, folder: string) {
  const name = prepared.plan.name.replace(/[^\w.-]+/g, '-');
  const processorFile = `${name}.artillery.cjs`;
  const { script, processor, files, variables, notes } = artilleryScript(prepared, processorFile);
  const file = path.join(folder, `${name}.artillery.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, script);
  await writeFile(path.join(folder, processorFile), processor);
  for (const one of files) await writeFile(path.join(folder, one.name), one.text);
  const commands = [
    `artillery run --output result.json ${file}`,
    `on Fargate with: artillery run-fargate ${file}`,
  ];
  return { file, variables, notes, commands };
}

const lcm = (a: number, b: number): number => (a * b) / gcd(a, b);
