import { nearest } from '../../schema/nearest.js';
import type { LoadProfile, LoadScenario } from '../../schema/types.js';
import type { Feeder } from './feeders.js';
import type { Finding } from './finding.js';
import { type FlowName, flowNames, flowOptions } from './flow-options.js';
import { checkRequest } from './own-request.js';
import type { ScenarioPlan } from './plan.js';
import { checkThink } from './think.js';

const COMMON = new Set(['flow', 'name', 'weight', 'think', 'tags']);

/** The scenarios with their defaults. */
export function checkScenarios(
  profile: LoadProfile,
  feeders: ReadonlyMap<string, Feeder>,
  finding: Finding,
): readonly ScenarioPlan[] {
  const names = new Set<string>();
  const scenarios = profile.scenarios.map((scenario, index): ScenarioPlan => {
    const path = `scenarios[${index}]`;
    const flow = flowNames.find((one) => one === scenario.flow);
    if (flow) checkOptions(scenario, flow, path, finding);
    else {
      const near = nearest(scenario.flow, flowNames);
      const remedy = near === undefined ? `Known: ${flowNames.join(', ')}.` : `Did you mean "${near}"?`;
      finding.mistake(`${path}.flow`, `unknown flow "${scenario.flow}"`, remedy);
    }
    const name = scenario.name ?? scenario.flow;
    finding.unless(
      !names.has(name),
      `${path}.name`,
      `"${name}" is there twice`,
      'Give each scenario a name of its own.',
    );
    names.add(name);
    checkRequest(scenario, feeders, path, finding);
    const { think: asked, data, ...rest } = scenario;
    const think = checkThink(asked, `${path}.think`, finding);
    const feeder = data === undefined ? undefined : feeders.get(data);
    return { ...rest, name, weight: scenario.weight ?? 1, think, ...(feeder === undefined ? {} : { feeder }) };
  });
  if (scenarios.every(({ weight }) => weight === 0)) {
    finding.mistake(
      'scenarios',
      'all have the weight 0, so none would start',
      'Give one of them a "weight" of 1 or more.',
    );
  }
  return scenarios.filter(({ weight }) => weight > 0);
}

const REMEDIES = {
  from: 'Name an expendable user.',
  to: 'Name an expendable user.',
  request: 'Say "request": { "interface": "export", "path": "/…" }, for example.',
} as const;

function checkOptions(scenario: LoadScenario, flow: FlowName, path: string, finding: Finding): void {
  const { takes, requires } = flowOptions[flow];
  for (const option of Object.keys(scenario)) {
    if (COMMON.has(option) || takes.some((one) => one === option)) continue;
    const known = takes.length === 0 ? 'It takes no options.' : `It takes: ${takes.join(', ')}.`;
    finding.mistake(`${path}.${option}`, `has no meaning for the flow ${flow}`, known);
  }
  for (const option of requires) {
    if (scenario[option] !== undefined) continue;
    finding.mistake(`${path}.${option}`, `is missing for the flow ${flow}`, REMEDIES[option]);
  }
  if ((scenario.column === undefined) !== (scenario.value === undefined)) {
    finding.mistake(path, 'has "column" without "value" or the other way round', 'Give both or neither.');
  }
}
