import { type Target, UsageError } from '../../target/index.js';
import { type FlowName, flowNames, flowOptions, type ScenarioPlan } from '../profile/index.js';
import type { FlowData } from './data.js';
import { type Ask, needed } from './need.js';
import { surveyDeepPage, surveyFilteredPage, surveyFirstPage, surveyLegacyRoute } from './survey-export.js';
import { surveyCollection } from './survey-platform.js';
import { surveyTemplates, tokenSpecs } from './survey-templates.js';

/** What the command line allows. */
export interface Permissions {
  /** `--allow-destructive`. Default false. */
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
  token: async (target) => ({ kind: 'token', tokens: tokenSpecs(target) }),
  'template-list': surveyTemplates,
  'cursor-walk': surveyCollection,
  handover: async (target, scenario, _, permissions) => handover(target, scenario, permissions),
};

/**
 * Learns what each scenario needs, with a few ordinary requests. Throws a UsageError where the target lacks a setting
 * or a permission, Unfit where its answers are of no use.
 */
export async function survey(
  target: Target,
  scenarios: readonly ScenarioPlan[],
  ask: Ask,
  permissions: Permissions = {},
): Promise<FlowData[]> {
  const learned: FlowData[] = [];
  for (const scenario of scenarios) {
    const flow = flowNames.find((name) => name === scenario.flow);
    if (!flow) throw new UsageError(`Unknown flow "${scenario.flow}". Known: ${Object.keys(flowOptions).join(', ')}.`);
    learned.push(await surveys[flow](target, scenario, ask, permissions));
  }
  return learned;
}

function handover(target: Target, { from, to }: ScenarioPlan, { destructive = false }: Permissions): FlowData {
  const settings = needed(target.handover, 'handover.baseUrl (CDE_BASE_URL)', 'handover');
  const token = needed(settings.token, 'handover.token (CDE_TOKEN)', 'handover');
  if (!target.allow.destructive) {
    throw new UsageError('The flow handover moves data: the target file must say "allow": { "destructive": true }.');
  }
  if (!destructive) throw new UsageError('The flow handover moves data: it needs --allow-destructive as well.');
  if (from === undefined || to === undefined) throw new UsageError('The flow handover needs "from" and "to".');
  const expendable = [settings.from, settings.to];
  if (!expendable.includes(from) || !expendable.includes(to)) {
    throw new UsageError(
      'The users of the flow handover are not the expendable users of the target (handover.from and handover.to).',
    );
  }
  return { kind: 'handover', url: `${settings.baseUrl}/handover`, token, from, to };
}
