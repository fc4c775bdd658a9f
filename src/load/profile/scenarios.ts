/** Checks the scenarios of a load profile. */

import type { LoadProfile, LoadScenario } from '../../schema/types.js';
import type { Feeder } from './feeders.js';
import { type FlowName, flowNames, loadFlows } from './flows.js';
import { capturedOf } from './metric.js';
import type { Mistakes } from './mistakes.js';
import { checkScenarioRequest } from './own-request.js';
import type { ScenarioPlan } from './plan.js';
import { ownSchedule } from './stages.js';
import { checkSteps } from './steps.js';
import { thinkOf } from './think.js';

/** The options that scenarios of every flow accept. */
const COMMON = new Set(['flow', 'name', 'weight', 'think', 'tags', 'model', 'stages', 'start']);

/** Checks all scenarios, and leaves out scenarios with the weight 0. */
export function checkScenarios(
  profile: LoadProfile,
  feeders: ReadonlyMap<string, Feeder>,
  mistakes: Mistakes,
): readonly ScenarioPlan[] {
  const names = new Set<string>();
  const capturedMetrics = new Set(
    (profile.thresholds ?? []).flatMap(({ metric }) => capturedOf(metric)?.name ?? []),
  );
  const scenarios = profile.scenarios.map((scenario, index): ScenarioPlan => {
    const path = `scenarios[${index}]`;
    const flow = flowNames.find((one) => one === scenario.flow);
    if (flow) checkOptions(scenario, flow, path, mistakes);
    else mistakes.unknown(`${path}.flow`, 'flow', scenario.flow, flowNames);
    const name = scenario.name ?? scenario.flow;
    const remedy = 'Give each scenario a different name.';
    mistakes.unless(!names.has(name), `${path}.name`, `"${name}" is duplicated`, remedy);
    names.add(name);
    if (scenario.steps === undefined) checkScenarioRequest(scenario, feeders, path, mistakes);
    const { think, data, steps, model: _, stages: __, start: ___, ...rest } = scenario;
    const feeder = data === undefined ? undefined : feeders.get(data);
    const own = ownSchedule(scenario, profile, path, mistakes);
    return {
      ...rest,
      name,
      weight: scenario.weight ?? 1,
      think: thinkOf(think),
      ...(feeder === undefined ? {} : { feeder }),
      ...(own === undefined ? {} : { own }),
      ...(steps === undefined
        ? {}
        : { steps: checkSteps({ scenario, path, feeders, capturedMetrics }, mistakes) }),
    };
  });
  const isIdle = scenarios.every(({ weight }) => weight === 0);
  const remedy = 'Give one of them a "weight" of 1 or more.';
  mistakes.unless(!isIdle, 'scenarios', 'all have the weight 0, so none would start', remedy);
  return scenarios.filter(({ weight }) => weight > 0);
}

/** Remedies for missing options. The other required options, such as `from`, each name a user. */
const REMEDIES: Readonly<Record<string, string>> = {
  request: 'Set "request": { "interface": "export", "path": "/…" }, for example.',
  steps: 'Set "steps": [{ "request": { "interface": "export", "path": "/…" } }], for example.',
};

function checkOptions(
  scenario: LoadScenario,
  flow: FlowName,
  path: string,
  mistakes: Mistakes,
): void {
  const { takes, requires } = loadFlows[flow];
  for (const option of Object.keys(scenario)) {
    if (COMMON.has(option) || takes.some((one) => one === option)) continue;
    const remedy = takes.length === 0 ? 'It takes no options.' : `It takes: ${takes.join(', ')}.`;
    mistakes.add(`${path}.${option}`, `has no meaning for the flow ${flow}`, remedy);
  }
  for (const option of requires) {
    if (scenario[option] !== undefined) continue;
    const remedy = REMEDIES[option] ?? 'Name an expendable user.';
    mistakes.add(`${path}.${option}`, `is missing for the flow ${flow}`, remedy);
  }
  if ((scenario.column === undefined) !== (scenario.value === undefined)) {
    mistakes.add(
      path,
      'has "column" without "value" or the other way round',
      'Give both or neither.',
    );
  }
}
