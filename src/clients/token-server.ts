/** The scripted authentication server: token endpoint, discovery and keys. */

import { randomBytes } from 'node:crypto';
import type { Given, TokenScript } from '../../suites/clients/index.js';
import type { TemporaryRefusal } from '../../suites/clients/script.js';
import type { Call, Handler, Reply } from './call.js';
import type { Tokens } from './tokens.js';

// These paths repeat constants of src/protocol on purpose, so that a wrong path there is noticed.
const REALM_PATH = '/realms/External-Applications';
const TOKEN_PATH = `${REALM_PATH}/protocol/openid-connect/token`;

export function tokenServer(script: TokenScript, given: Given, tokens: Tokens): Handler {
  const issue = tokenIssuer(script, given, tokens);
  /** The number of token requests so far. */
  let count = 0;
  return (call) => {
    const issuer = `${call.origin}${REALM_PATH}`;
    if (call.path.endsWith('/.well-known/openid-configuration'))
      return { status: 200, body: discovery(issuer) };
    if (call.path.endsWith('/protocol/openid-connect/certs'))
      return { status: 200, body: tokens.signing.jwks };
    if (call.path !== TOKEN_PATH) return { status: 404, body: { error: 'not_found' } };
    if (call.method !== 'POST') return { status: 405, body: { error: 'invalid_request' } };
    const refusal = script.first?.[count];
    count += 1;
    return refusal === undefined ? issue(call, issuer) : temporaryRefusal(refusal);
  };
}

/** Responds to token requests for which the script has no temporary refusal. */
function tokenIssuer(
  {
    lifetimeSeconds = 3600,
    delayMs = 0,
    lateMs = 0,
    refuses = false,
    offersRefresh = false,
  }: TokenScript,
  given: Given,
  tokens: Tokens,
): (call: Call, issuer: string) => Reply {
  return (call, issuer) => {
    const form = new URLSearchParams(call.body);
    if (refuses || !areValid(given, credentialsOf(call, form)))
      return { status: 401, body: UNAUTHORIZED, delayMs };
    const grant = form.get('grant_type');
    if (grant !== 'client_credentials' && !(offersRefresh && grant === 'refresh_token'))
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const body = {
      access_token: tokens.issue({ issuer, nowMs: call.atMs + delayMs, lifetimeSeconds }),
      expires_in: lifetimeSeconds,
      token_type: 'Bearer',
      'not-before-policy': 0,
      scope: '',
      ...(offersRefresh ? refreshToken() : {}),
    };
    const headers = { 'Cache-Control': 'no-store' };
    return { status: 200, headers, body, delayMs: delayMs + lateMs };
  };
}

/** Keycloak returns the same error for an unknown client and for a wrong secret. */
const UNAUTHORIZED = {
  error: 'unauthorized_client',
  error_description: 'Invalid client or Invalid client credentials',
};

const refreshToken = () => ({
  refresh_token: randomBytes(24).toString('base64url'),
  refresh_expires_in: 1800,
});

function temporaryRefusal({ status, retryAfterSeconds, asDate = false }: TemporaryRefusal): Reply {
  const body = { error: 'temporarily_unavailable' };
  if (retryAfterSeconds === undefined) return { status, body };
  // An HTTP date has whole seconds. It is rounded up, so that the requested pause is not shorter.
  const until = new Date(Math.ceil(Date.now() / 1000 + retryAfterSeconds) * 1000);
  return {
    status,
    headers: { 'Retry-After': asDate ? until.toUTCString() : String(retryAfterSeconds) },
    body,
  };
}

type Credentials = readonly [id: string | null, secret: string | null];

/**
 * Clients may form-encode the id and secret for HTTP Basic (RFC 6749 section 2.3.1), so Basic
 * credentials are returned twice: as received, and decoded.
 */
function credentialsOf(call: Call, form: URLSearchParams): readonly Credentials[] {
  const basic = /^Basic +(\S+)$/i.exec(call.header('authorization') ?? '')?.[1];
  if (basic === undefined) return [[form.get('client_id'), form.get('client_secret')]];
  const text = Buffer.from(basic, 'base64').toString();
  const colon = text.indexOf(':');
  const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)];
  return [
    [id, secret],
    [decoded(id), decoded(secret)],
  ];
}

const decoded = (text: string): string | null =>
  new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value');

const areValid = ({ clientId, clientSecret }: Given, pairs: readonly Credentials[]): boolean =>
  pairs.some(([id, secret]) => id === clientId && secret === clientSecret);

const discovery = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/protocol/openid-connect/auth`,
  token_endpoint: `${issuer}/protocol/openid-connect/token`,
  jwks_uri: `${issuer}/protocol/openid-connect/certs`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
});
