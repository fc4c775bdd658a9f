import type { LoadScenario } from '../../schema/types.js';

type Option = Exclude<keyof LoadScenario, 'flow' | 'name' | 'weight' | 'think' | 'tags'>;

interface FlowOptions {
  /** Whose settings it needs; that of a request says so itself. */
  readonly of: 'export' | 'templates' | 'platform' | 'handover' | undefined;
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

/**
 * Every flow that a scenario can name, with the options it takes and those that it cannot do
 * without.
 */
export const loadFlows = {
  'first-page': flow('export', ['format', 'limit']),
  'filtered-page': flow('export', ['format', 'limit', 'column', 'value']),
  'deep-page': flow('export', ['format', 'limit', 'offset']),
  'legacy-route': flow('export', ['format', 'limit']),
  token: flow('templates', []),
  'template-list': flow('templates', []),
  'cursor-walk': flow('platform', ['limit', 'pages', 'collection']),
  request: flow(undefined, ['data'], ['request']),
  handover: flow('handover', [], ['from', 'to']),
};

export type FlowName = keyof typeof loadFlows;

export const flowNames: readonly FlowName[] = Object.keys(loadFlows).filter(
  (name): name is FlowName => name in loadFlows,
);

/** The interface whose settings a scenario needs. */
export const interfaceOf = ({
  flow: asked,
  request,
}: Pick<LoadScenario, 'flow' | 'request'>): FlowOptions['of'] => {
  const known = flowNames.find((name) => name === asked);
  return request?.interface ?? (known && loadFlows[known].of);
};
