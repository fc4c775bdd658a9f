import type { LoadRequestOfProfile, LoadScenario } from '../../schema/types.js';
import type { ScenarioPlan } from './plan.js';

type Option = Exclude<
  keyof LoadScenario,
  'flow' | 'name' | 'weight' | 'think' | 'tags' | 'model' | 'stages' | 'start'
>;

type InterfaceName = LoadRequestOfProfile['interface'] | 'handover';

interface FlowOptions {
  /**
   * The flow needs the settings of this interface. The value is undefined if its requests name the
   * interface.
   */
  readonly of: 'export' | 'templates' | 'platform' | 'handover' | undefined;
  /** All options of the flow, including the required options. */
  readonly takes: readonly Option[];
  readonly requires: readonly Option[];
}

function flow(
  of: FlowOptions['of'],
  takes: readonly Option[],
  requires: readonly Option[] = [],
): FlowOptions {
  return { of, takes: [...takes, ...requires], requires };
}

/** The flows that a scenario can name, with their options. */
export const loadFlows = {
  'first-page': flow('export', ['format', 'limit']),
  'filtered-page': flow('export', ['format', 'limit', 'column', 'value']),
  'deep-page': flow('export', ['format', 'limit', 'offset']),
  'legacy-route': flow('export', ['format', 'limit']),
  token: flow('templates', []),
  'template-list': flow('templates', []),
  'cursor-walk': flow('platform', ['limit', 'pages', 'collection']),
  request: flow(undefined, ['data'], ['request']),
  steps: flow(undefined, ['data'], ['steps']),
  handover: flow('handover', [], ['from', 'to']),
};

export type FlowName = keyof typeof loadFlows;

export const flowNames: readonly FlowName[] = Object.keys(loadFlows).filter(
  (name): name is FlowName => name in loadFlows,
);

/** The interfaces whose settings a scenario needs. `auth` is the authentication server. */
export function interfacesOf({
  flow: name,
  request,
  steps = [],
}: Pick<ScenarioPlan, 'flow' | 'request' | 'steps'>): readonly InterfaceName[] {
  const known = flowNames.find((one) => one === name);
  const ofFlow = known && loadFlows[known].of;
  const ofRequests = [request, ...steps.map((step) => step.request)].flatMap(
    (one) => one?.interface ?? [],
  );
  return [...new Set([...ofRequests, ...(ofFlow === undefined ? [] : [ofFlow])])];
}
