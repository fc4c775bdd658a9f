import { JWKS_PATH, REVOCATION_PATH, TOKEN_PATH, type TokenWorld } from './world.js';

/** The discovery document (OpenID Connect Discovery 1.0, RFC 8414). */
export const discovery = ({ issuer }: TokenWorld): Record<string, unknown> => ({
  issuer,
  token_endpoint: `${issuer}${TOKEN_PATH}`,
  revocation_endpoint: `${issuer}${REVOCATION_PATH}`,
  jwks_uri: `${issuer}${JWKS_PATH}`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
});
