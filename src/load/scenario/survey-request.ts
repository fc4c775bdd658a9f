/** Prepares the requests that a load profile defines itself. */

import { TOKEN_HEADER } from '../../protocol/export/question.js';
import type { LoadRequestOfProfile } from '../../schema/types.js';
import { type Target, UsageError } from '../../settings/index.js';
import {
  fill,
  isSetting,
  namesIn,
  PLACEHOLDER,
  type Row,
  type ScenarioPlan,
} from '../profile/index.js';
import type { FlowData, RequestSpec, StepSpec } from './data.js';
import { needed } from './need.js';
import { fillBody, SAFE_METHODS } from './request.js';
import { tokenSpecs, tokenUrlOf } from './survey-templates.js';

/**
 * Adds the address and the credentials of the interface to a request of the profile. Nothing is
 * sent.
 */
export function surveyRequest(target: Target, { request, name, feeder }: ScenarioPlan): FlowData {
  if (!request) throw new UsageError(`The scenario ${name} has no request.`);
  const definedNames = Object.keys(feeder?.rows[0] ?? {});
  return { kind: 'requests', requests: [specFor(target, request, name, definedNames)], feeder };
}

/** Prepares a sequence. Values that earlier steps capture are filled in during the run. */
export function surveySteps(
  target: Target,
  { name, steps = [], feeder, tags = {} }: ScenarioPlan,
): FlowData {
  const definedNames = Object.keys(feeder?.rows[0] ?? {});
  const requests = steps.map((step): StepSpec => {
    const own = Object.keys(step.feeder?.rows[0] ?? {});
    const spec = specFor(target, step.request, name, [...definedNames, ...own]);
    definedNames.push(...step.captures.map((capture) => capture.name));
    const { title, captures, think, repeat, feeder: rows } = step;
    return {
      ...spec,
      title,
      captures,
      think,
      repeat,
      tags: { ...tags, ...step.tags },
      ...(rows === undefined ? {} : { feeder: rows }),
    };
  });
  return { kind: 'steps', requests, feeder };
}

/**
 * Prepares one request. The placeholders in `definedNames` are filled in later, by rows or by
 * earlier steps.
 */
function specFor(
  target: Target,
  request: LoadRequestOfProfile,
  scenario: string,
  definedNames: readonly string[],
): RequestSpec {
  const { interface: api, method = 'GET', path, headers = {}, body, expect = {} } = request;
  const place = baseOf(target, api);
  expectAllowed(target, method, place.url + path, scenario);
  const values = Object.entries({ ...place.values, ...secretsFor(request, target) });
  const row: Row = Object.fromEntries(values.filter(([known]) => !definedNames.includes(known)));
  const json = body !== undefined && typeof body !== 'string';
  const sent = {
    Accept: 'application/json',
    ...(json ? { 'Content-Type': 'application/json' } : {}),
    ...headers,
  };
  const isAuthorized = Object.keys(headers).some((name) => /^authorization$/i.test(name));
  const token = place.hasToken && !isAuthorized ? tokenSpecs(target)[0] : undefined;
  return {
    title: `${method} ${path}`,
    method,
    url: fill(`${place.url}${withQuery(request)}`, row, encodeURIComponent),
    headers: fillHeaders({ ...place.headers, ...sent }, row),
    ...(body === undefined
      ? {}
      : { body: fillBody(json ? JSON.stringify(body) : String(body), sent, row) }),
    expects: expect.status ?? 200,
    ...(expect.schema === undefined ? {} : { expected: { kind: 'schema', schema: expect.schema } }),
    ...(expect.checks === undefined ? {} : { checks: expect.checks }),
    ...(token === undefined ? {} : { token }),
  };
}

function withQuery({ path, query = {} }: LoadRequestOfProfile): string {
  const question = Object.entries(query).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeText(String(value))}`,
  );
  if (question.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${question.join('&')}`;
}

/**
 * Throws a UsageError for a method that may write, unless the target file allows it. A token
 * request is a POST, but does not write.
 */
function expectAllowed(target: Target, method: string, url: string, scenario: string): void {
  if (SAFE_METHODS.includes(method) || target.allow.unsafeMethods) return;
  if (method === 'POST' && url === tokenUrlOf(target)) return;
  throw new UsageError(
    `The scenario ${scenario} sends ${method}, which could write: the target file must say "allow": { "unsafeMethods": true }.`,
  );
}

const fillHeaders = (headers: Readonly<Record<string, string>>, row: Row): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, row)]));

/** Percent-encodes everything except placeholders. */
const encodeText = (text: string): string =>
  text.replace(new RegExp(`(${PLACEHOLDER.source})|[^{]+|{`, 'g'), (part, name) =>
    name ? part : encodeURIComponent(part),
  );

/** The secrets that the request names. */
function secretsFor(request: LoadRequestOfProfile, { secrets }: Target): Record<string, string> {
  const names = namesIn(request).filter(isSetting);
  return Object.fromEntries(
    names.map((name) => [
      name,
      needed(secrets.find((one) => one.name === name)?.value, name, 'request'),
    ]),
  );
}

/** What the requests of an interface share. */
interface RequestBase {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly values: Row;
  /** Requests have a bearer token by default. */
  readonly hasToken?: boolean;
}

function baseOf(target: Target, api: LoadRequestOfProfile['interface']): RequestBase {
  if (api === 'platform') {
    const { baseUrl, headers } = needed(
      target.platform,
      'platform.baseUrl (PLATFORM_BASE_URL)',
      'request',
    );
    return { url: baseUrl, headers, values: {} };
  }
  if (api === 'templates') {
    const url = needed(target.templates?.baseUrl, 'templates.baseUrl (ETM_BASE_URL)', 'request');
    return { url, headers: {}, values: {}, hasToken: true };
  }
  if (api === 'auth') {
    const url = needed(target.templates?.authUrl, 'templates.authUrl (AUTH_URL)', 'request');
    const { client, otherClient } = target.templates ?? {};
    return {
      url,
      headers: {},
      values: defined({ clientId: client?.id, otherClientId: otherClient?.id }),
    };
  }
  const settings = needed(target.export, 'export.baseUrl (EXPORT_BASE_URL)', 'request');
  const { baseUrl, siteId, channelId, destination, otherDestination } = settings;
  return {
    url: baseUrl,
    headers: destination === undefined ? {} : { [TOKEN_HEADER]: destination.token },
    values: defined({
      siteId,
      channelId,
      destinationId: destination?.id,
      otherDestinationId: otherDestination?.id,
    }),
  };
}

const defined = (values: Readonly<Record<string, string | number | undefined>>): Row =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
