import type { Reference } from '../../src/reference/reference.js';

/** What this server's own tests send, over real HTTP. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Fields = Readonly<Record<string, string>>;

async function send(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Requests to one server, with the right credentials unless others are given. */
export function asking({ target, baseUrls }: Reference) {
  const { siteId, channelId, destination } = target.export ?? {};
  const token = { 'X-EA-Auth-Token': destination?.token ?? '' };
  const legacy = { ...token, 'X-Destination-Id': String(destination?.id) };
  const realm = `${baseUrls.auth}/realms/External-Applications`;
  return {
    token,
    realm,
    send,
    /** A path of the export API. */
    export: (path: string, fields: Fields = token) =>
      send(`${baseUrls.export}${path}`, { headers: fields }),
    /** The v2 route. */
    products: (query = '', fields: Fields = {}) =>
      send(
        `${baseUrls.export}/sites/${siteId}/channels/${channelId}/destinations/${destination?.id}/products${query}`,
        {
          headers: { ...token, ...fields },
        },
      ),
    /** The legacy route, and below it the legacy filtered one. */
    legacy: (rest = '', fields: Fields = legacy) =>
      send(`${baseUrls.export}/${siteId}/${channelId}${rest}`, { headers: fields }),
    tokenRequest: (form: Fields, fields: Fields = {}) =>
      send(`${realm}/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: fields,
      }),
    templates: (authorization?: string, path = '/V1/export-templates') =>
      send(
        `${baseUrls.templates}${path}`,
        authorization === undefined ? {} : { headers: { authorization } },
      ),
    platform: (path: string, fields: Fields = target.platform?.headers ?? {}) =>
      send(`${baseUrls.platform}/platform/v2/${path}`, { headers: fields }),
    handover: (body: unknown, authorization = `Bearer ${target.handover?.token}`) =>
      send(`${baseUrls.handover}/handover`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'Content-Type': 'application/json',
          ...(authorization === '' ? {} : { authorization }),
        },
      }),
  };
}

export type Asking = ReturnType<typeof asking>;

export const JSON_API = { Accept: 'application/vnd.api+json' } as const;

/** One criterion in bracket notation; a list of values is written with indexes. */
export function criterion(
  column: string,
  operator: string,
  value: string | readonly string[],
  at = [0, 0],
): string {
  const name = `filters[${at[0]}][criteria][${at[1]}]`;
  const parameters = new URLSearchParams({
    [`${name}[column]`]: column,
    [`${name}[operator]`]: operator,
  });
  if (typeof value === 'string') parameters.append(`${name}[value]`, value);
  else
    for (const [index, item] of value.entries())
      parameters.append(`${name}[value][${index}]`, item);
  return parameters.toString();
}
