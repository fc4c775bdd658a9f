import type { JWTPayload } from 'jose';
import { type Answer, json } from '../wire/answer.js';
import { type Call, header } from '../wire/call.js';
import type { Client, Template } from './clients.js';
import { type Credentials, credentialsOf, readForm } from './credentials.js';
import { keys, SIGNING_KEY } from './keys.js';
import { NO_STORE, type OAuthProblem, oauthAnswer } from './oauth-problem.js';
import { claims, sign, verify } from './tokens.js';
import { JWKS_PATH, REVOCATION_PATH, TOKEN_PATH, type TokenWorld } from './world.js';

/** The discovery document (OpenID Connect Discovery 1.0, RFC 8414). */
const discovery = ({ issuer }: TokenWorld): Record<string, unknown> => ({
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

/** The authentication server as small functions, in the order in which they process a request. */
export interface TokenBehaviour {
  readonly readForm: (call: Call) => Promise<ReadonlyMap<string, string>>;
  readonly grantOf: (form: ReadonlyMap<string, string>, call: Call) => string | undefined;
  readonly grants: readonly string[];
  readonly credentialsOf: (
    call: Call,
    form: ReadonlyMap<string, string>,
  ) => Credentials | undefined;
  readonly authenticate: (
    credentials: Credentials,
    clients: readonly Client[],
    call: Call,
  ) => Client | undefined;
  readonly mayUse: (client: Client, grant: string) => boolean;
  readonly claims: (client: Client, world: TokenWorld) => JWTPayload;
  readonly sign: (payload: JWTPayload) => Promise<string>;
  readonly tokenBody: (token: string, world: TokenWorld, client: Client) => Record<string, unknown>;
  readonly tokenHeaders: Readonly<Record<string, string>>;
  readonly problem: (problem: OAuthProblem, call: Call) => Answer;
  readonly revoke: (jti: string, world: TokenWorld) => void;
  readonly discovery: (world: TokenWorld) => Record<string, unknown>;
  readonly jwks: (world: TokenWorld) => Promise<Record<string, unknown>>;
}

/** The template API as small functions, in the order in which they process a request. */
export interface TemplatesBehaviour {
  readonly tokenOf: (call: Call) => string | undefined;
  readonly verify: (
    token: string,
    world: TokenWorld,
    call: Call,
  ) => Promise<JWTPayload | undefined>;
  readonly templatesOf: (payload: JWTPayload, world: TokenWorld) => readonly Template[];
  readonly collection: (templates: readonly Template[]) => unknown;
  readonly refuse: (hadToken: boolean) => Answer;
}

export const tokenBehaviour: TokenBehaviour = {
  readForm,
  grantOf: (form) => form.get('grant_type') || undefined,
  grants: ['client_credentials'],
  credentialsOf,
  authenticate: ({ id, secret }, clients) =>
    clients.find((client) => client.id === id && client.secret === secret),
  mayUse: (client) => client.clientCredentials,
  claims,
  sign,
  tokenBody: (token, { lifetime }) => ({
    access_token: token,
    expires_in: lifetime,
    token_type: 'Bearer',
    'not-before-policy': 0,
    scope: '',
  }),
  tokenHeaders: NO_STORE,
  problem: oauthAnswer,
  revoke: (jti, { revoked }) => {
    revoked.add(jti);
  },
  discovery,
  jwks: async () => ({ keys: [(await keys(SIGNING_KEY)).jwk] }),
};

export const templatesBehaviour: TemplatesBehaviour = {
  tokenOf: (call) =>
    /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header(call, 'authorization') ?? '')?.[1],
  verify,
  templatesOf: ({ organization }, { templates }) =>
    templates.filter((known) => known.organization === organization),
  collection: (templates) => ({ data: templates }),
  refuse: (hadToken) =>
    json(
      401,
      { error: 'Unauthorized' },
      {
        'WWW-Authenticate': `Bearer realm="export-templates"${hadToken ? ', error="invalid_token"' : ''}`,
      },
    ),
};
