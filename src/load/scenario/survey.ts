/** Before a load run, requests the data that its scenarios need. */

import { HANDOVER_PATH, write } from '../../protocol/handover/question.js';
import { type Target, UsageError } from '../../settings/index.js';
import { type FlowName, flowNames, loadFlows } from '../profile/flows.js';
import type { ScenarioPlan } from '../profile/plan.js';
import type { FlowData, RequestSpec } from './data.js';
import { type Ask, Missing, needed } from './need.js';
import { specOf, tokenRequestOf } from './request.js';
import {
  surveyDeepPage,
  surveyFilteredPage,
  surveyFirstPage,
  surveyLegacyRoute,
} from './survey-export.js';
import { surveyCollection } from './survey-platform.js';
import { surveyRequest, surveySteps } from './survey-request.js';
import { surveyTemplates, tokenSpecs } from './survey-templates.js';

export interface Permissions {
  /** Whether `--allow-destructive` was given. The default is false. */
  readonly destructive?: boolean;
}

const surveys: Record<
  FlowName,
  (target: Target, scenario: ScenarioPlan, ask: Ask, permissions: Permissions) => Promise<FlowData>
> = {
  'first-page': surveyFirstPage,
  'filtered-page': surveyFilteredPage,
  'deep-page': surveyDeepPage,
  'legacy-route': surveyLegacyRoute,
  token: async (target) => ({ kind: 'requests', requests: tokenSpecs(target).map(tokenRequestOf) }),
  'template-list': surveyTemplates,
  'cursor-walk': surveyCollection,
  request: async (target, scenario) => surveyRequest(target, scenario),
  steps: async (target, scenario) => surveySteps(target, scenario),
  handover: async (target, scenario, _, permissions) => handover(target, scenario, permissions),
};

export interface Surveyed {
  readonly scenarios: readonly { readonly scenario: ScenarioPlan; readonly data: FlowData }[];
  /** The scenarios that were left out, with the setting that they need. */
  readonly left: readonly { readonly name: string; readonly setting: string }[];
}

/**
 * Sends a few ordinary requests for each scenario. Throws a UsageError that names all missing
 * settings and permissions, or NotApplicable if the responses cannot be used. With `adapt`,
 * scenarios without their settings are left out. It is an error if no scenario remains.
 */
export async function survey(
  target: Target,
  { scenarios, adapt }: { readonly scenarios: readonly ScenarioPlan[]; readonly adapt: boolean },
  ask: Ask,
  permissions: Permissions = {},
): Promise<Surveyed> {
  const surveyed: { scenario: ScenarioPlan; data: FlowData }[] = [];
  const left: { name: string; setting: string }[] = [];
  const problems = new Set<string>();
  for (const scenario of scenarios) {
    const found = await surveyOne(target, scenario, ask, permissions);
    if ('data' in found) surveyed.push({ scenario, data: found.data });
    else if (found.error instanceof Missing && adapt)
      left.push({ name: scenario.name, setting: found.error.setting });
    else problems.add(found.error.message);
  }
  if (problems.size === 0 && surveyed.length === 0) {
    const settings = [...new Set(left.map(({ setting }) => setting))].join('; ');
    problems.add(`The target is configured for no flow of the profile. Set one of: ${settings}.`);
  }
  if (problems.size > 0) throw new UsageError([...problems].join('\n'));
  return { scenarios: surveyed, left };
}

/**
 * Prepares one scenario. Returns an error in its settings, so that the errors of all scenarios are
 * reported together. Throws a UsageError for an unknown flow.
 */
async function surveyOne(
  target: Target,
  scenario: ScenarioPlan,
  ask: Ask,
  permissions: Permissions,
): Promise<{ readonly data: FlowData } | { readonly error: UsageError }> {
  const flow = flowNames.find((name) => name === scenario.flow);
  if (!flow)
    throw new UsageError(
      `Unknown flow "${scenario.flow}". Known: ${Object.keys(loadFlows).join(', ')}.`,
    );
  try {
    return { data: await surveys[flow](target, scenario, ask, permissions) };
  } catch (error) {
    if (error instanceof UsageError) return { error };
    throw error;
  }
}

function handover(
  target: Target,
  { from, to }: ScenarioPlan,
  { destructive = false }: Permissions,
): FlowData {
  const settings = needed(target.handover, 'handover.baseUrl (CDE_BASE_URL)', 'handover');
  const token = needed(settings.token, 'handover.token (CDE_TOKEN)', 'handover');
  if (!target.allow.destructive) {
    throw new UsageError(
      'The flow handover moves data: the target file must say "allow": { "destructive": true }.',
    );
  }
  if (!destructive)
    throw new UsageError('The flow handover moves data: it needs --allow-destructive as well.');
  if (from === undefined || to === undefined)
    throw new UsageError('The flow handover needs "from" and "to".');
  const expendable = [settings.from, settings.to];
  if (!expendable.includes(from) || !expendable.includes(to)) {
    throw new UsageError(
      'The users of the flow handover are not the expendable users of the target (handover.from and handover.to).',
    );
  }
  const question = { body: { from, to }, authorization: `Bearer ${token}` };
  const request: RequestSpec = {
    ...specOf(`POST ${HANDOVER_PATH}`, write(question, settings)),
    expected: { kind: 'schema', schema: 'handover/answer' },
  };
  return { kind: 'requests', requests: [request] };
}
