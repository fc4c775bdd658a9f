/**
 * Reads the public documents of the authentication server: the discovery document and the key set.
 */

import { type Answer, type Context, type SendOptions, skip } from '../../src/harness/index.js';
import { REALM_PATH, tokenUrlOf } from '../../src/protocol/templates/token-request.js';
import type { Discovery, JsonWebKeySet } from '../../src/schema/types.js';
import { checkSchema, type Schemas } from '../../src/schema/validate.js';
import type { TemplatesTarget } from '../../src/settings/target.js';
import { ask, seenOf, templatesOf } from './ask.js';

/** The returned function reads a document. Its result is undefined if the schema is violated. */
const documentIn =
  <N extends 'templates/discovery' | 'templates/jwks'>(name: N) =>
  ({ json }: Answer): Schemas[N] | undefined => {
    const result = checkSchema(name, json);
    return 'value' in result ? result.value : undefined;
  };

export const discoveryIn = documentIn('templates/discovery');

export const keysIn = documentIn('templates/jwks');

/**
 * Requests the discovery document. The result is undefined if the document is invalid. TOK-DISC-1
 * reports an invalid document.
 */
export const discovery = async (context: Context): Promise<Discovery | undefined> =>
  discoveryIn(await ask(context, { ask: 'discovery' }));

/** Skips the check if the document is invalid. */
export const needDiscovery = async (context: Context): Promise<Discovery> =>
  (await discovery(context)) ?? skip('prerequisite', 'needs a discovery document');

/**
 * Returns the URL that is requested for an address of the discovery document. An address on another
 * host, port or scheme is replaced by the same path on the authentication server, so that nothing
 * is sent to an unknown host (TOK-DISC-2). The result is undefined if the address is not a valid
 * URL.
 */
export function reachable(address: string, { authUrl = '' }: TemplatesTarget): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const named = new URL(address);
  const own = new URL(authUrl);
  if (named.origin === own.origin) return address;
  const inRealm = named.pathname.indexOf(REALM_PATH);
  return inRealm < 0
    ? `${own.origin}${named.pathname}${named.search}`
    : `${authUrl}${named.pathname.slice(inRealm)}${named.search}`;
}

/**
 * Returns the published keys, or undefined if they cannot be read. With the option `fresh` the keys
 * are requested again, because new keys may have been published.
 */
export async function publishedKeys(
  context: Context,
  options: SendOptions = {},
): Promise<JsonWebKeySet | undefined> {
  const address = (await discovery(context))?.jwks_uri;
  if (address === undefined) return undefined;
  const at = reachable(address, templatesOf(context.target));
  if (at === undefined) return undefined;
  return keysIn(await ask(context, { ask: 'keys', address: at }, options));
}

/**
 * The URL of the revocation endpoint (RFC 7009). Skips the check if the URL is unknown, or if its
 * origin is not that of the token endpoint.
 */
export async function revocationUrlOf(context: Context): Promise<string> {
  const settings = templatesOf(context.target);
  const url = settings.revocationUrl ?? (await discovery(context))?.revocation_endpoint;
  if (url === undefined) {
    const named = 'named in the discovery document or in templates.revocationUrl';
    return skip('configuration', `needs a revocation endpoint (RFC 7009), ${named}`);
  }
  if (new URL(url).origin !== new URL(tokenUrlOf(settings)).origin)
    return skip('safety', `credentials are not sent to ${url}, because it is on another host`);
  return url;
}

/** Sends a revocation request (RFC 7009 section 2.1). */
export async function revoke(context: Context, url: string, token: string): Promise<Answer> {
  const { id = '', secret = '' } = templatesOf(context.target).client ?? {};
  (await seenOf(context)).revoked.add(token);
  const form = { token, token_type_hint: 'access_token', client_id: id, client_secret: secret };
  return context.ask({
    interface: 'templates',
    lane: 'token',
    method: 'POST',
    url,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams(form).toString(),
  });
}
