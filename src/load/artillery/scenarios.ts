import { type Secret, UsageError } from '../../settings/index.js';
import type { ScenarioPlan } from '../profile/index.js';
import { type FlowData, requestOf } from '../scenario/index.js';
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
  switch (data.kind) {
    case 'pages':
      return data.pages.map(({ title, url, headers: sent }) => [
        { get: { url, name: title, headers: headers(sent), ...NO_REDIRECT } },
      ]);
    case 'token':
      return data.tokens.map(({ url, client }) => [
        {
          post: {
            url,
            name: 'POST token',
            headers: { Accept: 'application/json' },
            form: {
              grant_type: 'client_credentials',
              client_id: client.id,
              client_secret: withoutSecrets(client.secret, secrets),
            },
            ...NO_REDIRECT,
          },
        },
      ]);
    case 'templates':
      return data.lists.map((_, index) => {
        const get = { url: data.url, name: 'GET /V1/export-templates', ...NO_REDIRECT };
        const sent = { headers: { Authorization: 'Bearer {{ bearer }}', Accept: 'application/json' } };
        return [
          { function: `bearer${index}` },
          { get: { ...get, ...sent, afterResponse: 'noteRefusal' } },
          // A 401 costs one new token and one repetition.
          { function: `renew${index}` },
          { get: { ...get, ...sent, ifTrue: 'refused' } },
        ];
      });
    case 'walk':
      return [
        [
          { function: 'startWalk' },
          {
            loop: [
              {
                get: {
                  url: `${data.url}?limit=${data.limit}&cursor={{ cursor }}`,
                  name: `GET ${new URL(data.url).pathname}`,
                  headers: { Accept: 'application/json', ...headers(data.headers) },
                  afterResponse: 'followCursor',
                  ...NO_REDIRECT,
                },
              },
            ],
            whileTrue: 'walksOn',
            count: data.pages,
          },
        ],
      ];
    case 'request': {
      const why = [
        ...(data.feeder ? ['rows of a data feeder'] : []),
        ...(data.token ? ['a bearer token'] : []),
        ...(data.expects === 200 ? [] : [`the status ${data.expects}`]),
      ];
      if (why.length > 0)
        throw new UsageError(
          `${data.title} needs ${why.join(' and ')}: leave it out, Artillery gets plain requests only.`,
        );
      const { message } = requestOf(data, {}, undefined);
      const sent = Object.fromEntries(
        message.headers.flatMap((name, at) => (at % 2 === 0 ? [[name, message.headers[at + 1] ?? '']] : [])),
      );
      const url = new URL(message.path, data.url).href;
      const body = message.body === undefined ? {} : { body: withoutSecrets(message.body.toString(), secrets) };
      return [
        [{ [data.method.toLowerCase()]: { url, name: data.title, headers: headers(sent), ...body, ...NO_REDIRECT } }],
      ];
    }
    case 'handover':
      return [
        [
          {
            post: {
              url: data.url,
              name: 'POST /handover',
              headers: headers({ Authorization: `Bearer ${data.token}`, Accept: 'application/json' }),
              json: { from: data.from, to: data.to },
              ...NO_REDIRECT,
            },
          },
        ],
      ];
  }
}
