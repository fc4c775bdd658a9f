/**
 * Conforming variants of the token server, as other authors might write it. Each has one option or
 * a combination of options.
 */

import { decodeJwt, SignJWT } from 'jose';
import type { Change } from '../behaviour.js';
import { inTemplates, inTokens, jsonOf } from '../defects/change.js';
import { isObject } from '../defects/export/body.js';
import { keepingTokens } from '../defects/tokens/kept-tokens.js';
import { CLIENTS } from '../templates/clients.js';
import { keys, SIGNING_KEY } from '../templates/keys.js';
import { OAuthProblem } from '../templates/oauth-problem.js';
import { verifyBy, verify as verifyToken } from '../templates/tokens.js';
import { header } from '../wire/call.js';
import { changes, type Variant, variants } from './variant.js';

/** Accepts a token for some seconds after it expired. */
const leeway = (seconds: number): Change =>
  inTemplates(() => ({
    verify: async (token, world) => {
      const payload = await verifyToken(token, world);
      if (payload !== undefined) return payload;
      // At time 0 no token has expired.
      const earlier = await verifyToken(token, { ...world, clock: () => 0 });
      return earlier !== undefined && world.clock() / 1000 - (earlier.exp ?? 0) < seconds
        ? earlier
        : undefined;
    },
  }));

/**
 * Simulates deployments, which invalidate all earlier tokens. A deployment happens before each call
 * of the template API whose number is given. Only calls with a token are counted.
 */
const forgettingTokens =
  (...deploys: readonly number[]): Change =>
  (healthy) => {
    const issuedIds = new Set<unknown>();
    let calls = 0;
    return changes(
      inTokens(({ tokenBody }) => ({
        tokenBody: (token, ...about) => {
          issuedIds.add(decodeJwt(token).jti);
          return tokenBody(token, ...about);
        },
      })),
      inTemplates(({ verify }) => ({
        verify: async (...args) => {
          calls += 1;
          if (deploys.includes(calls)) issuedIds.clear();
          const payload = await verify(...args);
          return payload !== undefined && issuedIds.has(payload.jti) ? payload : undefined;
        },
      })),
    )(healthy);
  };

const NEXT_KEY = 'reference-2';

/**
 * After the first request for the keys, the server signs with the next key and publishes both keys.
 */
const rotatingKeys = (): Change =>
  changes(
    inTokens(() => {
      let isRotated = false;
      return {
        sign: async (payload) => {
          const { privateKey, kid } = await keys(isRotated ? NEXT_KEY : SIGNING_KEY);
          return new SignJWT(payload)
            .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
            .sign(privateKey);
        },
        jwks: async () => {
          const names = isRotated ? [NEXT_KEY, SIGNING_KEY] : [SIGNING_KEY];
          isRotated = true;
          return { keys: await Promise.all(names.map(async (name) => (await keys(name)).jwk)) };
        },
      };
    }),
    inTemplates(() => ({
      verify: async (token, world) =>
        (await verifyToken(token, world)) ?? (await verifyBy(NEXT_KEY, token, world)),
    })),
  );

type Option = readonly [sentence: string, change: Change, warns?: readonly string[]];

/** Each option has a description, a change, and optionally the clauses whose checks warn. */
const OPTIONS = {
  'basic-raw': [
    'The id and the secret of Basic credentials are read without form decoding.',
    inTokens(({ credentialsOf }) => ({
      credentialsOf: (call, form) => {
        const basic = /^Basic +(\S+)$/i.exec(header(call, 'authorization') ?? '')?.[1];
        if (basic === undefined || form.has('client_secret') || !/^[\w+/]+=*$/.test(basic))
          return credentialsOf(call, form);
        const pair = Buffer.from(basic, 'base64').toString('utf8');
        const colon = pair.indexOf(':');
        return { id: pair.slice(0, colon), secret: pair.slice(colon + 1) };
      },
    })),
  ],
  'self-contained': [
    'Revocation succeeds, but the API still accepts the token.',
    inTokens(() => ({ revoke: () => undefined })),
    ['ETM-AUTH-3'],
  ],
  'forgets-tokens-in-deploys': [
    'Before calls 5 and 90 of the API, a deployment invalidates the issued tokens.',
    forgettingTokens(5, 90),
  ],
  'forgets-tokens-early': [
    'Before call 2 of the API, a deployment invalidates the issued tokens.',
    forgettingTokens(2),
  ],
  'forgets-tokens-late': [
    'Before call 24 of the API, a deployment invalidates the issued tokens.',
    forgettingTokens(24),
  ],
  'leeway-of-half-a-minute': [
    'The API allows a clock skew of 30 seconds.',
    leeway(30),
    ['ETM-AUTH-3'],
  ],
  // Keycloak returns unauthorized_client for a wrong secret and invalid_client for an unknown
  // client.
  'keycloak-errors': [
    'A wrong secret returns 401 `unauthorized_client`, and an unknown client 401 `invalid_client`.',
    inTokens(({ authenticate }) => ({
      authenticate: (sent, clients, call) => {
        const client = authenticate(sent, clients, call);
        if (client === undefined && clients.some(({ id }) => id === sent.id))
          throw new OAuthProblem(
            401,
            'unauthorized_client',
            'Invalid client or Invalid client credentials',
          );
        return client;
      },
    })),
    ['TOK-ERR-5'],
  ],
  'keycloak-members': [
    'Tokens, claims and discovery have the members of Keycloak.',
    inTokens(({ tokenBody, claims, discovery }) => ({
      tokenBody: (...about) => ({ ...tokenBody(...about), refresh_expires_in: 0 }),
      claims: (client, world) => ({
        ...claims(client, world),
        typ: 'Bearer',
        acr: '1',
        scope: '',
        clientHost: '10.0.0.1',
        'allowed-origins': ['/*'],
        realm_access: { roles: ['offline_access'] },
      }),
      discovery: (world) => ({
        ...discovery(world),
        authorization_endpoint: `${world.issuer}/protocol/openid-connect/auth`,
        introspection_endpoint: `${world.issuer}/protocol/openid-connect/token/introspect`,
        grant_types_supported: [
          'authorization_code',
          'client_credentials',
          'refresh_token',
          'password',
        ],
        claims_supported: ['aud', 'sub', 'iss'],
        frontchannel_logout_supported: true,
        mtls_endpoint_aliases: { token_endpoint: `${world.issuer}/protocol/openid-connect/token` },
      }),
    })),
  ],
  'keys-of-other-kinds': [
    'The key set also contains keys of other types.',
    inTokens(({ jwks }) => ({
      jwks: async (world) => {
        const given = (await jwks(world)).keys;
        return {
          keys: [
            { kty: 'oct', kid: 'shared', use: 'sig', alg: 'HS256', k: 'AAAA' },
            { kty: 'OKP', crv: 'Ed25519', kid: 'ed', use: 'sig', alg: 'EdDSA', x: 'AAAA' },
            { kty: 'future', kid: 'unknown' },
            ...(Array.isArray(given) ? given : []),
          ],
        };
      },
    })),
  ],
  'two-keys-without-names': [
    'The key set has two keys without ids.',
    inTokens(() => ({
      jwks: async () => ({
        keys: await Promise.all(
          ['foreign', SIGNING_KEY].map(async (name) => {
            const { kid: _, ...rest } = (await keys(name)).jwk;
            return rest;
          }),
        ),
      }),
    })),
  ],
  'tokens-name-no-key': [
    'Tokens contain no key id, although both keys of the key set have ids.',
    inTokens(() => ({
      sign: async (payload) =>
        new SignJWT(payload)
          .setProtectedHeader({ alg: 'RS256' })
          .sign((await keys(SIGNING_KEY)).privateKey),
      jwks: async () => ({
        keys: await Promise.all(
          ['foreign', SIGNING_KEY].map(async (name) => (await keys(name)).jwk),
        ),
      }),
    })),
  ],
  'rotating-keys': ['The signing key changes after the keys were requested.', rotatingKeys()],
  'kept-tokens': [
    'A token is returned again until it expires, with its remaining lifetime.',
    keepingTokens((left) => left),
  ],
  'errors-with-more': [
    'Errors of the token endpoint have additional members, as in Spring.',
    jsonOf('auth', (body) =>
      isObject(body) && 'error' in body
        ? {
            ...body,
            error_uri: 'https://datatracker.ietf.org/doc/html/rfc6749#section-5.2',
            timestamp: 1,
          }
        : undefined,
    ),
  ],
} as const satisfies Readonly<Record<string, Option>>;

type OptionName = keyof typeof OPTIONS;

const combined = (...names: readonly OptionName[]): Change =>
  changes(...names.map((name) => OPTIONS[name][1]));

export const TOKEN_SERVERS: readonly Variant[] = [
  ...variants(
    'tokens',
    Object.fromEntries(
      Object.entries<Option>(OPTIONS).map(([name, [sentence, behaviour, warns = []]]) => [
        name,
        [
          sentence,
          // Tokens expire early, so that checks can send expired tokens.
          name.startsWith('leeway') ? { behaviour, tokenLifetime: 5 } : { behaviour },
          warns,
        ] as const,
      ]),
    ),
  ),
  ...variants('tokens', {
    'a-minute': ['Tokens are valid for a minute.', { tokenLifetime: 60 }],
    'keycloak-at-once': [
      'A Keycloak server with an API that accepts revoked tokens until they expire.',
      {
        tokenLifetime: 60,
        behaviour: combined(
          'self-contained',
          'keycloak-errors',
          'keycloak-members',
          'keys-of-other-kinds',
          'leeway-of-half-a-minute',
        ),
      },
      ['ETM-AUTH-3', 'TOK-ERR-5'],
    ],
    'basic-raw-and-a-plain-secret': [
      'Basic credentials are read without form decoding, and only the secret of the first client has no reserved characters.',
      {
        behaviour: combined('basic-raw'),
        identity: {
          clients: CLIENTS.map((client, index) =>
            index === 0 ? { ...client, secret: 'N0rthPla1nSecret' } : client,
          ),
        },
      },
    ],
    'spring-at-once': [
      'Basic credentials are read without form decoding, the key set has two keys without ids, and errors have additional members.',
      { behaviour: combined('basic-raw', 'two-keys-without-names', 'errors-with-more') },
    ],
  }),
];
