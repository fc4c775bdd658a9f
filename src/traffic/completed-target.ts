/** Completes the settings of a target from recorded traffic. */

import type { HarEntry } from '../formats/har.js';
import { percentDecoded } from '../percent-decoded.js';
import { type Target, withSecret } from '../settings/index.js';
import { headerOf } from './canonical.js';
import { interfaceOf } from './interface-of.js';
import { isPlainWord, StandIns } from './stand-ins.js';

/**
 * Adds settings that the target lacks and that successful requests contain: site, channel,
 * destination and its token, the collections of the platform, and the OAuth client. `standIns`
 * recognizes placeholders that a recorder wrote in place of values. They are ignored.
 */
export function completedTarget(
  target: Target,
  entries: readonly HarEntry[],
  standIns = new StandIns(),
): Target {
  const successfulOf = (name: string): readonly HarEntry[] =>
    entries.filter(
      ({ url, response }) => interfaceOf(url, target) === name && response?.status === 200,
    );
  return withClient(
    withCollections(
      withDestination(target, successfulOf('export'), standIns),
      successfulOf('platform'),
    ),
    successfulOf('templates'),
    standIns,
  );
}

const V2 = /\/sites\/(\d+)\/channels\/(\d+)\/destinations\/(\d+)\/products(?:\?|$)/;
const LEGACY = /^\/(\d+)\/(\d+)(?:\/[^/?]+\/[^/?]+)?(?:\?|$)/;

/** Used as the token if the recorder removed it. The requests succeeded, so they had a valid one. */
const REMOVED_TOKEN = 'removed-by-the-recorder';

function withDestination(target: Target, entries: readonly HarEntry[], standIns: StandIns): Target {
  const { export: products } = target;
  if (products === undefined) return target;
  const addressed = entries.flatMap(({ url, headers }) => {
    const path = url.slice(products.baseUrl.length);
    const [, site, channel, id = headerOf(headers, 'x-destination-id')] =
      V2.exec(path) ?? LEGACY.exec(path) ?? [];
    const token = headerOf(headers, 'x-ea-auth-token');
    // Up to 15 digits are exact in a number.
    return id === undefined || !/^[1-9]\d{0,14}$/.test(id)
      ? []
      : [{ key: `${site} ${channel} ${id}`, id, site, channel, token }];
  });
  const place = mostOften(addressed, ({ key }) => key);
  const { siteId = Number(place?.site), channelId = Number(place?.channel) } = products;
  const id = products.destination?.id ?? Number(place?.id);
  const tokens = addressed
    .flatMap((one) => (one.id === String(id) ? (one.token ?? []) : []))
    .filter((token) => !standIns.has(token) && !isPlainWord(token));
  const isAccepted = addressed.some((one) => one.id === String(id));
  const token =
    products.destination?.token ??
    mostOften(tokens, (one) => one) ??
    (isAccepted ? REMOVED_TOKEN : undefined);
  if (![siteId, channelId, id].every(Number.isInteger)) return target;
  return withSecret(
    { ...target, export: { ...products, siteId, channelId } },
    'EXPORT_TOKEN',
    token,
    (filled, value) => ({
      ...filled,
      export: { ...products, siteId, channelId, destination: { id, token: value } },
    }),
  );
}

function withCollections(target: Target, entries: readonly HarEntry[]): Target {
  const { platform } = target;
  if (platform === undefined || platform.collections.length > 0) return target;
  const root = `${platform.baseUrl}/platform/v2/`;
  const seen = entries.flatMap(({ url, method }) =>
    method === 'GET' && url.startsWith(root) && interfaceOf(url, target) === 'platform'
      ? (url.slice(root.length).split('?')[0] ?? [])
      : [],
  );
  return {
    ...target,
    platform: { ...platform, collections: [...new Set(seen)].filter((name) => name !== '') },
  };
}

/** Reads the id and secret of the client from the form or from Basic credentials. */
function withClient(target: Target, entries: readonly HarEntry[], standIns: StandIns): Target {
  const { templates } = target;
  if (templates === undefined || templates.client !== undefined) return target;
  for (const { method, body, headers } of entries) {
    const form = new URLSearchParams(body);
    if (method !== 'POST' || form.get('grant_type') !== 'client_credentials') continue;
    const [, basic = ''] = /^Basic (\S+)$/i.exec(headerOf(headers, 'authorization') ?? '') ?? [];
    const [user = '', password = ''] = Buffer.from(basic, 'base64')
      .toString('utf8')
      .split(/:(.*)/s);
    const id = form.get('client_id') ?? decoded(user);
    const secret = form.get('client_secret') ?? decoded(password);
    if (id === '' || secret === '' || standIns.has(secret) || isPlainWord(secret)) continue;
    return withSecret(target, 'ETM_CLIENT_SECRET', secret, (filled, value) => ({
      ...filled,
      templates: { ...templates, client: { id, secret: value } },
    }));
  }
  return target;
}

/**
 * Basic credentials may be form-encoded (RFC 6749 section 2.3.1). A text without an escape such as
 * `%2B` is assumed to be unencoded: a secret contains a plus more often than a blank.
 */
const decoded = (text: string): string =>
  /%[0-9a-f]{2}/i.test(text) ? percentDecoded(text.replaceAll('+', ' ')) : text;

function mostOften<T>(items: readonly T[], keyOf: (item: T) => string): T | undefined {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...items].sort((a, b) => (counts.get(keyOf(b)) ?? 0) - (counts.get(keyOf(a)) ?? 0))[0];
}
