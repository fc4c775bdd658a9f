/** Defects of the authentication server in discovery, keys and the lifetime of tokens. */

import { JWKS_PATH, readClaims, TOKEN_PATH } from '../../templates/index.js';
import { answer, json } from '../../wire/answer.js';
import { answersOf, inTemplates, inTokens } from '../change.js';
import { blatant, type Defect, subtle, topic } from '../defect.js';

const server = topic('templates', 'token-server');

/**
 * Changes members of the discovery document. A member that `edit` sets to undefined is removed.
 */
const discovery = (edit: (issuer: string) => Record<string, unknown>) =>
  inTokens(({ discovery: healthy }) => ({
    discovery: (world) => ({ ...healthy(world), ...edit(world.issuer) }),
  }));

const jtiOf = (token: string): string => readClaims(token).jti ?? '';

/**
 * Refuses the tokens for which a condition holds. `isOver` is called once for each server, so that
 * the condition can keep a state of its own.
 */
const refusing = (isOver: () => (jti: string, issuedAt: number, now: number) => boolean) =>
  inTemplates(({ verify }) => {
    const over = isOver();
    return {
      verify: async (token, world, call) => {
        const payload = await verify(token, world, call);
        return payload !== undefined &&
          over(payload.jti ?? '', payload.iat ?? 0, world.clock() / 1000)
          ? undefined
          : payload;
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
  ...server('TOK-DISC-1', {
    'discovery-is-404': blatant(
      'There is no discovery document.',
      answersOf('auth', (given, { path }) =>
        path.endsWith('/openid-configuration') ? answer(404, {}, '') : given,
      ),
    ),
    'discovery-without-token-endpoint': subtle(
      'The discovery document names no token endpoint.',
      discovery(() => ({ token_endpoint: undefined })),
    ),
    'discovery-without-grant-types': subtle(
      'The discovery document names no grant types.',
      discovery(() => ({ grant_types_supported: undefined })),
    ),
    'discovery-without-keys': subtle(
      'The discovery document names no key set.',
      discovery(() => ({ jwks_uri: undefined })),
    ),
  }),
  ...server('TOK-DISC-2', {
    'token-endpoint-elsewhere': subtle(
      'The token endpoint that discovery names does not exist.',
      discovery((issuer) => ({ token_endpoint: `${issuer}/oauth/token` })),
    ),
    'grant-types-without-client-credentials': subtle(
      'The grant types lack `client_credentials`.',
      discovery(() => ({ grant_types_supported: ['authorization_code'] })),
    ),
    'key-set-empty': subtle(
      'The key set is empty.',
      inTokens(() => ({ jwks: async () => ({ keys: [] }) })),
    ),
    'key-set-elsewhere': subtle(
      'The key set that discovery names does not exist.',
      discovery((issuer) => ({ jwks_uri: `${issuer}/keys` })),
    ),
    'internal-host-named': subtle(
      'Discovery names the JWKS address on an internal host.',
      discovery((issuer) => ({
        jwks_uri: `https://internal:8080${new URL(issuer).pathname}${JWKS_PATH}`,
      })),
    ),
    // Keycloak behind a proxy that does not forward the port names the port on which it listens.
    'key-set-on-another-port': subtle(
      'Discovery names the JWKS address on another port.',
      discovery((issuer) => ({
        jwks_uri: `${new URL(issuer).protocol}//${new URL(issuer).hostname}:8443${new URL(issuer).pathname}${JWKS_PATH}`,
      })),
    ),
    'token-endpoint-on-an-internal-host': subtle(
      'Discovery names the token endpoint on an internal host.',
      discovery((issuer) => ({
        token_endpoint: `http://keycloak.internal${new URL(issuer).pathname}${TOKEN_PATH}`,
      })),
    ),
  }),
  ...server('TOK-DISC-3', {
    'issuer-of-another-realm': subtle(
      'The issuer is another realm.',
      discovery((issuer) => ({ issuer: issuer.replace('External-Applications', 'master') })),
    ),
    'issuer-with-a-slash': subtle(
      'The issuer ends in a slash.',
      discovery((issuer) => ({ issuer: `${issuer}/` })),
    ),
    'issuer-missing': subtle(
      'The discovery document has no issuer.',
      discovery(() => ({ issuer: undefined })),
    ),
  }),
  ...server('TOK-LIFE-1', {
    'tokens-serve-once': blatant('A token is accepted for one call.', callsAtMost(1)),
    'tokens-serve-three-calls': subtle('A token is accepted for three calls.', callsAtMost(3)),
    'tokens-serve-fifteen-calls': subtle('A token is accepted for fifteen calls.', callsAtMost(15)),
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
          return payload !== undefined &&
            world.clock() > Number(payload.valid_until_ms) - world.lifetime * 500
            ? undefined
            : payload;
        },
      })),
    ),
  }),
  ...server('TOK-LIFE-2', {
    'spoiled-call-is-403': subtle(
      'A call with an invalid token returns 403.',
      inTemplates(({ refuse }) => ({
        refuse: (hadToken) => (hadToken ? json(403, { error: 'Forbidden' }) : refuse(hadToken)),
      })),
    ),
    'spoiled-call-locks-the-client-out': subtle(
      'After a refused call every token is refused for the next two calls.',
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
      'After a refused call the next issued token is invalid.',
      (healthy) => {
        let spoiled = false;
        const noticing = inTemplates(({ refuse }) => ({
          refuse: (hadToken) => {
            spoiled ||= hadToken;
            return refuse(hadToken);
          },
        }))(healthy);
        return inTokens(({ tokenBody }) => ({
          tokenBody: (token, world, client) => {
            const issued = spoiled ? `${token.slice(0, -8)}AAAAAAAA` : token;
            spoiled = false;
            return tokenBody(issued, world, client);
          },
        }))(noticing);
      },
    ),
  }),
];
