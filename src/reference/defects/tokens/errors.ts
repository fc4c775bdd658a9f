import type { Change } from '../../behaviour.js';
import { type Client, TOKEN_PATH } from '../../templates/index.js';
import { OAuthProblem } from '../../templates/oauth-problem.js';
import { answer } from '../../wire/answer.js';
import { header } from '../../wire/call.js';
import { answersOf, inTokens, jsonOf } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { isObject } from '../export/body.js';

const tokens = defectsOf('templates', 'tokens');

/** Replaces the comparison of secrets. The client id must still be right. */
const comparingSecrets = (same: (sent: string, right: string) => boolean) =>
  inTokens(() => ({
    authenticate: ({ id, secret }, clients) =>
      clients.find((known) => known.id === id && same(secret, known.secret)),
  }));

/** Changes the error responses. */
const changingErrors = (edit: (given: OAuthProblem) => OAuthProblem) =>
  inTokens(({ problem }) => ({ problem: (given, call) => problem(edit(given), call) }));

const withStatusAndCode = (status: number, code: string) => (given: OAuthProblem) =>
  new OAuthProblem(status, code, given.message);

/** Ignores those Basic credentials that are also sent with credentials in the form. */
const withoutBasicBesideForm = (isIgnored: (basic: string) => boolean) =>
  inTokens(({ credentialsOf }) => ({
    credentialsOf(call, form) {
      const { authorization: _, ...headers } = call.headers;
      return form.has('client_secret') && isIgnored(header(call, 'authorization') ?? '')
        ? credentialsOf({ ...call, headers }, form)
        : credentialsOf(call, form);
    },
  }));

/** Stands for a secret that was not sent. */
const LEFT_OUT = '\0';

const isTokenCall = (path: string): boolean => path.endsWith(TOKEN_PATH);

/** Changes the field `Authorization` of token requests before it is read. */
const withBasicReadAs = (read: (basic: string) => string): Change =>
  inTokens(({ credentialsOf }) => ({
    credentialsOf: (call, form) => {
      const basic = header(call, 'authorization');
      const headers = basic === undefined ? {} : { authorization: read(basic) };
      return credentialsOf({ ...call, headers: { ...call.headers, ...headers } }, form);
    },
  }));

/**
 * Defects of the token endpoint about requests that must be refused, and about the form of the
 * refusal.
 */
export const TOKEN_ERRORS: readonly Defect[] = [
  ...tokens('TOK-ERR-1', {
    // cloudflare/vinext #93: the cache key does not include the Authorization field.
    'client-cached-by-the-form': subtle(
      'The client of the first request with `Authorization` is cached and used for all later requests with `Authorization`.',
      inTokens(({ authenticate }) => {
        let kept: Client | undefined;
        return {
          authenticate: (credentials, clients, call) => {
            if (header(call, 'authorization') === undefined)
              return authenticate(credentials, clients, call);
            kept ??= authenticate(credentials, clients, call);
            return kept;
          },
        };
      }),
    ),
    'wrong-secret-is-400': blatant(
      'A wrong secret returns 400.',
      changingErrors((given) =>
        given.code === 'invalid_client' ? withStatusAndCode(400, 'invalid_client')(given) : given,
      ),
    ),
    'unknown-client-is-404': subtle(
      'The request of an unknown client returns 404.',
      inTokens(({ authenticate }) => ({
        authenticate: (given, clients, call) => {
          if (!clients.some(({ id }) => id === given.id))
            throw new OAuthProblem(404, 'invalid_client', 'Unknown client');
          return authenticate(given, clients, call);
        },
      })),
    ),
    'unknown-client-is-200': blatant(
      'The request of an unknown client returns 200 with an error.',
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
      comparingSecrets((sent, right) => sent.toLowerCase() === right.toLowerCase()),
    ),
    'secret-compared-by-beginning': subtle(
      'Any beginning of the secret is accepted, even an empty one.',
      comparingSecrets((sent, right) => right.startsWith(sent)),
    ),
    'empty-secret-accepted': subtle(
      'An empty secret is accepted.',
      comparingSecrets((sent, right) => sent === '' || sent === right),
    ),
    'no-secret-needed': subtle(
      'A request without a secret returns a token.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) => {
          const id = form.get('client_id');
          return id !== undefined && !form.has('client_secret')
            ? { id, secret: LEFT_OUT }
            : credentialsOf(call, form);
        },
        authenticate: ({ id, secret }, clients) =>
          clients.find(
            (known) => known.id === id && (secret === LEFT_OUT || secret === known.secret),
          ),
      })),
    ),
    'end-of-secret-not-compared': subtle(
      'The last letter of a secret is not compared.',
      comparingSecrets(
        (sent, right) => sent.length === right.length && sent.slice(0, -1) === right.slice(0, -1),
      ),
    ),
    'longer-secret-accepted': subtle(
      'Characters after the secret are ignored.',
      comparingSecrets((sent, right) => sent.startsWith(right)),
    ),
    'basic-secret-not-checked': subtle(
      'With Basic any secret is accepted.',
      inTokens(({ authenticate }) => ({
        authenticate: (given, clients, call) =>
          header(call, 'authorization') === undefined
            ? authenticate(given, clients, call)
            : clients.find(({ id }) => id === given.id),
      })),
    ),
    'empty-secret-is-a-fault': subtle(
      'An empty secret returns 500.',
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
      'A client that is not configured for client credentials gets a token.',
      inTokens(() => ({ mayUse: () => true })),
    ),
    'unsupported-client-is-401': subtle(
      'The request of a client that is not configured for client credentials returns 401.',
      inTokens(() => ({
        mayUse: (client) => {
          if (client.clientCredentials) return true;
          throw new OAuthProblem(401, 'invalid_client', 'Invalid client or client credentials');
        },
      })),
    ),
    'unsupported-client-is-unauthorized-client': subtle(
      'The error code for a client that is not configured for client credentials is `unauthorized_client`.',
      inTokens(() => ({
        mayUse: (client) => {
          if (client.clientCredentials) return true;
          throw new OAuthProblem(
            400,
            'unauthorized_client',
            'Client is not set up for client credentials',
          );
        },
      })),
    ),
  }),
  ...tokens('TOK-ERR-3', {
    'errors-under-message': subtle(
      'Errors have the member `message` instead of `error`.',
      jsonOf('auth', (given) =>
        isObject(given) && 'error' in given ? { message: given.error } : undefined,
      ),
    ),
    'unknown-grant-is-invalid-grant': subtle(
      'An unknown grant type returns the error code `invalid_grant`.',
      changingErrors((given) =>
        given.code === 'unsupported_grant_type' && given.message.startsWith('Unsupported')
          ? withStatusAndCode(400, 'invalid_grant')(given)
          : given,
      ),
    ),
    'missing-grant-is-client-credentials': subtle(
      'A request without a grant type returns a token.',
      inTokens(({ grantOf }) => ({
        grantOf: (form, call) => grantOf(form, call) ?? 'client_credentials',
      })),
    ),
    'grant-of-zero-is-missing': subtle(
      'The grant type `0` is taken for a missing one.',
      inTokens(({ grantOf }) => ({
        grantOf: (form, call) => {
          const grant = grantOf(form, call);
          return grant === '0' ? undefined : grant;
        },
      })),
    ),
    'missing-grant-is-401': subtle(
      'A request without a grant type returns 401.',
      changingErrors((given) =>
        given.code === 'invalid_request' ? withStatusAndCode(401, 'invalid_request')(given) : given,
      ),
    ),
  }),
  ...tokens('TOK-ERR-6', {
    'last-of-two-secrets': subtle(
      'If a parameter is repeated, its last value counts.',
      inTokens(() => ({
        readForm: async (call) => new Map(new URLSearchParams((await call.body()).toString())),
      })),
    ),
    'first-of-two-ids': subtle(
      'If `client_id` is repeated, its first value counts.',
      inTokens(({ readForm }) => ({
        async readForm(call) {
          const form = new URLSearchParams((await call.body()).toString());
          form.set('client_id', form.get('client_id') ?? '');
          return readForm({ ...call, body: async () => Buffer.from(form.toString()) });
        },
      })),
    ),
    'repeated-scope-is-ignored': subtle(
      'A `scope` may be sent more than once.',
      inTokens(({ readForm }) => ({
        async readForm(call) {
          const form = new URLSearchParams((await call.body()).toString());
          form.delete('scope');
          return readForm({ ...call, body: async () => Buffer.from(form.toString()) });
        },
      })),
    ),
    'form-ignored-beside-basic': subtle(
      'Credentials in the form are ignored if there are Basic credentials.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) =>
          credentialsOf(
            call,
            header(call, 'authorization') === undefined
              ? form
              : new Map([...form].filter(([name]) => name === 'grant_type')),
          ),
      })),
    ),
    'unreadable-basic-ignored-beside-form': subtle(
      'Basic credentials that are not base64 are ignored if there are credentials in the form.',
      withoutBasicBesideForm((basic) => basic.includes('*')),
    ),
    'empty-basic-ignored-beside-form': subtle(
      'A Basic without credentials is ignored if there are credentials in the form.',
      withoutBasicBesideForm((basic) => /^Basic\s*$/i.test(basic)),
    ),
    'basic-without-colon-ignored-beside-form': subtle(
      'Basic credentials without a colon are ignored if there are credentials in the form.',
      withoutBasicBesideForm((basic) => {
        const [, credentials = ''] = basic.split(' ');
        return credentials !== '' && !Buffer.from(credentials, 'base64').includes(':');
      }),
    ),
    'asterisks-in-basic-are-skipped': subtle(
      'Characters outside base64 are skipped in Basic credentials.',
      withBasicReadAs((basic) => basic.replaceAll('*', '')),
    ),
    'letters-behind-basic-are-cut': subtle(
      'Basic credentials are read up to the padding of base64.',
      withBasicReadAs((basic) => basic.replace(/(?<==)[^=]+$/, '')),
    ),
    'basic-without-a-colon-fails': subtle(
      'Basic credentials without a colon return 500.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) => {
          const [, basic] = /^Basic (.+)$/.exec(header(call, 'authorization') ?? '') ?? [];
          if (basic !== undefined && !Buffer.from(basic, 'base64').includes(':'))
            throw new OAuthProblem(500, 'server_error', 'No secret');
          return credentialsOf(call, form);
        },
      })),
    ),
  }),
  ...tokens('TOK-REQ-1', {
    'media-type-compared-exactly': subtle(
      'A form whose media type has capitals or a charset is refused.',
      inTokens(({ readForm }) => ({
        readForm: async (call) => {
          if (header(call, 'content-type') !== 'application/x-www-form-urlencoded')
            throw new OAuthProblem(400, 'invalid_request', 'The body must be a form');
          return readForm(call);
        },
      })),
    ),
  }),
  ...tokens('TOK-ERR-3', {
    'unreadable-bodies-have-a-message': subtle(
      'A token request that is not a form is refused by a JSON body with `message` instead of `error`.',
      answersOf('auth', (given, call) =>
        given.status >= 400 &&
        isTokenCall(call.path) &&
        header(call, 'content-type') === 'application/json'
          ? answer(415, { 'Content-Type': 'application/json' }, '{"message":"unsupported"}')
          : given,
      ),
    ),
  }),
  ...tokens('TOK-ERR-4', {
    'credentials-in-the-query': subtle(
      'Credentials in the query string are accepted.',
      inTokens(({ credentialsOf }) => ({
        credentialsOf: (call, form) => {
          const query = new URLSearchParams(call.search);
          const [id, secret] = [query.get('client_id'), query.get('client_secret')];
          return id !== null && secret !== null
            ? { id, secret }
            : credentialsOf({ ...call, search: '' }, form);
        },
        readForm: async (call) => {
          const form = new URLSearchParams(
            `${call.search}&${(await call.body()).toString('utf8')}`,
          );
          return new Map(form);
        },
      })),
    ),
    'grant-type-in-the-query': subtle(
      'A `grant_type` in the query string is read if the form has none.',
      inTokens(({ readForm }) => ({
        readForm: async (call) => {
          const form = await readForm(call);
          const grant = new URLSearchParams(call.search).get('grant_type');
          return form instanceof Map && !form.has('grant_type') && grant !== null
            ? new Map([...form, ['grant_type', grant]])
            : form;
        },
      })),
    ),
    'get-is-answered': subtle(
      'A GET on the token endpoint returns 200.',
      answersOf('auth', (given, { method, path }) =>
        method === 'GET' && isTokenCall(path)
          ? answer(200, { 'Content-Type': 'application/json' }, '{"token_type":"Bearer"}')
          : given,
      ),
    ),
  }),
];
