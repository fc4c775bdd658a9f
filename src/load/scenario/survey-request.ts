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
import type { FlowData, RequestSpec } from './data.js';
import { needed } from './need.js';
import { fillBody, SAFE_METHODS } from './request.js';
import { tokenSpecs } from './survey-templates.js';

/**
 * A request of the profile's own with the address and the credentials of its interface. Nothing is
 * sent.
 */
export function surveyRequest(target: Target, { request, name, feeder }: ScenarioPlan): FlowData {
  if (!request) throw new UsageError(`The scenario ${name} has no request.`);
  const {
    interface: of,
    method = 'GET',
    path,
    query = {},
    headers = {},
    body,
    expect = {},
  } = request;
  if (!SAFE_METHODS.includes(method) && !target.allow.unsafeMethods) {
    throw new UsageError(
      `The scenario ${name} sends ${method}, which could write: the target file must say "allow": { "unsafeMethods": true }.`,
    );
  }
  const place = placeOf(target, of);
  // What rows give is filled when they do.
  const given = Object.keys(feeder?.rows[0] ?? {});
  const values = Object.entries({ ...place.values, ...secretsFor(request, target) });
  const row: Row = Object.fromEntries(values.filter(([known]) => !given.includes(known)));
  const question = Object.entries(query).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encoded(String(value))}`,
  );
  const url = `${place.url}${path}${question.length === 0 ? '' : `${path.includes('?') ? '&' : '?'}${question.join('&')}`}`;
  const json = body !== undefined && typeof body !== 'string';
  const sent = {
    Accept: 'application/json',
    ...(json ? { 'Content-Type': 'application/json' } : {}),
    ...headers,
  };
  const spec: RequestSpec = {
    title: `${method} ${path}`,
    method,
    url: fill(url, row, encodeURIComponent),
    headers: filled({ ...place.headers, ...sent }, row),
    ...(body === undefined
      ? {}
      : { body: fillBody(json ? JSON.stringify(body) : String(body), sent, row) }),
    expects: expect.status ?? 200,
    ...(expect.schema === undefined ? {} : { expected: { kind: 'schema', schema: expect.schema } }),
    ...(place.token === undefined ? {} : { token: place.token }),
  };
  return { kind: 'requests', requests: [spec], feeder };
}

const filled = (headers: Readonly<Record<string, string>>, row: Row): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, row)]));

/** Percent-encoded but for its placeholders. */
const encoded = (text: string): string =>
  text.replace(new RegExp(`(${PLACEHOLDER.source})|[^{]+|{`, 'g'), (part, name) =>
    name ? part : encodeURIComponent(part),
  );

/** The secrets of the target that a request uses by name. */
function secretsFor(request: LoadRequestOfProfile, { secrets }: Target): Record<string, string> {
  const names = namesIn(request).filter(isSetting);
  return Object.fromEntries(
    names.map((name) => [
      name,
      needed(secrets.find((one) => one.name === name)?.value, name, 'request'),
    ]),
  );
}

function placeOf(target: Target, of: LoadRequestOfProfile['interface']) {
  if (of === 'platform') {
    const { baseUrl, headers } = needed(
      target.platform,
      'platform.baseUrl (PLATFORM_BASE_URL)',
      'request',
    );
    return { url: baseUrl, headers, values: {} };
  }
  if (of === 'templates') {
    const url = needed(target.templates?.baseUrl, 'templates.baseUrl (ETM_BASE_URL)', 'request');
    return { url, headers: {}, values: {}, token: tokenSpecs(target)[0] };
  }
  const settings = needed(target.export, 'export.baseUrl (EXPORT_BASE_URL)', 'request');
  const { baseUrl, siteId, channelId, destination } = settings;
  const known = Object.entries({ siteId, channelId, destinationId: destination?.id }).filter(
    ([, id]) => id !== undefined,
  );
  return {
    url: baseUrl,
    headers: destination === undefined ? {} : { [TOKEN_HEADER]: destination.token },
    values: Object.fromEntries(known.map(([name, id]) => [name, String(id)])),
  };
}
