/**
 * Defects of the token endpoint and the template API. Most of them make the server accept malformed
 * requests or credentials.
 */

import { decodeJwt } from 'jose';
import type { TemplatesBehaviour } from '../../templates/index.js';
import { OAuthProblem } from '../../templates/oauth-problem.js';
import { type Call, header } from '../../wire/call.js';
import { inTemplates, inTokens } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';

const tokens = defectsOf('templates', 'tokens.shape');
const templates = defectsOf('templates', 'templates.shape');

const PATH = '/V1/export-templates';
/** Stands for a secret that was sent as a list. */
const SENT_AS_LIST = '\0list';
/** The server returns the templates of the first client for these claims. */
const NORTH = { organization: 'north' };
const authorization = (call: Call): string => header(call, 'authorization') ?? '';
const lacksAuthorization = (call: Call): boolean => authorization(call) === '';

/** Also accepts a wrong client id if `same` returns true. The secret must still be right. */
const alsoAcceptingIds = (same: (sent: string, right: string) => boolean) =>
  inTokens(({ authenticate }) => ({
    authenticate: (sent, clients, call) =>
      authenticate(sent, clients, call) ??
      clients.find(({ id, secret }) => secret === sent.secret && same(sent.id, id)),
  }));

/** Also accepts a wrong secret if `same` returns true. The client id must still be right. */
const alsoAcceptingSecrets = (same: (sent: string, right: string) => boolean) =>
  inTokens(({ authenticate }) => ({
    authenticate: (sent, clients, call) =>
      authenticate(sent, clients, call) ??
      clients.find(({ id, secret }) => id === sent.id && same(sent.secret, secret)),
  }));

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const matchesWildcards = (pattern: string, text: string): boolean =>
  /[%_]/.test(pattern) &&
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
  ).test(text);

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Accepts the calls for which `when` returns true without a token, and serves them as if they had
 * the documented path.
 */
const openWhen =
  (when: (call: Call) => boolean): Defect['apply'] =>
  (healthy) => {
    const opened = new WeakSet<Call>();
    const open = inTemplates(({ tokenOf, verify }) => ({
      tokenOf: (call) => (opened.has(call) ? 'anybody' : tokenOf(call)),
      verify: async (token, world, call) =>
        token === 'anybody' ? NORTH : verify(token, world, call),
    }))(healthy);
    return {
      ...open,
      around: (handle) => {
        const inner = open.around(handle);
        return (call) => {
          if (call.mount !== 'templates' || !when(call)) return inner(call);
          const documented = { ...call, path: PATH };
          opened.add(documented);
          return inner(documented);
        };
      },
    };
  };

const openAt = (path: RegExp) =>
  openWhen((call) => lacksAuthorization(call) && call.path !== PATH && path.test(call.path));

const openWith = (...names: readonly string[]) =>
  openWhen(
    (call) => lacksAuthorization(call) && names.some((name) => header(call, name) !== undefined),
  );

/** Reads the token by `find` if `Authorization` contains no token. */
const tokenAlsoFrom = (find: (call: Call) => string | undefined) =>
  inTemplates(({ tokenOf }) => ({ tokenOf: (call) => tokenOf(call) ?? find(call) }));

type Verify = TemplatesBehaviour['verify'];
/** Reads an invalid token in another way, and verifies the result. */
const tokenAs = (read: (token: string, call: Call) => string | undefined) =>
  inTemplates(({ verify }): { verify: Verify } => ({
    verify: async (token, world, call) => {
      const payload = await verify(token, world, call);
      const other = payload === undefined ? read(token, call) : undefined;
      return other === undefined ? payload : verify(other, world, call);
    },
  }));

const cookieOf = (call: Call): string | undefined =>
  /access_token=([^;]+)/.exec(header(call, 'cookie') ?? '')?.[1];

const refuse = (status: number, code: string): never => {
  throw new OAuthProblem(status, code, 'The request is refused');
};

export const TOKEN_SHAPES: readonly Defect[] = [
  ...tokens('TOK-ERR-1', {
    'longer-id-accepted': subtle(
      'Any client id that begins with the right client id is accepted.',
      alsoAcceptingIds((sent, right) => sent.startsWith(right)),
    ),
    'end-of-id-accepted': subtle(
      'Any client id that ends with the right client id is accepted.',
      alsoAcceptingIds((sent, right) => sent.endsWith(right)),
    ),
    'id-is-a-pattern': subtle(
      'A client id may have wildcards, as in LIKE.',
      alsoAcceptingIds(matchesWildcards),
    ),
    'secret-is-a-pattern': subtle(
      'A secret may have wildcards, as in LIKE.',
      alsoAcceptingSecrets(matchesWildcards),
    ),
    'first-line-of-a-secret': subtle(
      'A secret is cut at a line break.',
      alsoAcceptingSecrets((sent, right) => sent.split('\n')[0] === right),
    ),
    'secret-decoded-twice': subtle(
      'A secret is percent-decoded twice.',
      alsoAcceptingSecrets((sent, right) => sent.includes('%') && decoded(sent) === right),
    ),
    'accents-of-a-secret-ignored': subtle(
      'Accents in a secret are ignored.',
      alsoAcceptingSecrets((sent, right) => withoutAccents(sent) === withoutAccents(right)),
    ),
    'plus-in-a-secret-is-a-blank': subtle(
      'A plus in a secret is decoded as a space.',
      alsoAcceptingSecrets(
        (sent, right) => sent.replaceAll('+', ' ') === right.replaceAll('+', ' '),
      ),
    ),
    'end-of-secret-is-enough': subtle(
      'Characters before the secret are ignored.',
      alsoAcceptingSecrets((sent, right) => sent.endsWith(right)),
    ),
    'beginning-lost': subtle(
      'The first letter of a secret is not compared.',
      alsoAcceptingSecrets((sent, right) => sent.slice(1) === right.slice(1)),
    ),
    'true-is-a-secret': subtle(
      'The secret `true` is accepted.',
      alsoAcceptingSecrets((sent) => sent === 'true'),
    ),
    'zero-is-a-secret': subtle(
      'The secret `0` is accepted.',
      alsoAcceptingSecrets((sent) => sent === '0'),
    ),
    'null-is-a-secret': subtle(
      'The secret `null` is accepted.',
      alsoAcceptingSecrets((sent) => sent === 'null'),
    ),
    'listed-secret-not-compared': subtle(
      'A secret sent as a list is not compared.',
      inTokens(({ credentialsOf, authenticate }) => ({
        credentialsOf: (call, form) => {
          const id = form.get('client_id');
          return id !== undefined && form.has('client_secret[]')
            ? { id, secret: SENT_AS_LIST }
            : credentialsOf(call, form);
        },
        authenticate: (sent, clients, call) =>
          sent.secret === SENT_AS_LIST
            ? clients.find(({ id }) => id === sent.id)
            : authenticate(sent, clients, call),
      })),
    ),
    'right-secret-anywhere-in-a-long-one': subtle(
      'A secret of more than 255 characters is accepted if it contains the valid secret.',
      alsoAcceptingSecrets((sent, right) => sent.length > 255 && sent.includes(right)),
    ),
    'wrong-secret-accepted-again': subtle(
      'A wrong secret is accepted when it is sent a second time.',
      (healthy) => {
        const seen = new Set<string>();
        return alsoAcceptingSecrets((sent, right) => {
          if (sent === right) return true;
          const isKnown = seen.has(sent);
          seen.add(sent);
          return isKnown;
        })(healthy);
      },
    ),
  }),
  ...tokens('TOK-REQ-1', {
    'needless-escapes-kept': subtle(
      'Unnecessary percent-encoding is not decoded.',
      inTokens(({ readForm }) => ({
        readForm: async (call) =>
          readForm({
            ...call,
            body: async () =>
              Buffer.from((await call.body()).toString().replace(/%(?=[467][0-9a-f])/gi, '%25')),
          }),
      })),
    ),
    'accept-needed': subtle(
      'A token request without Accept is refused.',
      inTokens(({ readForm }) => ({
        readForm: async (call) =>
          header(call, 'accept') === undefined ? refuse(406, 'invalid_request') : readForm(call),
      })),
    ),
    'refused-after-a-wrong-secret': subtle(
      'After a wrong secret the next request of the client is refused.',
      (healthy) => {
        const failed = new Set<string>();
        return inTokens(({ authenticate }) => ({
          authenticate: (sent, clients, call) => {
            const client = authenticate(sent, clients, call);
            if (client === undefined) failed.add(sent.id);
            else if (failed.delete(sent.id)) return undefined;
            return client;
          },
        }))(healthy);
      },
    ),
  }),
  ...tokens('TOK-ERR-3', {
    'longer-grant-accepted': subtle(
      'A grant type that begins with `client_credentials` is accepted.',
      inTokens(({ grantOf }) => ({
        grantOf: (form, call) => grantOf(form, call)?.replace(/^(client_credentials).+$/, '$1'),
      })),
    ),
    'empty-grant-unsupported': subtle(
      'An empty `grant_type` is called unsupported instead of missing.',
      inTokens(() => ({ grantOf: (form) => form.get('grant_type') })),
    ),
    'grant-with-a-hyphen-accepted': subtle(
      '`client-credentials` is accepted as grant type.',
      inTokens(({ grantOf }) => ({
        grantOf: (form, call) =>
          grantOf(form, call)?.replace('client-credentials', 'client_credentials'),
      })),
    ),
  }),
  ...tokens('ETM-AUTH-5', {
    'form-names-the-client-of-basic': subtle(
      'The client of the HTTP Basic credentials is authenticated, but the token is issued for the `client_id` in the form.',
      inTokens(({ authenticate, readForm }) => {
        const clientIds = new WeakMap<Call, string>();
        return {
          readForm: async (call) => {
            const form = await readForm(call);
            if (form.has('client_id') && authorization(call) !== '')
              clientIds.set(call, form.get('client_id') ?? '');
            return form;
          },
          authenticate: (sent, clients, call) => {
            const client = authenticate(sent, clients, call);
            return client && (clients.find(({ id }) => id === clientIds.get(call)) ?? client);
          },
        };
      }),
    ),
  }),
];

export const TEMPLATE_SHAPES: readonly Defect[] = [
  ...templates('ETM-AUTH-2', {
    'slash-opens': subtle(
      'The path with a slash at its end returns templates without Authorization.',
      openAt(/^\/V1\/export-templates\/$/),
    ),
    'template-opens': subtle(
      'The path of a single template returns templates without Authorization.',
      openAt(/^\/V1\/export-templates\/\w+$/),
    ),
    'dot-segment-opens': subtle(
      'The path with a segment `.` returns templates without Authorization.',
      openAt(/^\/V1\/\.\/export-templates$/),
    ),
    'parent-segment-opens': subtle(
      'The path with a segment `..` returns templates without Authorization.',
      openAt(/^\/V1\/\w+\/\.\.\/export-templates$/),
    ),
    'escaped-letter-opens': subtle(
      'The path with an escaped letter returns templates without Authorization.',
      openWhen(
        (call) =>
          lacksAuthorization(call) &&
          call.path !== PATH &&
          /%[467]/.test(call.path) &&
          decoded(call.path) === PATH,
      ),
    ),
    'escaped-slash-opens': subtle(
      'The path with an escaped slash at its end returns templates without Authorization.',
      openAt(/^\/V1\/export-templates%2F$/i),
    ),
    'overridden-method-opens': subtle(
      'A request that overrides the method returns templates without Authorization.',
      openWith('x-http-method-override'),
    ),
    'other-url-opens': subtle(
      'A request with an address in `X-Original-URL` or `X-Rewrite-URL` returns templates without Authorization.',
      openWith('x-original-url', 'x-rewrite-url'),
    ),
    'token-from-a-cookie': subtle(
      'The token is also accepted as a cookie.',
      tokenAlsoFrom(cookieOf),
    ),
    'token-from-x-access-token': subtle(
      'The token is also accepted in `X-Access-Token`.',
      tokenAlsoFrom((call) => header(call, 'x-access-token')),
    ),
    'token-from-x-auth-token': subtle(
      'The token is also accepted in `X-Auth-Token`.',
      tokenAlsoFrom((call) => header(call, 'x-auth-token')),
    ),
  }),
  ...templates('ETM-AUTH-3', {
    'revoked-refused-once': subtle(
      'A revoked token is refused once, and then accepted.',
      inTemplates(({ verify }) => {
        const refused = new Set<string>();
        return {
          verify: async (token, world, call) => {
            const payload = await verify(token, world, call);
            if (payload !== undefined || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return payload;
            const { jti = '' } = decodeJwt(token);
            if (refused.has(jti)) return verify(token, { ...world, revoked: new Set() }, call);
            if (world.revoked.has(jti)) refused.add(jti);
            return undefined;
          },
        };
      }),
    ),
  }),
  ...templates('ETM-AUTH-4', {
    'further-part-ignored': subtle(
      'Parts after the third part of a token are ignored.',
      tokenAs((token) =>
        /^(?:[\w-]+\.){3}/.test(token) ? token.split('.').slice(0, 3).join('.') : undefined,
      ),
    ),
    'escapes-undone': subtle('A token is percent-decoded.', (healthy) =>
      tokenAs((token) => decoded(token))(
        inTemplates(({ tokenOf }) => ({
          tokenOf: (call) => tokenOf(call) ?? /^Bearer (\S*%\S*)$/.exec(authorization(call))?.[1],
        }))(healthy),
      ),
    ),
    'first-64-characters-memoized': subtle(
      'A token whose first 64 characters are those of an accepted token is accepted.',
      inTemplates(({ verify }) => {
        const acceptedTokens = new Map<string, string>();
        return {
          verify: async (token, world, call) => {
            const payload = await verify(token, world, call);
            if (payload !== undefined) acceptedTokens.set(token.slice(0, 64), token);
            const other = acceptedTokens.get(token.slice(0, 64));
            return payload ?? (other === undefined ? undefined : verify(other, world, call));
          },
        };
      }),
    ),
    'right-token-in-a-cookie-repairs': subtle(
      'A wrong token is accepted if a cookie contains the valid token.',
      tokenAs((_, call) => cookieOf(call)),
    ),
    'wrong-token-accepted-again': subtle(
      'A wrong token is accepted when it is sent a second time.',
      inTemplates(({ verify }) => {
        const refused = new Set<string>();
        return {
          verify: async (token, world, call) => {
            const payload = await verify(token, world, call);
            if (payload !== undefined || call.path !== PATH) return payload;
            const isKnown = refused.has(token);
            refused.add(token);
            return isKnown ? NORTH : undefined;
          },
        };
      }),
    ),
  }),
  ...templates('ETM-AUTH-6', {
    'scheme-runs-into-the-token': subtle(
      'A token that follows `Bearer` without a space is accepted.',
      tokenAlsoFrom((call) => /^Bearer([\w-]+\.\S+)$/.exec(authorization(call))?.[1]),
    ),
    'scheme-begins-with-bearer': subtle(
      'Any scheme that begins with `Bearer` is accepted.',
      tokenAlsoFrom((call) => /^Bearer\w+ +(\S+)$/.exec(authorization(call))?.[1]),
    ),
  }),
];
