import { createHmac, randomBytes } from 'node:crypto';
import { type Given, type IssuedToken, TOKEN_PATH, type TokenScript } from '../../suites/clients/index.js';
import type { Call, Handler, Reply } from './call.js';

/** The tokens of one scenario, known to the server that issues them and to the one that asks for them. */
export class Tokens {
  readonly issued: IssuedToken[] = [];
  readonly #revoked = new Set<string>();
  readonly #learn: (token: string) => void;

  /** `learn` is told of every token before it is sent. */
  constructor(learn: (token: string) => void) {
    this.#learn = learn;
  }

  issue(nowMs: number, lifetimeSeconds: number): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(Date.now() / 1000) + lifetimeSeconds;
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ exp, jti: randomBytes(9).toString('base64url') })}`;
    const value = `${text}.${createHmac('sha256', randomBytes(16)).update(text).digest('base64url')}`;
    this.#learn(value);
    this.issued.push({ value, issuedMs: nowMs, endsMs: nowMs + lifetimeSeconds * 1000 });
    return value;
  }

  revokeAll(): void {
    for (const { value } of this.issued) this.#revoked.add(value);
  }

  accepts(value: string | undefined, nowMs: number): boolean {
    const token = this.issued.find((one) => one.value === value);
    return token !== undefined && nowMs < token.endsMs && !this.#revoked.has(token.value);
  }
}

/** The authentication server: token endpoint and discovery. */
export function tokenServer(script: TokenScript, given: Given, tokens: Tokens): Handler {
  const { lifetimeSeconds = 300, delayMs = 0, refuses = false, offersRefresh = false, first = [] } = script;
  let asked = 0;
  return (call) => {
    if (call.path.endsWith('/.well-known/openid-configuration')) return discovery(call);
    if (call.path !== TOKEN_PATH) return { status: 404, body: { error: 'not_found' } };
    if (call.method !== 'POST') return { status: 405, body: { error: 'invalid_request' } };
    const hindrance = first[asked++];
    if (hindrance !== undefined) {
      const headers = { 'Retry-After': String(hindrance.retryAfterSeconds) };
      return { status: hindrance.status, headers, body: { error: 'temporarily_unavailable' } };
    }
    const form = new URLSearchParams(call.body);
    if (refuses || !knows(given, credentialsOf(call, form))) {
      const body = { error: 'unauthorized_client', error_description: 'Invalid client or Invalid client credentials' };
      return { status: 401, body, delayMs };
    }
    const grant = form.get('grant_type');
    if (grant !== 'client_credentials' && !(offersRefresh && grant === 'refresh_token'))
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const body = {
      access_token: tokens.issue(call.atMs + delayMs, lifetimeSeconds),
      expires_in: lifetimeSeconds,
      token_type: 'Bearer',
      'not-before-policy': 0,
      scope: '',
      ...(offersRefresh ? { refresh_token: randomBytes(24).toString('base64url'), refresh_expires_in: 1800 } : {}),
    };
    return { status: 200, headers: { 'Cache-Control': 'no-store' }, body, delayMs };
  };
}

/** Id and secret from the form or from Basic, which may or may not be form-encoded inside (RFC 6749 section 2.3.1). */
function credentialsOf(call: Call, form: URLSearchParams): readonly (string | null)[] {
  const basic = /^Basic +(\S+)$/i.exec(call.header('authorization') ?? '')?.[1];
  if (basic === undefined) return [form.get('client_id'), form.get('client_secret')];
  const text = Buffer.from(basic, 'base64').toString();
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
    new URLSearchParams(`value=${part.replaceAll('&', '%26')}`).get('value'),
  );
}

const knows = ({ clientId, clientSecret }: Given, [id, secret]: readonly (string | null)[]): boolean =>
  id === clientId && secret === clientSecret;

function discovery(call: Call): Reply {
  const issuer = `http://${call.header('host')}/realms/External-Applications`;
  return {
    status: 200,
    body: {
      issuer,
      token_endpoint: `${issuer}/protocol/openid-connect/token`,
      jwks_uri: `${issuer}/protocol/openid-connect/certs`,
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    },
  };
}
