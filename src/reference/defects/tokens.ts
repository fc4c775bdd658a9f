import { fromBasic } from '../templates/credentials.js';
import { TOKEN_PATH } from '../templates/index.js';
import { keys } from '../templates/keys.js';
import { OAuthProblem } from '../templates/oauth-problem.js';
import { answer } from '../wire/answer.js';
import { header } from '../wire/call.js';
import { answersOf, inTokens, jsonOf } from './change.js';
import { blatant, type Defect, subtle, topic } from './defect.js';
import { isObject } from './export-body.js';

const tokens = topic('templates', 'tokens');

/** Edits the token response. Undefined leaves a member out. */
const body = (edit: (given: Readonly<Record<string, unknown>>) => Record<string, unknown>) =>
  inTokens(({ tokenBody }) => ({
    tokenBody: (...about) => {
      const given = tokenBody(...about);
      return { ...given, ...edit(given) };
    },
  }));

/** Compares secrets; the id must be right. */
const secrets = (same: (sent: string, right: string) => boolean) =>
  inTokens(() => ({
    authenticate: ({ id, secret }, clients) => clients.find((known) => known.id === id && same(secret, known.secret)),
  }));

const problems = (edit: (given: OAuthProblem) => OAuthProblem) =>
  inTokens(({ problem }) => ({ problem: (given, call) => problem(edit(given), call) }));

const as = (status: number, code: string) => (given: OAuthProblem) => new OAuthProblem(status, code, given.message);

const refuseClient = (): never => {
  throw new OAuthProblem(401, 'invalid_client', 'Invalid client or client credentials');
};

const isTokenCall = (path: string): boolean => path.endsWith(TOKEN_PATH);

/** The token request and its response. */
export const TOKENS: readonly Defect[] = [
  ...tokens('TOK-REQ-1', {
    'scope-demanded': blatant(
      'A token request without scope is refused.',
      inTokens(({ grantOf }) => ({
        grantOf: (form, call) => {
          if (!form.has('scope') && header(call, 'authorization') === undefined)
            throw new OAuthProblem(400, 'invalid_scope', 'scope is required');
          return grantOf(form, call);
        },
      })),
    ),
    'token-is-201': subtle(
      'A token is answered 201.',
      answersOf('auth', (given, { path }) =>
        isTokenCall(path) && given.status === 200 ? { ...given, status: 201 } : given,
      ),
    ),
    'form-credentials-refused': blatant(
      'Credentials in the form are refused.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) => (form.has('client_secret') ? undefined : credentialsOf(call, form)),
      })),
    ),
  }),
  ...tokens('TOK-REQ-2', {
    'basic-refused': blatant(
      'HTTP Basic is refused.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) =>
          header(call, 'authorization') === undefined ? credentialsOf(call, form) : undefined,
      })),
    ),
    'basic-not-form-decoded': subtle(
      'The secret in Basic is not form-decoded.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) => {
          const basic = /^Basic +(\S+)$/i.exec(header(call, 'authorization') ?? '')?.[1];
          if (basic === undefined) return credentialsOf(call, form);
          const pair = Buffer.from(basic, 'base64').toString('utf8');
          const colon = pair.indexOf(':');
          return { id: pair.slice(0, colon), secret: pair.slice(colon + 1) };
        },
      })),
    ),
    'basic-plus-not-decoded': subtle(
      'A `+` in the secret in Basic is not read as a blank.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) => {
          const basic = /^Basic +(\S+)$/i.exec(header(call, 'authorization') ?? '')?.[1];
          if (basic === undefined) return credentialsOf(call, form);
          const pair = Buffer.from(basic, 'base64').toString('utf8').replaceAll('+', '%2B');
          return fromBasic(Buffer.from(pair).toString('base64'));
        },
      })),
    ),
    'basic-needs-the-id-in-the-form': subtle(
      'With Basic the form must name the client as well.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) =>
          header(call, 'authorization') !== undefined && !form.has('client_id') ? undefined : credentialsOf(call, form),
      })),
    ),
  }),
  ...tokens('TOK-RES-1', {
    'scope-not-empty': subtle(
      '`scope` is not empty.',
      body(() => ({ scope: 'profile email' })),
    ),
    'scope-missing': subtle(
      'There is no `scope`.',
      body(() => ({ scope: undefined })),
    ),
    'type-in-lower-case': subtle(
      '`token_type` is `bearer`.',
      body(() => ({ token_type: 'bearer' })),
    ),
    'lifetime-as-text': subtle(
      '`expires_in` is a string.',
      body((given) => ({ expires_in: String(given.expires_in) })),
    ),
    'lifetime-with-a-fraction': subtle(
      '`expires_in` is no integer.',
      body((given) => ({ expires_in: Number(given.expires_in) - 0.5 })),
    ),
    'lifetime-zero': blatant(
      '`expires_in` is 0.',
      body(() => ({ expires_in: 0 })),
    ),
    'policy-missing': subtle(
      'There is no `not-before-policy`.',
      body(() => ({ 'not-before-policy': undefined })),
    ),
    'policy-in-snake-case': subtle(
      'The member is called `not_before_policy`.',
      body(() => ({ 'not-before-policy': undefined, not_before_policy: 0 })),
    ),
    'policy-as-text': subtle(
      '`not-before-policy` is a string.',
      body(() => ({ 'not-before-policy': '0' })),
    ),
    'token-in-camel-case': blatant(
      'The member is called `accessToken`.',
      body((given) => ({ access_token: undefined, accessToken: given.access_token })),
    ),
  }),
  ...tokens('TOK-RES-2', {
    'refresh-token-issued': subtle(
      'A refresh token is issued.',
      body(() => ({ refresh_token: 'r-4c1d9e', refresh_expires_in: 1800 })),
    ),
    'refresh-token-empty': subtle(
      'An empty refresh token is issued.',
      body(() => ({ refresh_token: '' })),
    ),
    'refresh-token-null': subtle(
      'A refresh token of null is issued.',
      body(() => ({ refresh_token: null })),
    ),
  }),
  ...tokens('TOK-RES-3', {
    'token-may-be-stored': subtle(
      'A token is sent without `Cache-Control: no-store`.',
      inTokens(() => ({ tokenHeaders: {} })),
    ),
    'token-for-a-minute': subtle(
      'A token is sent with `Cache-Control: max-age=60`.',
      inTokens(() => ({ tokenHeaders: { 'Cache-Control': 'max-age=60' } })),
    ),
    'token-as-plain-text': subtle(
      'A token is sent as text/plain.',
      inTokens(({ tokenHeaders }) => ({ tokenHeaders: { ...tokenHeaders, 'Content-Type': 'text/plain' } })),
    ),
  }),
  ...tokens('TOK-RES-4', {
    'lifetime-in-milliseconds': subtle(
      '`expires_in` counts milliseconds.',
      body((given) => ({ expires_in: Number(given.expires_in) * 1000 })),
    ),
    'exp-an-hour-later': subtle(
      'The JWT’s `exp` is an hour later than `expires_in` says.',
      inTokens(({ claims }) => ({
        claims: (...about) => {
          const given = claims(...about);
          return { ...given, exp: (given.exp ?? 0) + 3600 };
        },
      })),
    ),
    'keys-of-somebody-else': subtle(
      'The key set has another key under the same id.',
      inTokens(() => ({
        jwks: async () => ({ keys: [{ ...(await keys('foreign')).jwk, kid: (await keys('reference-1')).kid }] }),
      })),
    ),
  }),
  ...tokens('TOK-ERR-1', {
    'wrong-secret-is-400': blatant(
      'A wrong secret is answered 400.',
      problems((given) => (given.code === 'invalid_client' ? as(400, 'invalid_client')(given) : given)),
    ),
    'unknown-client-is-404': subtle(
      'An unknown client is answered 404.',
      inTokens(({ authenticate }) => ({
        authenticate: (given, clients, call) => {
          if (!clients.some(({ id }) => id === given.id))
            throw new OAuthProblem(404, 'invalid_client', 'Unknown client');
          return authenticate(given, clients, call);
        },
      })),
    ),
    'unknown-client-is-200': blatant(
      'An unknown client is answered 200 with an error.',
      inTokens(({ authenticate }) => ({
        authenticate: (given, clients, call) => {
          if (!clients.some(({ id }) => id === given.id))
            throw new OAuthProblem(200, 'invalid_client', 'Unknown client');
          return authenticate(given, clients, call);
        },
      })),
    ),
    'secret-case-ignored': subtle(
      'The secret is compared without regard to case.',
      secrets((sent, right) => sent.toLowerCase() === right.toLowerCase()),
    ),
    'secret-compared-by-beginning': subtle(
      'Any beginning of the secret is accepted, the empty one too.',
      secrets((sent, right) => right.startsWith(sent)),
    ),
    'empty-secret-accepted': subtle(
      'An empty secret is accepted.',
      secrets((sent, right) => sent === '' || sent === right),
    ),
    'longer-secret-accepted': subtle(
      'Whatever follows the secret is ignored.',
      secrets((sent, right) => sent.startsWith(right)),
    ),
    'basic-secret-not-checked': subtle(
      'In Basic any secret is accepted.',
      inTokens(({ authenticate }) => ({
        authenticate: (given, clients, call) =>
          header(call, 'authorization') === undefined
            ? authenticate(given, clients, call)
            : clients.find(({ id }) => id === given.id),
      })),
    ),
    'empty-secret-is-a-fault': subtle(
      'An empty secret is answered 500.',
      inTokens(({ authenticate }) => ({
        authenticate: (given, clients, call) => {
          if (given.secret === '') throw new Error('the secret is empty');
          return authenticate(given, clients, call);
        },
      })),
    ),
  }),
  ...tokens('TOK-ERR-2', {
    'unsupported-client-gets-a-token': blatant(
      'A client that is not set up for client credentials gets a token.',
      inTokens(() => ({ mayUse: () => true })),
    ),
    'unsupported-client-is-401': subtle(
      'A client that is not set up for client credentials is answered 401.',
      inTokens(() => ({ mayUse: (client) => client.clientCredentials || refuseClient() })),
    ),
    'unsupported-client-is-unauthorized-client': subtle(
      'The code for a client that is not set up is `unauthorized_client`.',
      inTokens(() => ({
        mayUse: (client) => {
          if (client.clientCredentials) return true;
          throw new OAuthProblem(400, 'unauthorized_client', 'Client is not set up for client credentials');
        },
      })),
    ),
  }),
  ...tokens('TOK-ERR-3', {
    'errors-under-message': subtle(
      'Errors are `{message}`.',
      jsonOf('auth', (given) => (isObject(given) && 'error' in given ? { message: given.error } : undefined)),
    ),
    'unknown-grant-is-invalid-grant': subtle(
      'An unknown grant type is `invalid_grant`.',
      problems((given) =>
        given.code === 'unsupported_grant_type' && given.message.startsWith('Unsupported')
          ? as(400, 'invalid_grant')(given)
          : given,
      ),
    ),
    'missing-grant-is-client-credentials': subtle(
      'A request without grant type gets a token.',
      inTokens(({ grantOf }) => ({ grantOf: (form, call) => grantOf(form, call) ?? 'client_credentials' })),
    ),
    'missing-grant-is-401': subtle(
      'A request without grant type is answered 401.',
      problems((given) => (given.code === 'invalid_request' ? as(401, 'invalid_request')(given) : given)),
    ),
  }),
  ...tokens('TOK-ERR-4', {
    'credentials-in-the-query': subtle(
      'Credentials in the query string are accepted.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) => {
          const query = new URLSearchParams(call.search);
          const [id, secret] = [query.get('client_id'), query.get('client_secret')];
          return id !== null && secret !== null ? { id, secret } : credentialsOf({ ...call, search: '' }, form);
        },
        readForm: async (call) => {
          const form = new URLSearchParams(`${call.search}&${(await call.body()).toString('utf8')}`);
          return new Map(form);
        },
      })),
    ),
    'get-is-answered': subtle(
      'A GET on the token endpoint is answered 200.',
      answersOf('auth', (given, { method, path }) =>
        method === 'GET' && isTokenCall(path)
          ? answer(200, { 'Content-Type': 'application/json' }, '{"token_type":"Bearer"}')
          : given,
      ),
    ),
  }),
];
