import type { LoadRequestOfProfile } from '../../schema/types.js';
import { type Target, UsageError } from '../../settings/index.js';
import { isSetting, namesIn, type ScenarioPlan } from '../profile/index.js';
import type { FlowData } from './data.js';
import { needed } from './need.js';
import { SAFE_METHODS } from './own-request.js';
import { tokenSpecs } from './survey-templates.js';

/** A request of the profile's own with the address and the credentials of its interface. Nothing is sent. */
export function surveyRequest(target: Target, { request, name, feeder }: ScenarioPlan): FlowData {
  if (!request) throw new UsageError(`The scenario ${name} has no request.`);
  const { interface: of, method = 'GET', path, query = {}, headers = {}, body, expect = {} } = request;
  if (!SAFE_METHODS.includes(method) && !target.allow.unsafeMethods) {
    throw new UsageError(
      `The scenario ${name} sends ${method}, which could write: the target file must say "allow": { "unsafeMethods": true }.`,
    );
  }
  const { values, ...place } = placeOf(target, of, headers);
  return {
    kind: 'request',
    title: `${method} ${path}`,
    ...place,
    values: { ...values, ...secretsFor(request, target) },
    method,
    path,
    query,
    ...(body === undefined ? {} : { body }),
    expects: expect.status ?? 200,
    ...(expect.schema === undefined ? {} : { schema: expect.schema }),
    ...(feeder === undefined ? {} : { feeder }),
  };
}

/** The secrets of the target that a request asks for by name. */
function secretsFor(request: LoadRequestOfProfile, { secrets }: Target): Record<string, string> {
  const names = namesIn(request).filter(isSetting);
  return Object.fromEntries(
    names.map((name) => [name, needed(secrets.find((one) => one.name === name)?.value, name, 'request')]),
  );
}

function placeOf(target: Target, of: 'export' | 'templates' | 'platform', asked: Readonly<Record<string, string>>) {
  const headers = { Accept: 'application/json', ...asked };
  if (of === 'platform') {
    const platform = needed(target.platform, 'platform.baseUrl (PLATFORM_BASE_URL)', 'request');
    return { url: platform.baseUrl, headers: { ...platform.headers, ...headers }, values: {} };
  }
  if (of === 'templates') {
    const url = needed(target.templates?.baseUrl, 'templates.baseUrl (ETM_BASE_URL)', 'request');
    const [token] = tokenSpecs(target);
    return { url, headers, values: {}, ...(token === undefined ? {} : { token }) };
  }
  const { baseUrl, siteId, channelId, destination } = needed(
    target.export,
    'export.baseUrl (EXPORT_BASE_URL)',
    'request',
  );
  const values = { siteId, channelId, destinationId: destination?.id };
  const known = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined);
  const token = destination === undefined ? {} : { 'X-EA-Auth-Token': destination.token };
  return {
    url: baseUrl,
    headers: { ...token, ...headers },
    values: Object.fromEntries(known.map(([name, value]) => [name, String(value)])),
  };
}
