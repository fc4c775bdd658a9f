import { type Secret, UsageError } from '../../settings/index.js';
import type { ScenarioPlan } from '../profile/index.js';
import type { FlowData, RequestSpec, TokenSpec } from '../scenario/index.js';
import { withoutSecrets } from './secrets.js';

export type ArtilleryStep = Readonly<Record<string, unknown>>;

export interface ArtilleryScenario {
  readonly name: string;
  readonly weight: number;
  readonly flow: readonly ArtilleryStep[];
}

const NO_REDIRECT = { followRedirect: false };

/** The scenarios of Artillery for one of ours: one for each destination or organization, with equal shares. */
export function artilleryScenarios(
  plan: ScenarioPlan,
  data: FlowData,
  secrets: readonly Secret[],
): ArtilleryScenario[] {
  const think = plan.think.meanMs > 0 ? [{ think: plan.think.meanMs / 1000 }] : [];
  const flows = flowsOf(data, secrets).map((flow) => [...flow, ...think]);
  return flows.map((flow, index) => ({
    name: flows.length === 1 ? plan.name : `${plan.name} ${index + 1}`,
    weight: plan.weight,
    flow,
  }));
}

/** How many scenarios of Artillery one of ours becomes. */
export const parts = (data: FlowData): number => flowsOf(data, []).length;

function flowsOf(data: FlowData, secrets: readonly Secret[]): ArtilleryStep[][] {
  const headers = (given: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, withoutSecrets(value, secrets)]));
  if (data.kind === 'requests') {
    if (data.feeder)
      throw new UsageError('Rows of a data feeder cannot be exported to Artillery. Leave the scenario out.');
    return data.requests.map((spec) => stepsOf(spec, secrets));
  }
  const get = {
    url: `${data.url}?limit=${data.limit}&cursor={{ cursor }}`,
    name: `GET ${new URL(data.url).pathname}`,
    headers: { Accept: 'application/json', ...headers(data.headers) },
    afterResponse: 'followCursor',
    ...NO_REDIRECT,
  };
  return [[{ function: 'startWalk' }, { loop: [{ get }], whileTrue: 'walksOn', count: data.pages }]];
}

/** Names a client in the module of functions. */
export const keyOf = ({ url, client }: TokenSpec): string => `${client.id} ${url}`;

function stepsOf(spec: RequestSpec, secrets: readonly Secret[]): ArtilleryStep[] {
  const { title, method = 'GET', url, headers, body, expects = 200, token } = spec;
  if (expects !== 200)
    throw new UsageError(`${title} expects ${expects}, which cannot be exported to Artillery. Leave it out.`);
  const given = { ...headers, ...(token ? { Authorization: 'Bearer {{ bearer }}' } : {}) };
  const safe = (all: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, withoutSecrets(value, secrets)]));
  // A form is given by its members: what is encoded in it would not be known for a secret.
  const form = Object.values(headers).includes('application/x-www-form-urlencoded');
  const written =
    body === undefined
      ? {}
      : form
        ? { form: safe(Object.fromEntries(new URLSearchParams(body))) }
        : { body: withoutSecrets(body, secrets) };
  const request = { url: withoutSecrets(url, secrets), name: title, headers: safe(given), ...written, ...NO_REDIRECT };
  const verb = method.toLowerCase();
  if (!token) return [{ [verb]: request }];
  return [
    { function: `bearer ${keyOf(token)}` },
    { [verb]: { ...request, afterResponse: 'noteRefusal' } },
    // A 401 costs one new token and one repetition.
    { function: `renew ${keyOf(token)}` },
    { [verb]: { ...request, ifTrue: 'refused' } },
  ];
}
