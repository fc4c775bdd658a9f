/** Converts a recorded request to a request of a load profile, without credentials. */

import { TOKEN_HEADER } from '../../protocol/export/question.js';
import type { LoadRequestOfProfile } from '../../schema/types.js';
import { baseUrlOf } from '../../settings/base-urls.js';
import type { Target } from '../../settings/index.js';
import { targetValuesOf } from '../profile/placeholders.js';
import { tokenUrlOf } from '../scenario/survey-templates.js';
import type { Entry } from './entry.js';

/** The request with notes about removed parts, or the reason why it is left out. */
export type Conversion =
  | { readonly request: RecordedRequest; readonly notes: readonly string[] }
  | { readonly leftOut: string };

/** A request whose body is the recorded text. */
export type RecordedRequest = Omit<LoadRequestOfProfile, 'body'> & { readonly body?: string };

type Interface = LoadRequestOfProfile['interface'];

/**
 * The header fields that are kept. Other fields come from the browser or belong to the connection.
 */
const KEPT = /^(accept|content-type|prefer|x-.*|authorization)$/i;

/** Header fields and query parameters with these names contain credentials. */
const CREDENTIAL = /authorization|cookie|token|secret|password|session|api[-_]?key|auth(?!or)/i;
/** Finds a credential in a body, unless a placeholder such as `{{name}}` replaces it. */
const CREDENTIAL_IN_BODY =
  /(password|secret|token|api[-_]?key)["']?\s*[=:]\s*["']?(?!\{\{)[^\s"'&{]/i;

/**
 * Converts a request. Every credential is replaced or removed. A request is left out if its body
 * contains a credential that is not a setting.
 */
export function requestOf(entry: Entry, target: Target): Conversion {
  const { method, url, headers, body, status } = entry;
  const base = baseOf(url, target);
  if ('leftOut' in base) return base;
  if (headers.some(([name]) => /^access-control-request-method$/i.test(name)))
    return { leftOut: 'a preflight request of a browser' };
  // The recorded credentials were refused. The credentials of the target file would lead to another
  // response.
  if (status === 401 || status === 403) return { leftOut: `the response was ${status}` };
  const known = METHODS.find((one) => one === method);
  if (!known) return { leftOut: `the method ${method}` };
  const text = body === undefined ? undefined : withPlaceholders(body, target);
  if (text !== undefined && CREDENTIAL_IN_BODY.test(text))
    return {
      leftOut: 'a request whose body contains a credential that is not a setting of the target',
    };
  const notes: string[] = [];
  const address = new URL(url);
  const fields = withoutCredentials(keptHeaders(headers, base.of, target), target, notes);
  const query = Object.fromEntries(withoutCredentials([...address.searchParams], target, notes));
  const request: RecordedRequest = {
    interface: base.of,
    ...(known === 'GET' ? {} : { method: known }),
    path: pathOf(withBraces(address.pathname.slice(base.path.length)), target) || '/',
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(fields.length === 0 ? {} : { headers: Object.fromEntries(fields) }),
    ...(text === undefined ? {} : { body: text }),
    // After a 304 the browser used its stored content. The load run has none and receives 200.
    expect: { status: status === 304 ? 200 : status },
  };
  return { request, notes };
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Restores placeholders that `URL` has percent-encoded. */
const withBraces = (path: string): string => path.replace(/%7B%7B([\w-]+)%7D%7D/gi, '{{$1}}');

type Fields = readonly (readonly [name: string, value: string])[];

/** Keeps the fields that `KEPT` matches, except those that every request of the interface has. */
function keptHeaders(headers: Fields, of: Interface, target: Target): Fields {
  const own = new Set(
    ownHeaders(of, target).map(([name, value]) => `${name.toLowerCase()}: ${value}`),
  );
  const kept = headers.filter(
    ([name, value]) => KEPT.test(name) && !own.has(`${name.toLowerCase()}: ${value}`),
  );
  // The load run sends its own token, so a recorded `Authorization` is left out. It is kept if it
  // has a placeholder: the token then comes from the response of an earlier step.
  return kept.filter(
    ([name, value]) => of !== 'templates' || !/^authorization$/i.test(name) || value.includes('{{'),
  );
}

/** Replaces values of settings by placeholders. Leaves out all other credentials. */
function withoutCredentials(pairs: Fields, target: Target, notes: string[]): [string, string][] {
  return pairs.flatMap(([name, value]): [string, string][] => {
    const isId = /^x-destination-id$/i.test(name);
    const text = isId ? placeholderOfId(value, target) : withPlaceholders(value, target);
    if (!CREDENTIAL.test(name) || text.includes('{{')) return [[name, text]];
    notes.push(`${name} was removed: its value is not a setting of the target`);
    return [];
  });
}

/** Makes a token request in which placeholders replace the credentials. */
export function tokenRequest({ headers, body = '' }: Entry, target: Target): RecordedRequest {
  const { authUrl = '', otherClient } = target.templates ?? {};
  const basic = headers.find(([name]) => /^authorization$/i.test(name))?.[1] ?? '';
  const given = `${body} ${Buffer.from(basic.replace(/^basic +/i, ''), 'base64').toString()}`;
  const isOther = otherClient !== undefined && given.includes(otherClient.id);
  const [id, secret] = isOther
    ? ['otherClientId', 'ETM_OTHER_CLIENT_SECRET']
    : ['clientId', 'ETM_CLIENT_SECRET'];
  const path = (tokenUrlOf(target) ?? '').slice(authUrl.replace(/\/$/, '').length);
  return {
    interface: 'auth',
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id={{${id}}}&client_secret={{${secret}}}`,
  };
}

/** The interfaces of converted requests. Token requests are converted by `tokenRequest`. */
const INTERFACES = ['export', 'templates', 'platform'] as const;

/** Finds the longest base URL to which a URL belongs, or says why the request is left out. */
function baseOf(
  url: string,
  target: Target,
): { readonly of: Interface; readonly path: string } | { readonly leftOut: string } {
  const base = baseUrlOf(url, target);
  if (base === undefined)
    return { leftOut: `${new URL(url).origin} is not a base URL of the target` };
  const of = INTERFACES.find((one) => one === base.name);
  if (of === undefined)
    return { leftOut: `a request to ${base.setting}, for which a profile has no requests` };
  return { of, path: new URL(base.address).pathname.replace(/\/$/, '') };
}

function ownHeaders(
  of: Interface,
  { export: exportSettings, platform }: Target,
): (readonly [string, string])[] {
  if (of === 'platform') return Object.entries(platform?.headers ?? {});
  const token = exportSettings?.destination?.token;
  return of === 'export' && token !== undefined ? [[TOKEN_HEADER, token]] : [];
}

const pathOf = (path: string, target: Target): string =>
  path
    .split('/')
    .map((segment) => placeholderOfId(segment, target))
    .join('/');

/** Replaces an id of the settings by its placeholder. Any other text stays unchanged. */
function placeholderOfId(text: string, target: Target): string {
  const found = Object.entries(targetValuesOf(target)).find(
    ([, { value }]) => value !== undefined && String(value) === text,
  );
  return found === undefined ? text : `{{${found[0]}}}`;
}

/** Replaces secrets by placeholders such as `{{EXPORT_OTHER_TOKEN}}`. */
function withPlaceholders(text: string, { secrets }: Target): string {
  // One secret may be part of another, so longer secrets are replaced first.
  const ordered = [...secrets].sort((a, b) => b.value.length - a.value.length);
  return ordered.reduce(
    (result, { name, value }) =>
      [
        value,
        encodeURIComponent(value),
        new URLSearchParams({ value }).toString().slice('value='.length),
      ].reduce((one, written) => one.replaceAll(written, `{{${name}}}`), result),
    text,
  );
}
