/** Reads the form and the client credentials of a request to the token endpoint. */

import { type Call, header } from '../wire/call.js';
import { OAuthProblem } from './oauth-problem.js';

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/**
 * Reads the body of a request as a form. Throws an `OAuthProblem` if its media type is not that of
 * a form, or if a parameter is repeated (RFC 6749 section 3.2).
 */
export async function readForm(call: Call): Promise<ReadonlyMap<string, string>> {
  const type = (header(call, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new OAuthProblem(
      400,
      'invalid_request',
      'The body must be application/x-www-form-urlencoded',
    );
  }
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams((await call.body()).toString('utf8'))) {
    if (form.has(name))
      throw new OAuthProblem(400, 'invalid_request', `Parameter ${name} was sent more than once`);
    form.set(name, value);
  }
  return form;
}

/**
 * Reads the client credentials from HTTP Basic or from the form. Returns undefined if they are
 * missing or cannot be decoded. Throws an `OAuthProblem` if credentials are in the query string, or
 * if the request has Basic credentials and also a secret in the form (RFC 6749 section 2.3).
 */
export function credentialsOf(
  call: Call,
  form: ReadonlyMap<string, string>,
): Credentials | undefined {
  const query = new URLSearchParams(call.search);
  if (query.has('client_secret') || query.has('client_id')) {
    throw new OAuthProblem(
      400,
      'invalid_request',
      'Client credentials must not be sent in the URL',
    );
  }
  // The scheme alone counts as Basic credentials that cannot be decoded.
  const basic = /^Basic(?: +|$)(\S*)$/i.exec(header(call, 'authorization') ?? '')?.[1];
  const secret = form.get('client_secret');
  if (basic !== undefined) {
    if (secret !== undefined)
      throw new OAuthProblem(
        400,
        'invalid_request',
        'The client was authenticated in two ways, but only one is allowed',
      );
    return fromBasic(basic);
  }
  const id = form.get('client_id');
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/**
 * Decodes the credentials of HTTP Basic. The id and the secret are form-encoded before they are
 * encoded in base64 (RFC 6749 section 2.3.1). Returns undefined if they cannot be decoded.
 */
export function fromBasic(encoded: string): Credentials | undefined {
  // RFC 4648 section 3.3: a decoder rejects other characters. Buffer skips them.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  try {
    return { id: formDecode(pair.slice(0, colon)), secret: formDecode(pair.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

const formDecode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
