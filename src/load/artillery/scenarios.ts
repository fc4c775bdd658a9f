/** Converts the flows of a load plan to Artillery scenarios. */

import { write } from '../../protocol/platform/question.js';
import { type Secret, UsageError } from '../../settings/index.js';
import { headerOf } from '../json-path.js';
import type { Feeder } from '../profile/feeders.js';
import type { FlowData, RequestSpec, StepSpec, TokenSpec } from '../scenario/data.js';
import { Payload } from './payload.js';
import { withoutSecrets } from './secrets.js';

export type ArtilleryStep = Readonly<Record<string, unknown>>;

/** Load runs of Assay follow no redirects either. */
const NO_REDIRECT = { followRedirect: false };

/**
 * Returns the Artillery steps of each request. The steps of a sequence of requests, or of a walk
 * through pages, are in one list. The requests use the columns of `payloads` as variables. The
 * functions that steps name, such as `startWalk`, are in the module that `processorOf` writes.
 */
export function stepsFor(
  data: FlowData,
  secrets: readonly Secret[],
  payloads: Payloads,
): ArtilleryStep[][] {
  if (data.kind === 'walk') return [walkSteps(data, secrets)];
  const shared = payloads.of(data.feeder);
  if (data.kind === 'requests')
    return data.requests.map((spec) => stepsOf(withColumnNames(spec, shared), secrets));
  const steps = data.requests.flatMap((spec, index) => {
    const named = withColumnNames(withColumnNames(spec, payloads.of(spec.feeder)), shared);
    const [first, ...others] = stepsOf(named, secrets, capturesOf(spec));
    const pause = index > 0 && spec.think.meanMs > 0 ? [{ think: spec.think.meanMs / 1000 }] : [];
    const sent = first === undefined ? [] : [...pause, first, ...others];
    return spec.repeat > 1 ? [{ loop: sent, count: spec.repeat }] : sent;
  });
  return [steps];
}

function walkSteps(
  { collection, limit, address, pages }: Extract<FlowData, { kind: 'walk' }>,
  secrets: readonly Secret[],
): ArtilleryStep[] {
  const { url, headers = [] } = write({ collection, limit }, address);
  const get = {
    url: `${url}&cursor={{ cursor }}`,
    name: `GET ${new URL(url).pathname}`,
    headers: redactedValues(Object.fromEntries(headers), secrets),
    afterResponse: 'followCursor',
    ...NO_REDIRECT,
  };
  return [{ function: 'startWalk' }, { loop: [{ get }], whileTrue: 'walksOn', count: pages }];
}

/** One payload (a CSV file) for each data feeder, which is a data file of the load profile. */
export class Payloads {
  readonly #known = new Map<Feeder, Payload>();

  of(feeder: Feeder | undefined): Payload | undefined {
    if (feeder === undefined) return undefined;
    const known = this.#known.get(feeder) ?? new Payload(`data${this.#known.size + 1}`, feeder);
    this.#known.set(feeder, known);
    return known;
  }

  all(): readonly Payload[] {
    return [...this.#known.values()];
  }
}

function withColumnNames<T extends RequestSpec>(spec: T, payload: Payload | undefined): T {
  if (payload === undefined) return spec;
  const { url, headers, body } = spec;
  const type = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
  return {
    ...spec,
    url: payload.withColumnNames(url, 'uri'),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, payload.withColumnNames(value, 'raw')]),
    ),
    ...(body === undefined
      ? {}
      : { body: payload.withColumnNames(body, /json/i.test(type) ? 'json' : 'raw') }),
  };
}

/** Returns the `capture` member of a request, which stores values of its response in variables. */
const capturesOf = ({ captures }: StepSpec): Readonly<Record<string, unknown>> =>
  captures.length === 0
    ? {}
    : {
        capture: captures.map(({ name, from }) => {
          const field = headerOf(from);
          return field === undefined ? { json: from, as: name } : { header: field, as: name };
        }),
      };

const redactedValues = (
  values: Readonly<Record<string, string>>,
  secrets: readonly Secret[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, withoutSecrets(value, secrets)]),
  );

/** The key of a client in the module that is exported with the script. */
export const keyOf = ({ url, client }: TokenSpec): string => `${client.id} ${url}`;

function stepsOf(
  spec: RequestSpec,
  secrets: readonly Secret[],
  more: Readonly<Record<string, unknown>> = {},
): ArtilleryStep[] {
  const { title, method = 'GET', url, headers, expects = 200, token } = spec;
  if (expects !== 200)
    throw new UsageError(
      `${title} expects status ${expects}. Only requests that expect 200 can be exported to Artillery. Leave out this request.`,
    );
  const given = { ...headers, ...(token ? { Authorization: 'Bearer {{ bearer }}' } : {}) };
  const request = {
    url: withoutSecrets(url, secrets),
    name: title,
    headers: redactedValues(given, secrets),
    ...bodyOf(spec, secrets),
    ...more,
    ...NO_REDIRECT,
  };
  const verb = method.toLowerCase();
  if (!token) return [{ [verb]: request }];
  return [
    { function: `bearer ${keyOf(token)}` },
    { [verb]: { ...request, afterResponse: 'noteRefusal' } },
    // After a 401, one new token is obtained and the request is repeated once.
    { function: `renew ${keyOf(token)}` },
    { [verb]: { ...request, ifTrue: 'refused' } },
  ];
}

function bodyOf(
  { headers, body }: RequestSpec,
  secrets: readonly Secret[],
): Readonly<Record<string, unknown>> {
  if (body === undefined) return {};
  // In encoded text a secret would not be recognized, so a form is written as a list of fields.
  const isForm = Object.values(headers).includes('application/x-www-form-urlencoded');
  return isForm
    ? { form: redactedValues(Object.fromEntries(new URLSearchParams(body)), secrets) }
    : { body: withoutSecrets(body, secrets) };
}
