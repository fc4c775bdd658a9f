/** Prepares the requests that a load profile defines. */

import { TOKEN_HEADER } from '../../protocol/export/question.js';
import type { LoadRequestOfProfile } from '../../schema/types.js';
import { type Target, UsageError } from '../../settings/index.js';
import type { Row } from '../profile/feeders.js';
import {
  fill,
  isSetting,
  isTargetValue,
  namesIn,
  PLACEHOLDER,
  targetValuesOf,
} from '../profile/placeholders.js';
import type { ScenarioPlan } from '../profile/plan.js';
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

/**
 * Prepares the requests of a scenario with several steps. A value that an earlier step captures
 * from its response is filled in during the run.
 */
export function surveySteps(
  target: Target,
  { name, steps = [], feeder, tags = {} }: ScenarioPlan,
): FlowData {
  const definedNames = Object.keys(feeder?.rows[0] ?? {});
  const requests = steps.map((step): StepSpec => {
    const namesOfStep = Object.keys(step.feeder?.rows[0] ?? {});
    const spec = specFor(target, step.request, name, [...definedNames, ...namesOfStep]);
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
 * Prepares one request. The placeholders in `definedNames` are filled in during the run, from rows
 * of data or from captured values.
 */
function specFor(
  target: Target,
  request: LoadRequestOfProfile,
  scenario: string,
  definedNames: readonly string[],
): RequestSpec {
  const { interface: api, method = 'GET', path, headers = {}, body, expect = {} } = request;
  const base = baseOf(target, api);
  expectAllowed(target, method, base.url + path, scenario);
  const row = settingsIn(request, target, definedNames);
  const isJson = body !== undefined && typeof body !== 'string';
  const sentHeaders = {
    Accept: 'application/json',
    ...(isJson ? { 'Content-Type': 'application/json' } : {}),
    ...headers,
  };
  const hasAuthorization = Object.keys(headers).some((name) => /^authorization$/i.test(name));
  const token = base.usesBearerToken && !hasAuthorization ? tokenSpecs(target)[0] : undefined;
  return {
    title: `${method} ${path}`,
    interface: api === 'auth' ? 'templates' : api,
    method,
    url: fill(`${base.url}${withQuery(request)}`, row, encodeURIComponent),
    headers: fillHeaders({ ...base.headers, ...sentHeaders }, row),
    ...(body === undefined
      ? {}
      : { body: fillBody(isJson ? JSON.stringify(body) : String(body), sentHeaders, row) }),
    expects: expect.status ?? 200,
    ...(expect.schema === undefined ? {} : { expected: { kind: 'schema', schema: expect.schema } }),
    ...(expect.checks === undefined ? {} : { checks: expect.checks }),
    ...(token === undefined ? {} : { token }),
  };
}

/** The path with the query of the request. */
function withQuery({ path, query = {} }: LoadRequestOfProfile): string {
  const pairs = Object.entries(query).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeText(String(value))}`,
  );
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/**
 * Throws a UsageError for a method that may write, unless the target file allows such methods. A
 * token request is always allowed: it is a POST, but does not write.
 */
function expectAllowed(target: Target, method: string, url: string, scenario: string): void {
  if (SAFE_METHODS.includes(method) || target.allow.unsafeMethods) return;
  if (method === 'POST' && url === tokenUrlOf(target)) return;
  throw new UsageError(
    `The scenario ${scenario} sends ${method}, which could write: the target file must contain "allow": { "unsafeMethods": true }.`,
  );
}

const fillHeaders = (headers: Readonly<Record<string, string>>, row: Row): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, row)]));

/** Percent-encodes everything except placeholders. */
const encodeText = (text: string): string =>
  text.replace(new RegExp(`(${PLACEHOLDER.source})|[^{]+|{`, 'g'), (part, name) =>
    name ? part : encodeURIComponent(part),
  );

/**
 * Returns the settings and secrets of the target whose names are placeholders in the request. A
 * name in `definedNames` has another meaning. Throws a UsageError for a setting that the target
 * lacks.
 */
function settingsIn(
  request: LoadRequestOfProfile,
  target: Target,
  definedNames: readonly string[],
): Row {
  const settings = targetValuesOf(target);
  const pairs = namesIn(request)
    .filter((name) => !definedNames.includes(name))
    .flatMap((name): readonly (readonly [string, string])[] => {
      if (isSetting(name)) {
        const secret = target.secrets.find((one) => one.name === name);
        return [[name, needed(secret?.value, name, 'request')]];
      }
      if (!isTargetValue(name)) return [];
      const { setting, value } = settings[name];
      return [[name, String(needed(value, setting, 'request'))]];
    });
  return Object.fromEntries(pairs);
}

/** The parts that all requests to an interface have in common. */
interface RequestBase {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** If true, a request without its own `Authorization` gets a bearer token. */
  readonly usesBearerToken?: boolean;
}

function baseOf(target: Target, api: LoadRequestOfProfile['interface']): RequestBase {
  if (api === 'platform') {
    const { baseUrl, headers } = needed(
      target.platform,
      'platform.baseUrl (PLATFORM_BASE_URL)',
      'request',
    );
    return { url: baseUrl, headers };
  }
  if (api === 'templates') {
    const url = needed(target.templates?.baseUrl, 'templates.baseUrl (ETM_BASE_URL)', 'request');
    return { url, headers: {}, usesBearerToken: true };
  }
  if (api === 'auth') {
    const url = needed(target.templates?.authUrl, 'templates.authUrl (AUTH_URL)', 'request');
    return { url, headers: {} };
  }
  const settings = needed(target.export, 'export.baseUrl (EXPORT_BASE_URL)', 'request');
  const { baseUrl, destination } = settings;
  return {
    url: baseUrl,
    headers: destination === undefined ? {} : { [TOKEN_HEADER]: destination.token },
  };
}
