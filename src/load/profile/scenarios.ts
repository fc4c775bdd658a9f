import { nearest } from '../../schema/nearest.js';
import type { LoadProfile, LoadScenario } from '../../schema/types.js';
import { parseDuration } from '../../target/index.js';
import type { Finding } from './finding.js';
import { type FlowName, flowNames, flowOptions } from './flow-options.js';
import type { ScenarioPlan } from './plan.js';

const COMMON = new Set(['flow', 'name', 'weight', 'think']);

/** The scenarios with their defaults. */
export function checkScenarios(profile: LoadProfile, finding: Finding): readonly ScenarioPlan[] {
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
    return { ...scenario, name, weight: scenario.weight ?? 1, thinkMs: parseDuration(scenario.think ?? '0ms') ?? 0 };
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

function checkOptions(scenario: LoadScenario, flow: FlowName, path: string, finding: Finding): void {
  const { takes, requires } = flowOptions[flow];
  for (const option of Object.keys(scenario)) {
    if (COMMON.has(option) || takes.some((one) => one === option)) continue;
    const known = takes.length === 0 ? 'It takes no options.' : `It takes: ${takes.join(', ')}.`;
    finding.mistake(`${path}.${option}`, `has no meaning for the flow ${flow}`, known);
  }
  for (const option of requires) {
    if (scenario[option] !== undefined) continue;
    finding.mistake(`${path}.${option}`, `is missing for the flow ${flow}`, 'Name an expendable user.');
  }
  if ((scenario.column === undefined) !== (scenario.value === undefined)) {
    finding.mistake(path, 'has "column" without "value" or the other way round', 'Give both or neither.');
  }
}
