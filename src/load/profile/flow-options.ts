import type { LoadScenario } from '../../schema/types.js';

type Option = Exclude<keyof LoadScenario, 'flow' | 'name' | 'weight' | 'think' | 'tags'>;

interface FlowOptions {
  /** Whose settings it needs; that of a request says so itself. */
  readonly of?: 'export' | 'templates' | 'platform' | 'handover';
  readonly about: string;
  readonly takes: readonly Option[];
  readonly requires: readonly Option[];
}

/** Every flow that a scenario can name, with the options it takes. */
export const flowOptions = {
  'first-page': { of: 'export', about: 'GET the first page of products', takes: ['format', 'limit'], requires: [] },
  'filtered-page': {
    of: 'export',
    about: 'GET products whose column has a value',
    takes: ['format', 'limit', 'column', 'value'],
    requires: [],
  },
  'deep-page': {
    of: 'export',
    about: 'GET a page far into the list',
    takes: ['format', 'limit', 'offset'],
    requires: [],
  },
  'legacy-route': {
    of: 'export',
    about: 'GET products by the deprecated route',
    takes: ['format', 'limit'],
    requires: [],
  },
  token: { of: 'templates', about: 'POST for an access token', takes: [], requires: [] },
  'template-list': { of: 'templates', about: 'GET the export templates, renewing the token', takes: [], requires: [] },
  'cursor-walk': {
    of: 'platform',
    about: 'GET page after page of a collection',
    takes: ['limit', 'pages', 'collection'],
    requires: [],
  },
  request: { about: 'a request of your own', takes: ['request', 'data'], requires: ['request'] },
  handover: {
    of: 'handover',
    about: 'POST a handover between two expendable users',
    takes: ['from', 'to'],
    requires: ['from', 'to'],
  },
} as const satisfies Record<string, FlowOptions>;

export type FlowName = keyof typeof flowOptions;

export const flowNames: readonly FlowName[] = Object.keys(flowOptions).filter(
  (name): name is FlowName => name in flowOptions,
);

/** The interface whose settings a scenario needs. */
export const interfaceOf = ({ flow, request }: Pick<LoadScenario, 'flow' | 'request'>): FlowOptions['of'] => {
  const options: FlowOptions | undefined = Object.entries(flowOptions).find(([name]) => name === flow)?.[1];
  return request?.interface ?? options?.of;
};
