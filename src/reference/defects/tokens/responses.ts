/** Defects in how the token endpoint reads requests and writes responses. */

import { fromBasic } from '../../templates/credentials.js';
import { TOKEN_PATH } from '../../templates/index.js';
import { keys } from '../../templates/keys.js';
import { OAuthProblem } from '../../templates/oauth-problem.js';
import { header } from '../../wire/call.js';
import { answersOf, inTokens } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { keepingTokens } from './kept-tokens.js';

const tokens = defectsOf('templates', 'tokens');

/** Changes members of the token response. A member that `edit` sets to undefined is removed. */
const body = (edit: (given: Readonly<Record<string, unknown>>) => Record<string, unknown>) =>
  inTokens(({ tokenBody }) => ({
    tokenBody: (...args) => {
      const given = tokenBody(...args);
      return { ...given, ...edit(given) };
    },
  }));

const isTokenCall = (path: string): boolean => path.endsWith(TOKEN_PATH);

export const TOKENS: readonly Defect[] = [
  ...tokens('TOK-REQ-1', {
    // Some token servers, such as GitHub, return a form unless the request has `Accept` with JSON.
    'form-without-accept': subtle(
      'If the request has no `Accept`, the token response is form-encoded.',
      answersOf('auth', (given, call) => {
        if (given.status !== 200 || !isTokenCall(call.path)) return given;
        if (header(call, 'accept') !== undefined) return given;
        const members = JSON.parse(given.body.toString()) as Record<string, unknown>;
        const pairs = Object.entries(members).map(
          ([name, value]) => [name, String(value)] as [string, string],
        );
        return {
          ...given,
          headers: { ...given.headers, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(pairs).toString(),
        };
      }),
    ),
    'scope-demanded': blatant(
      'A token request with credentials in the form, but without `scope`, is refused.',
      inTokens(({ grantOf }) => ({
        grantOf: (form, call) => {
          if (!form.has('scope') && header(call, 'authorization') === undefined)
            throw new OAuthProblem(400, 'invalid_scope', 'scope is required');
          return grantOf(form, call);
        },
      })),
    ),
    'token-is-201': subtle(
      'A token request returns 201.',
      answersOf('auth', (given, { path }) =>
        isTokenCall(path) && given.status === 200 ? { ...given, status: 201 } : given,
      ),
    ),
    'form-credentials-refused': blatant(
      'Credentials in the form are refused.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) =>
          form.has('client_secret') ? undefined : credentialsOf(call, form),
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
    'basic-plus-not-decoded': subtle(
      'A `+` in Basic credentials is not decoded as a space.',
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
      'HTTP Basic credentials are refused if the form has no `client_id`.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) =>
          header(call, 'authorization') !== undefined && !form.has('client_id')
            ? undefined
            : credentialsOf(call, form),
      })),
    ),
  }),
  ...tokens('TOK-RES-1', {
    'scope-not-empty': subtle(
      '`scope` is not empty.',
      body(() => ({ scope: 'profile email' })),
    ),
    'scope-missing': subtle(
      'The member `scope` is missing.',
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
      '`expires_in` is not an integer.',
      body((given) => ({ expires_in: Number(given.expires_in) - 0.5 })),
    ),
    'lifetime-zero': blatant(
      '`expires_in` is 0.',
      body(() => ({ expires_in: 0 })),
    ),
    'policy-missing': subtle(
      'The member `not-before-policy` is missing.',
      body(() => ({ 'not-before-policy': undefined })),
    ),
    'policy-in-snake-case': subtle(
      'The member `not-before-policy` is named `not_before_policy`.',
      body(() => ({ 'not-before-policy': undefined, not_before_policy: 0 })),
    ),
    'policy-as-text': subtle(
      '`not-before-policy` is a string.',
      body(() => ({ 'not-before-policy': '0' })),
    ),
    'token-in-camel-case': blatant(
      'The member `access_token` is named `accessToken`.',
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
      inTokens(({ tokenHeaders }) => ({
        tokenHeaders: { ...tokenHeaders, 'Content-Type': 'text/plain' },
      })),
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
        claims: (...args) => {
          const given = claims(...args);
          return { ...given, exp: (given.exp ?? 0) + 3600 };
        },
      })),
    ),
    'keys-of-somebody-else': subtle(
      'The key set has a wrong key under the id of the signing key.',
      inTokens(() => ({
        jwks: async () => ({
          keys: [{ ...(await keys('foreign')).jwk, kid: (await keys('reference-1')).kid }],
        }),
      })),
    ),
  }),
  ...tokens('TOK-RES-5', {
    'kept-token-with-its-first-lifetime': subtle(
      'A token that is returned again has the `expires_in` of its first response.',
      keepingTokens((_, lifetime) => lifetime),
    ),
    'kept-token-with-half-of-what-is-left': subtle(
      'A token that is returned again has an `expires_in` that decreases at half the speed of the clock.',
      keepingTokens((remaining, lifetime) => Math.round((remaining + lifetime) / 2)),
    ),
  }),
];
