/**
 * Defects of the token endpoint that only some requests reveal. Most need two or three conditions,
 * such as a client and its way of authentication.
 */

import type { Client } from '../../templates/index.js';
import { OAuthProblem } from '../../templates/oauth-problem.js';
import { readClaims } from '../../templates/token-handler.js';
import { type Call, header } from '../../wire/call.js';
import { inTemplates, inTokens } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';

const tokens = defectsOf('templates', 'tokens.interaction');

const isBasic = (call: Call): boolean => header(call, 'authorization') !== undefined;
const isSecond = ({ organization }: Client): boolean => organization === 'south';

/** The credentials of a token request. */
interface Sent {
  readonly id: string;
  readonly secret: string;
}

const clientOf = (sent: Sent, clients: readonly Client[]) =>
  clients.find(({ id }) => id === sent.id);

/**
 * Also accepts wrong credentials if `when` returns true or a client. A returned client gets the
 * token.
 */
const alsoAccepts = (
  when: (
    sent: Sent,
    client: Client | undefined,
    clients: readonly Client[],
    call: Call,
  ) => Client | boolean | undefined,
) =>
  inTokens(({ authenticate }) => ({
    authenticate: (sent, clients, call) => {
      const authenticated = authenticate(sent, clients, call);
      if (authenticated !== undefined) return authenticated;
      const client = clientOf(sent, clients);
      const accepted = when(sent, client, clients, call);
      if (typeof accepted === 'object') return accepted;
      return accepted === true ? client : undefined;
    },
  }));

/** Changes the token responses to the second client. */
const editForSecond = (
  edit: (given: Readonly<Record<string, unknown>>) => Record<string, unknown>,
) =>
  inTokens(({ tokenBody }) => ({
    tokenBody: (token, world, client) => {
      const given = tokenBody(token, world, client);
      return isSecond(client) ? { ...given, ...edit(given) } : given;
    },
  }));

export const TOKEN_INTERACTIONS: readonly Defect[] = [
  ...tokens('TOK-REQ-1', {
    'grant-type-comes-first': subtle(
      'A form that does not begin with grant_type is refused.',
      inTokens(({ grantOf }) => ({
        grantOf: (form, call) => {
          if (form.size > 1 && [...form.keys()][0] !== 'grant_type')
            throw new OAuthProblem(400, 'invalid_request', 'grant_type is required');
          return grantOf(form, call);
        },
      })),
    ),
    'form-refused-for-the-second-client': subtle(
      'Credentials of the second client in the form are refused.',
      inTokens(({ authenticate }) => ({
        authenticate: (sent, clients, call) => {
          const client = authenticate(sent, clients, call);
          return client !== undefined && isSecond(client) && !isBasic(call) ? undefined : client;
        },
      })),
    ),
  }),
  ...tokens('TOK-REQ-2', {
    'basic-refused-for-the-second-client': subtle(
      'HTTP Basic credentials of the second client are refused.',
      inTokens(({ authenticate }) => ({
        authenticate: (sent, clients, call) => {
          const client = authenticate(sent, clients, call);
          return client !== undefined && isSecond(client) && isBasic(call) ? undefined : client;
        },
      })),
    ),
  }),
  ...tokens('TOK-ERR-1', {
    'secret-of-another-client': subtle(
      'The secret of any client is accepted.',
      alsoAccepts((sent, _, clients) => clients.some(({ secret }) => secret === sent.secret)),
    ),
    'secret-of-another-client-with-basic': subtle(
      'With Basic the secret of any client is accepted.',
      alsoAccepts(
        (sent, _, clients, call) =>
          isBasic(call) && clients.some(({ secret }) => secret === sent.secret),
      ),
    ),
    'client-id-in-other-case': subtle(
      'The client id is compared without regard to case.',
      alsoAccepts((sent, _, clients) =>
        clients.find(
          ({ id, secret }) => id.toLowerCase() === sent.id.toLowerCase() && secret === sent.secret,
        ),
      ),
    ),
    'client-id-cut-short': subtle(
      'Any beginning of a client id is accepted with the secret of this client.',
      alsoAccepts((sent, _, clients) =>
        clients.find(({ id, secret }) => id.startsWith(sent.id) && secret === sent.secret),
      ),
    ),
    'any-secret-with-basic': subtle(
      'With Basic any secret is accepted, except one that differs from the right secret only in case.',
      alsoAccepts(
        (sent, client, __, call) =>
          isBasic(call) && client?.secret.toLowerCase() !== sent.secret.toLowerCase(),
      ),
    ),
    'any-secret-for-the-second-client-with-basic': subtle(
      'With Basic any secret of the second client is accepted.',
      alsoAccepts(
        (_, client, __, call) => isBasic(call) && client !== undefined && isSecond(client),
      ),
    ),
    'secret-case-ignored-for-the-second-client': subtle(
      'The secret of the second client is compared without regard to case.',
      alsoAccepts(
        (sent, client) =>
          client !== undefined &&
          isSecond(client) &&
          client.secret.toLowerCase() === sent.secret.toLowerCase(),
      ),
    ),
    'empty-secret-with-basic': subtle(
      'With Basic an empty secret is accepted.',
      alsoAccepts((sent, _, __, call) => isBasic(call) && sent.secret === ''),
    ),
  }),
  ...tokens('TOK-ERR-2', {
    'unsupported-client-gets-a-token-with-basic': subtle(
      'With Basic a client that is not set up for client credentials gets a token.',
      inTokens(({ authenticate }) => ({
        authenticate: (sent, clients, call) => {
          const client = authenticate(sent, clients, call);
          return client && isBasic(call) ? { ...client, clientCredentials: true } : client;
        },
      })),
    ),
  }),
  ...tokens('TOK-RES-1', {
    'scope-for-the-second-client': subtle(
      'The `scope` of the second client is not empty.',
      editForSecond(() => ({ scope: 'profile' })),
    ),
  }),
  ...tokens('TOK-RES-2', {
    'refresh-token-for-the-second-client': subtle(
      'The second client gets a refresh token.',
      editForSecond(() => ({ refresh_token: 'r-17' })),
    ),
  }),
  ...tokens('TOK-RES-4', {
    'expires-in-too-long-for-the-second-client': subtle(
      '`expires_in` of the second client is an hour too long.',
      editForSecond((given) => ({ expires_in: Number(given.expires_in) + 3600 })),
    ),
  }),
  ...tokens('TOK-DISC-3', {
    'issuer-by-client': subtle(
      'The tokens of the second client have another issuer, which the API also accepts.',
      (healthy) => {
        const issuing = inTokens(({ claims }) => ({
          claims: (client, world) => {
            const given = claims(client, world);
            return isSecond(client) ? { ...given, iss: `${given.iss}-2` } : given;
          },
        }))(healthy);
        return inTemplates(({ verify }) => ({
          verify: async (token, world, call) =>
            (await verify(token, world, call)) ??
            verify(token, { ...world, issuer: `${world.issuer}-2` }, call),
        }))(issuing);
      },
    ),
  }),
  ...tokens('TOK-LIFE-1', {
    'third-token-ends-the-first': subtle(
      'Only the last two tokens of a client are accepted.',
      (healthy) => {
        const issued = new Map<string, string[]>();
        const issuing = inTokens(({ tokenBody }) => ({
          tokenBody: (token, world, client) => {
            const earlier = issued.get(client.id) ?? [];
            const { jti = '' } = readClaims(token);
            issued.set(client.id, [...earlier, jti].slice(-2));
            return tokenBody(token, world, client);
          },
        }))(healthy);
        return inTemplates(({ verify }) => ({
          verify: async (token, world, call) => {
            const payload = await verify(token, world, call);
            const lastTwo = issued.get(String(payload?.azp)) ?? [];
            return lastTwo.includes(payload?.jti ?? '') ? payload : undefined;
          },
        }))(issuing);
      },
    ),
  }),
];
