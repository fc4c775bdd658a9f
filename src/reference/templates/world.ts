/** The state that the token server and the template API share. */

import type { Client, Template } from './clients.js';

export interface TokenWorld {
  /** The issuer has the form `{auth_url}/realms/External-Applications`. */
  readonly issuer: string;
  readonly clients: readonly Client[];
  readonly templates: readonly Template[];
  /** The lifetime of a token in seconds. */
  readonly lifetime: number;
  /** The clock returns milliseconds since the epoch. */
  readonly clock: () => number;
  /** The ids (claim `jti`) of the revoked tokens. */
  readonly revoked: Set<string>;
}

export const REALM = '/realms/External-Applications';
export const TOKEN_PATH = '/protocol/openid-connect/token';
export const REVOCATION_PATH = '/protocol/openid-connect/revoke';
export const JWKS_PATH = '/protocol/openid-connect/certs';
export const DISCOVERY_PATH = '/.well-known/openid-configuration';
export const AUDIENCE = 'export-template-api';
