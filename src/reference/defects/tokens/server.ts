/**
 * Deliberate defects of the reference server: in the discovery document, the keys and the lifetime
 * of tokens.
 */

import { JWKS_PATH, readClaims, TOKEN_PATH } from '../../templates/index.js';
import { answer, json } from '../../wire/answer.js';
import { answersOf, inTemplates, inTokens } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';

const defects = defectsOf('templates', 'token-server');

/** Changes members of the discovery document. A member that `edit` sets to undefined is removed. */
const changedDiscovery = (edit: (issuer: string) => Record<string, unknown>) =>
  inTokens(({ discovery: healthy }) => ({
    discovery: (world) => ({ ...healthy(world), ...edit(world.issuer) }),
  }));

const jtiOf = (token: string): string => readClaims(token).jti ?? '';

/**
 * Refuses the tokens for which a condition holds. `newCondition` is called once for each server, so
 * that the state of the condition is not shared between servers.
 */
const refusing = (newCondition: () => (jti: string) => boolean) =>
  inTemplates(({ verify }) => {
    const isRefused = newCondition();
    return {
      verify: async (token, world, call) => {
        const payload = await verify(token, world, call);
        return payload !== undefined && isRefused(payload.jti ?? '') ? undefined : payload;
      },
    };
  });

const callsAtMost = (most: number) =>
  refusing(() => {
    const calls = new Map<string, number>();
    return (jti) => {
      calls.set(jti, (calls.get(jti) ?? 0) + 1);
      return (calls.get(jti) ?? 0) > most;
    };
  });

export const TOKEN_SERVER: readonly Defect[] = [
  ...defects('TOK-DISC-1', {
    'discovery-is-404': blatant(
      'There is no discovery document.',
      answersOf('auth', (given, { path }) =>
        path.endsWith('/openid-configuration') ? answer(404, {}, '') : given,
      ),
    ),
    'discovery-without-token-endpoint': subtle(
      'The discovery document names no token endpoint.',
      changedDiscovery(() => ({ token_endpoint: undefined })),
    ),
    'discovery-without-grant-types': subtle(
      'The discovery document names no grant types.',
      changedDiscovery(() => ({ grant_types_supported: undefined })),
    ),
    'discovery-without-keys': subtle(
      'The discovery document names no key set.',
      changedDiscovery(() => ({ jwks_uri: undefined })),
    ),
  }),
  ...defects('TOK-DISC-2', {
    'token-endpoint-elsewhere': subtle(
      'The discovery document names a token endpoint that does not exist.',
      changedDiscovery((issuer) => ({ token_endpoint: `${issuer}/oauth/token` })),
    ),
    'grant-types-without-client-credentials': subtle(
      'The discovery document does not list the grant type `client_credentials`.',
      changedDiscovery(() => ({ grant_types_supported: ['authorization_code'] })),
    ),
    'key-set-empty': subtle(
      'The key set is empty.',
      inTokens(() => ({ jwks: async () => ({ keys: [] }) })),
    ),
    'key-set-elsewhere': subtle(
      'The discovery document names a key set that does not exist.',
      changedDiscovery((issuer) => ({ jwks_uri: `${issuer}/keys` })),
    ),
    'internal-host-named': subtle(
      'The discovery document names a key set on an internal host.',
      changedDiscovery((issuer) => ({
        jwks_uri: `https://internal:8080${new URL(issuer).pathname}${JWKS_PATH}`,
      })),
    ),
    // Keycloak does this behind a proxy that does not forward the port of the request: it names its
    // internal port.
    'key-set-on-another-port': subtle(
      'The discovery document names a key set on another port.',
      changedDiscovery((issuer) => ({
        jwks_uri: `${new URL(issuer).protocol}//${new URL(issuer).hostname}:8443${new URL(issuer).pathname}${JWKS_PATH}`,
      })),
    ),
    'token-endpoint-on-an-internal-host': subtle(
      'The discovery document names a token endpoint on an internal host.',
      changedDiscovery((issuer) => ({
        token_endpoint: `http://keycloak.internal${new URL(issuer).pathname}${TOKEN_PATH}`,
      })),
    ),
  }),
  ...defects('TOK-DISC-3', {
    'issuer-of-another-realm': subtle(
      'The discovery document names another realm as issuer.',
      changedDiscovery((issuer) => ({ issuer: issuer.replace('External-Applications', 'master') })),
    ),
    'issuer-with-a-slash': subtle(
      'The issuer in the discovery document ends with a slash.',
      changedDiscovery((issuer) => ({ issuer: `${issuer}/` })),
    ),
    'issuer-missing': subtle(
      'The discovery document has no issuer.',
      changedDiscovery(() => ({ issuer: undefined })),
    ),
  }),
  ...defects('TOK-LIFE-1', {
    'tokens-serve-once': blatant('A token is accepted for only one call.', callsAtMost(1)),
    'tokens-serve-three-calls': subtle('A token is accepted for only three calls.', callsAtMost(3)),
    'tokens-serve-fifteen-calls': subtle(
      'A token is accepted for only fifteen calls.',
      callsAtMost(15),
    ),
    'new-token-ends-the-old': subtle('A new token invalidates the previous one.', (healthy) => {
      const newest = new Map<string, string>();
      const issuing = inTokens(({ tokenBody }) => ({
        tokenBody: (token, world, client) => {
          newest.set(client.id, jtiOf(token));
          return tokenBody(token, world, client);
        },
      }))(healthy);
      return inTemplates(({ verify }) => ({
        verify: async (token, world, call) => {
          const payload = await verify(token, world, call);
          return payload !== undefined && newest.get(String(payload.azp)) !== payload.jti
            ? undefined
            : payload;
        },
      }))(issuing);
    }),
    'tokens-end-halfway': subtle(
      'A token is refused after half of its lifetime.',
      inTemplates(({ verify }) => ({
        verify: async (token, world, call) => {
          const payload = await verify(token, world, call);
          if (payload === undefined) return undefined;
          const halfLifetimeMs = (world.lifetime * 1000) / 2;
          const isLate = world.clock() > Number(payload.valid_until_ms) - halfLifetimeMs;
          return isLate ? undefined : payload;
        },
      })),
    ),
  }),
  ...defects('TOK-LIFE-2', {
    'spoiled-call-is-403': subtle(
      'A call with an invalid token returns 403.',
      inTemplates(({ refuse }) => ({
        refuse: (hadToken) => (hadToken ? json(403, { error: 'Forbidden' }) : refuse(hadToken)),
      })),
    ),
    'spoiled-call-locks-the-client-out': subtle(
      'After a call with an invalid token, the next two calls are refused, too.',
      inTemplates(({ verify }) => {
        let locked = 0;
        return {
          verify: async (token, world, call) => {
            const payload = await verify(token, world, call);
            if (payload === undefined) locked = 2;
            else if (locked > 0) {
              locked -= 1;
              return undefined;
            }
            return payload;
          },
        };
      }),
    ),
    'token-after-a-refusal-is-bad': subtle(
      'After a call with an invalid token, the next issued token is invalid.',
      (healthy) => {
        let hasRefused = false;
        const noticing = inTemplates(({ refuse }) => ({
          refuse: (hadToken) => {
            hasRefused ||= hadToken;
            return refuse(hadToken);
          },
        }))(healthy);
        return inTokens(({ tokenBody }) => ({
          tokenBody: (token, world, client) => {
            const issued = hasRefused ? `${token.slice(0, -8)}AAAAAAAA` : token;
            hasRefused = false;
            return tokenBody(issued, world, client);
          },
        }))(noticing);
      },
    ),
  }),
];
