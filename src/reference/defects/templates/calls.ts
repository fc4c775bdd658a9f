/** Defects of the template API in authorizing calls. */

import type { JWTPayload } from 'jose';
import type { Behaviour } from '../../behaviour.js';
import { fromBasic } from '../../templates/credentials.js';
import type { TemplatesBehaviour } from '../../templates/index.js';
import { type Answer, answer, json } from '../../wire/answer.js';
import { type Call, header } from '../../wire/call.js';
import { answersOf, inTemplates, inTokens } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';

const templates = defectsOf('templates', 'templates');

/** If a call has no token in its usual place, uses the token that `find` returns. */
const tokenAlsoFrom = (find: (call: Call) => string | null | undefined) =>
  inTemplates(({ tokenOf }) => ({ tokenOf: (call) => tokenOf(call) ?? find(call) ?? undefined }));

const PATH = '/V1/export-templates';
const authorization = (call: Call): string => header(call, 'authorization') ?? '';

/** The server returns the templates of the first client for these claims. */
const NORTH: JWTPayload = { organization: 'north' };
const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

/** Calls for which `isAccepted` returns true need no token. */
const withoutToken = (isAccepted: (call: Call, behaviour: TemplatesBehaviour) => boolean) =>
  inTemplates((healthy) => ({
    tokenOf: (call) => healthy.tokenOf(call) ?? (isAccepted(call, healthy) ? 'anybody' : undefined),
    verify: async (token, world, call) =>
      token === 'anybody' ? NORTH : healthy.verify(token, world, call),
  }));

export const TEMPLATES_API: readonly Defect[] = [
  ...templates('ETM-AUTH-1', {
    'list-is-404': blatant(
      'The list returns 404.',
      answersOf('templates', (given) =>
        given.status === 200 ? json(404, { error: 'Not found' }) : given,
      ),
    ),
    'list-is-a-redirect': subtle(
      'The list returns 302.',
      answersOf('templates', (given) =>
        given.status === 200 ? answer(302, { Location: '/login' }) : given,
      ),
    ),
    'first-call-of-a-token-refused': subtle(
      'The first call with each token is refused.',
      inTemplates(({ verify }) => {
        const seen = new Set<string>();
        return {
          verify: async (token, ...others) => {
            const isRepeated = seen.has(token);
            seen.add(token);
            return isRepeated ? verify(token, ...others) : undefined;
          },
        };
      }),
    ),
  }),
  ...templates('ETM-AUTH-2', {
    'no-token-needed': blatant(
      'Templates are returned without a token.',
      withoutToken((call) => authorization(call) === ''),
    ),
    'refused-with-templates': subtle(
      'The body of a 401 contains the list that was returned last.',
      inTemplates(({ templatesOf, collection }) => {
        let last: unknown = collection([]);
        return {
          templatesOf: (payload, world) => {
            const found = templatesOf(payload, world);
            last = collection(found);
            return found;
          },
          refuse: () => json(401, last, { 'WWW-Authenticate': 'Bearer' }),
        };
      }),
    ),
    'other-spellings-are-open': subtle(
      'A path with other letter case or further slashes returns templates without a token.',
      (healthy) => {
        let last: Answer | undefined;
        return answersOf('templates', (given, { path }) => {
          if (given.status === 200) last = given;
          return last !== undefined && path !== PATH && /^\/+v1\/+export-templates$/i.test(path)
            ? last
            : given;
        })(healthy);
      },
    ),
    'open-to-who-comes-from-here': subtle(
      'A request whose `X-Forwarded-For` begins with a loopback address needs no token.',
      withoutToken((call) => header(call, 'x-forwarded-for')?.startsWith('127.') ?? false),
    ),
    'open-once-asked': subtle(
      'After one authorized request, templates are returned without a token.',
      (healthy) => {
        let wasAuthorized = false;
        const tracking = inTemplates(({ verify }) => ({
          verify: async (...args) => {
            const payload = await verify(...args);
            if (payload !== undefined) wasAuthorized = true;
            return payload;
          },
        }))(healthy);
        return withoutToken((call) => wasAuthorized && authorization(call) === '')(tracking);
      },
    ),
  }),
  ...templates('ETM-AUTH-5', {
    'templates-of-everybody': blatant(
      'The list contains the templates of every organization.',
      inTemplates(() => ({ templatesOf: (_, world) => world.templates })),
    ),
    'one-foreign-template': subtle(
      'The list ends with a template of another organization.',
      inTemplates(({ templatesOf }) => ({
        templatesOf: (payload, world) => [
          ...templatesOf(payload, world),
          ...world.templates
            .filter(({ organization }) => organization !== payload.organization)
            .slice(0, 1),
        ],
      })),
    ),
    'token-of-another-client': subtle(
      'A token is stored without the client it was issued to, and every client gets it.',
      inTokens(({ tokenBody }) => {
        let stored: string | undefined;
        return {
          tokenBody: (token, world, client) => {
            stored ??= token;
            return tokenBody(stored, world, client);
          },
        };
      }),
    ),
    'templates-of-the-last-client': subtle(
      'A call returns the templates of the client that requested the last token.',
      (healthy) => {
        let last: unknown;
        const tracking = inTokens(({ claims }) => ({
          claims: (client, world) => {
            const issued = claims(client, world);
            last = issued.organization;
            return issued;
          },
        }))(healthy);
        return inTemplates(({ templatesOf }) => ({
          templatesOf: (payload, world) => templatesOf({ ...payload, organization: last }, world),
        }))(tracking);
      },
    ),
    'first-list-for-everybody': subtle(
      'The first requested list is returned to every client.',
      inTemplates(({ templatesOf }) => {
        let first: ReturnType<typeof templatesOf> | undefined;
        return {
          templatesOf: (payload, world) => {
            first ??= templatesOf(payload, world);
            return first;
          },
        };
      }),
    ),
  }),
  ...templates('ETM-AUTH-6', {
    'several-spaces-refused': subtle(
      'A token after several spaces is refused.',
      inTemplates(({ tokenOf }) => ({
        tokenOf: (call) => (/^Bearer {2}/i.test(authorization(call)) ? undefined : tokenOf(call)),
      })),
    ),
    'basic-accepted': subtle(
      'Basic credentials of a client are accepted instead of a token.',
      basicAccepted,
    ),
    'bare-token-accepted': subtle(
      'A token without a scheme is accepted.',
      tokenAlsoFrom((call) => (isJwt(authorization(call)) ? authorization(call) : undefined)),
    ),
    'scheme-token-accepted': subtle(
      'A token is also accepted after the scheme `Token`.',
      tokenAlsoFrom((call) => /^token +(\S+)$/i.exec(authorization(call))?.[1]),
    ),
    'any-scheme-accepted': subtle(
      'A token is accepted after any scheme.',
      tokenAlsoFrom((call) => /^\w+ +(\S+)$/.exec(authorization(call))?.[1]),
    ),
    'scheme-case-sensitive': subtle(
      '`bearer` in lower case is refused.',
      inTemplates(({ tokenOf }) => ({
        tokenOf: (call) => (authorization(call).startsWith('Bearer') ? tokenOf(call) : undefined),
      })),
    ),
  }),
  ...templates('ETM-AUTH-7', {
    'token-from-query': subtle(
      'The token is also accepted as `access_token` in the query string.',
      tokenAlsoFrom(({ search }) => new URLSearchParams(search).get('access_token')),
    ),
    'token-from-query-by-other-name': subtle(
      'The token is also accepted as `token` in the query string.',
      tokenAlsoFrom(({ search }) => new URLSearchParams(search).get('token')),
    ),
    'query-token-wins': subtle(
      '`access_token` in the query string takes precedence over the header.',
      inTemplates(({ tokenOf }) => ({
        tokenOf: (call) => new URLSearchParams(call.search).get('access_token') ?? tokenOf(call),
      })),
    ),
  }),
];

/** Accepts Basic credentials instead of a token. */
function basicAccepted(healthy: Behaviour): Behaviour {
  return inTemplates(({ tokenOf, verify }) => ({
    tokenOf: (call) => tokenOf(call) ?? /^Basic +(\S+)$/i.exec(authorization(call))?.[1],
    verify: async (token, world, call) => {
      if (!/^Basic/i.test(authorization(call))) return verify(token, world, call);
      // A client may send its id and secret with or without form encoding. Both are accepted.
      const pair = Buffer.from(token, 'base64').toString('utf8');
      const sent = fromBasic(token);
      const client =
        world.clients.find(({ id, secret }) => pair === `${id}:${secret}`) ??
        (sent && healthy.tokens.authenticate(sent, world.clients, call));
      return client && { organization: client.organization };
    },
  }))(healthy);
}
