import { write } from '../../protocol/platform/question.js';
import { type Secret, UsageError } from '../../settings/index.js';
import type { FlowData, RequestSpec, TokenSpec } from '../scenario/index.js';
import { withoutSecrets } from './secrets.js';

export type ArtilleryStep = Readonly<Record<string, unknown>>;

const NO_REDIRECT = { followRedirect: false };

/**
 * What virtual users of Artillery do for a flow of ours: a list of steps for each destination or
 * organization.
 */
export function stepsFor(data: FlowData, secrets: readonly Secret[]): ArtilleryStep[][] {
  if (data.kind === 'requests') {
    if (data.feeder)
      throw new UsageError(
        'Rows of a data feeder cannot be exported to Artillery. Leave the scenario out.',
      );
    return data.requests.map((spec) => stepsOf(spec, secrets));
  }
  const { collection, limit, address } = data;
  const { url, headers = [] } = write({ collection, limit }, address);
  const get = {
    // Artillery fills in the cursor of each page.
    url: `${url}&cursor={{ cursor }}`,
    name: `GET ${new URL(url).pathname}`,
    headers: safe(Object.fromEntries(headers), secrets),
    afterResponse: 'followCursor',
    ...NO_REDIRECT,
  };
  return [
    [{ function: 'startWalk' }, { loop: [{ get }], whileTrue: 'walksOn', count: data.pages }],
  ];
}

const safe = (
  all: Readonly<Record<string, string>>,
  secrets: readonly Secret[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, withoutSecrets(value, secrets)]),
  );

/** Names a client in the module of functions. */
export const keyOf = ({ url, client }: TokenSpec): string => `${client.id} ${url}`;

function stepsOf(spec: RequestSpec, secrets: readonly Secret[]): ArtilleryStep[] {
  const { title, method = 'GET', url, headers, body, expects = 200, token } = spec;
  if (expects !== 200)
    throw new UsageError(
      `${title} expects ${expects}, which cannot be exported to Artillery. Leave it out.`,
    );
  const given = { ...headers, ...(token ? { Authorization: 'Bearer {{ bearer }}' } : {}) };
  // A form is given by its members: what is encoded in it would not be known for a secret.
  const form = Object.values(headers).includes('application/x-www-form-urlencoded');
  const written =
    body === undefined
      ? {}
      : form
        ? { form: safe(Object.fromEntries(new URLSearchParams(body)), secrets) }
        : { body: withoutSecrets(body, secrets) };
  const request = {
    url: withoutSecrets(url, secrets),
    name: title,
    headers: safe(given, secrets),
    ...written,
    ...NO_REDIRECT,
  };
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
