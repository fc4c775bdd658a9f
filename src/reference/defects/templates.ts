import { createHmac } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportSPKI, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { fromBasic } from '../templates/credentials.js';
import type { TemplatesBehaviour } from '../templates/index.js';
import { keys, SIGNING_KEY } from '../templates/keys.js';
import { answer, json } from '../wire/answer.js';
import { type Call, header } from '../wire/call.js';
import { answersOf, inTemplates, inTokens } from './change.js';
import { blatant, type Defect, subtle, topic } from './defect.js';

const templates = topic('templates', 'templates');

type Verify = TemplatesBehaviour['verify'];

/** Another way for a token to be good. It may throw: then the token is as bad as it was. */
const alsoGood = (check: (...about: Parameters<Verify>) => Promise<JWTPayload | undefined> | JWTPayload | undefined) =>
  inTemplates(({ verify }) => ({
    verify: async (...about) => {
      const payload = await verify(...about);
      if (payload !== undefined) return payload;
      try {
        return await check(...about);
      } catch {
        return undefined;
      }
    },
  }));

/** Whether nothing but its end speaks against a token. */
const onlyExpired =
  (within: number): ((...about: Parameters<Verify>) => Promise<JWTPayload | undefined>) =>
  async (token, world) => {
    const { payload } = await jwtVerify(token, (await keys(SIGNING_KEY)).publicKey, { currentDate: new Date(0) });
    const late = world.clock() / 1000 - (payload.exp ?? 0);
    return late < within && !world.revoked.has(payload.jti ?? '') ? payload : undefined;
  };

const tokenAlsoFrom = (find: (call: Call) => string | null | undefined) =>
  inTemplates(({ tokenOf }) => ({ tokenOf: (call) => tokenOf(call) ?? find(call) ?? undefined }));

const authorization = (call: Call): string => header(call, 'authorization') ?? '';
const NORTH: JWTPayload = { organization: 'north' };
const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

const withoutToken = (then: (call: Call, behaviour: TemplatesBehaviour) => boolean) =>
  inTemplates((healthy) => ({
    tokenOf: (call) => healthy.tokenOf(call) ?? (then(call, healthy) ? 'anybody' : undefined),
    verify: async (token, world, call) => (token === 'anybody' ? NORTH : healthy.verify(token, world, call)),
  }));

/** Who is let in to the template API, and to whose templates. */
export const TEMPLATES_API: readonly Defect[] = [
  ...templates('ETM-AUTH-1', {
    'list-is-404': blatant(
      'The list is answered 404.',
      answersOf('templates', (given) => (given.status === 200 ? json(404, { error: 'Not found' }) : given)),
    ),
    'list-is-a-redirect': subtle(
      'The list is answered 302.',
      answersOf('templates', (given) => (given.status === 200 ? answer(302, { Location: '/login' }) : given)),
    ),
    'first-call-of-a-token-refused': subtle(
      'The first call with each token is refused.',
      inTemplates(({ verify }) => {
        const seen = new Set<string>();
        return {
          verify: async (token, ...about) => {
            const known = seen.has(token);
            seen.add(token);
            return known ? verify(token, ...about) : undefined;
          },
        };
      }),
    ),
  }),
  ...templates('ETM-AUTH-2', {
    'no-token-needed': blatant(
      'Templates are given without a token.',
      withoutToken((call) => authorization(call) === ''),
    ),
    'refused-with-templates': subtle(
      'A 401 has the templates in its body.',
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
    'open-once-asked': subtle('Once somebody has been let in, no token is needed any more.', (healthy) => {
      let open = false;
      const noticing = inTemplates(({ verify }) => ({
        verify: async (...about) => {
          const payload = await verify(...about);
          open ||= payload !== undefined;
          return payload;
        },
      }))(healthy);
      return withoutToken((call) => open && authorization(call) === '')(noticing);
    }),
    'missing-token-is-403': subtle(
      'A missing token is answered 403.',
      inTemplates(({ refuse }) => ({
        refuse: (hadToken) => (hadToken ? refuse(hadToken) : json(403, { error: 'Forbidden' })),
      })),
    ),
  }),
  ...templates('ETM-AUTH-3', {
    'expired-accepted-for-a-minute': subtle('An expired token serves another minute.', alsoGood(onlyExpired(60))),
    'expired-accepted': blatant('An expired token is accepted.', alsoGood(onlyExpired(Number.POSITIVE_INFINITY))),
    'revoked-accepted': subtle(
      'A revoked token is accepted.',
      inTokens(() => ({ revoke: () => undefined })),
    ),
    'expired-or-revoked-is-403': subtle(
      'An expired or revoked token is answered 403.',
      inTemplates(({ verify, refuse }) => {
        let wasOurs = false;
        return {
          verify: async (token, world, call) => {
            const payload = await verify(token, world, call);
            const ours = payload === undefined && (await signed(token));
            wasOurs = ours;
            return payload;
          },
          refuse: (hadToken) => (hadToken && wasOurs ? json(403, { error: 'Forbidden' }) : refuse(hadToken)),
        };
      }),
    ),
    'revoked-accepted-once-more': subtle(
      'A revoked token serves one more call.',
      inTemplates(({ verify }) => {
        const late = new Set<string>();
        return {
          verify: async (token, world, call) => {
            const { jti = '' } = isJwt(token) ? decodeJwt(token) : {};
            if (!world.revoked.has(jti) || late.has(jti)) return verify(token, world, call);
            late.add(jti);
            return verify(token, { ...world, revoked: new Set() }, call);
          },
        };
      }),
    ),
  }),
  ...templates('ETM-AUTH-4', {
    'signature-not-verified': blatant(
      'The signature of a token is not verified.',
      alsoGood((token, world) => {
        const payload = decodeJwt(token);
        return payload.iss === world.issuer &&
          payload.valid_until_ms !== undefined &&
          world.clock() < Number(payload.valid_until_ms) &&
          !world.revoked.has(payload.jti ?? '')
          ? payload
          : undefined;
      }),
    ),
    'garbage-accepted': blatant(
      'Anything after `Bearer` is accepted that is no JWT.',
      alsoGood((token) => (isJwt(token) ? undefined : NORTH)),
    ),
    'payload-not-covered': subtle('Only the signature is remembered, and not what it covers.', (healthy) => {
      const issued = new Set<string>();
      const remembering = inTokens(({ sign }) => ({
        sign: async (payload) => {
          const token = await sign(payload);
          issued.add(token.split('.')[2] ?? '');
          return token;
        },
      }))(healthy);
      return alsoGood((token, world) => {
        const payload = decodeJwt(token);
        return issued.has(token.split('.')[2] ?? '') &&
          world.clock() < Number(payload.valid_until_ms) &&
          !world.revoked.has(payload.jti ?? '')
          ? payload
          : undefined;
      })(remembering);
    }),
    'alg-none-accepted': subtle(
      'A token with `alg: none` is accepted.',
      alsoGood((token) => (/^none$/i.test(String(decodeProtectedHeader(token).alg)) ? decodeJwt(token) : undefined)),
    ),
    'public-key-as-secret': subtle(
      'A token signed by HMAC with the public key is accepted.',
      alsoGood(async (token) => {
        const [head = '', payload = '', signature = ''] = token.split('.');
        const pem = await exportSPKI((await keys(SIGNING_KEY)).publicKey);
        const secrets = [pem, pem.trim(), JSON.stringify((await keys(SIGNING_KEY)).jwk)];
        const macs = secrets.map((secret) =>
          createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url'),
        );
        return decodeProtectedHeader(token).alg === 'HS256' && macs.includes(signature) ? decodeJwt(token) : undefined;
      }),
    ),
    'key-in-the-token-trusted': subtle(
      'A token that brings its own key is verified with that one.',
      alsoGood(async (token, world) => {
        const { jwk, alg = 'RS256' } = decodeProtectedHeader(token);
        return jwk === undefined
          ? undefined
          : (await jwtVerify(token, await importJWK(jwk, alg), { currentDate: new Date(world.clock()) })).payload;
      }),
    ),
    'another-key-accepted': subtle(
      'A token signed with any key is accepted when it names ours.',
      alsoGood((token) => {
        const { alg, kid } = decodeProtectedHeader(token);
        return alg === 'RS256' && kid === SIGNING_KEY && decodeJwt(token).iss !== undefined && !looksLikeOurs(token)
          ? decodeJwt(token)
          : undefined;
      }),
    ),
    'garbage-is-403': subtle(
      'A bad token is answered 403.',
      inTemplates(({ refuse }) => ({
        refuse: (hadToken) => (hadToken ? json(403, { error: 'Forbidden' }) : refuse(hadToken)),
      })),
    ),
  }),
  ...templates('ETM-AUTH-5', {
    'templates-of-everybody': blatant(
      'The list has the templates of every organization.',
      inTemplates(() => ({ templatesOf: (_, world) => world.templates })),
    ),
    'one-foreign-template': subtle(
      'The list ends with a template of another organization.',
      inTemplates(({ templatesOf }) => ({
        templatesOf: (payload, world) => [
          ...templatesOf(payload, world),
          ...world.templates.filter(({ organization }) => organization !== payload.organization).slice(0, 1),
        ],
      })),
    ),
    'first-list-for-everybody': subtle(
      'The first list that was asked for is served to everybody.',
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
    'basic-accepted': subtle('The client’s credentials in Basic are accepted.', basicAccepted),
    'bare-token-accepted': subtle(
      'A token without scheme is accepted.',
      tokenAlsoFrom((call) => (isJwt(authorization(call)) ? authorization(call) : undefined)),
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
      '`access_token` in the query string wins over the header.',
      inTemplates(({ tokenOf }) => ({
        tokenOf: (call) => new URLSearchParams(call.search).get('access_token') ?? tokenOf(call),
      })),
    ),
  }),
];

async function signed(token: string): Promise<boolean> {
  try {
    await jwtVerify(token, (await keys(SIGNING_KEY)).publicKey, { currentDate: new Date(0) });
    return true;
  } catch {
    return false;
  }
}

/** Tokens of a 2048-bit key that were merely changed keep the length of their signature: those stay refused. */
function looksLikeOurs(token: string): boolean {
  return Buffer.from(token.split('.')[2] ?? '', 'base64url').length < 256;
}

function basicAccepted(healthy: Parameters<Defect['apply']>[0]): ReturnType<Defect['apply']> {
  return inTemplates(({ tokenOf, verify }) => ({
    tokenOf: (call) => tokenOf(call) ?? /^Basic +(\S+)$/i.exec(authorization(call))?.[1],
    verify: async (token, world, call) => {
      if (!/^Basic/i.test(authorization(call))) return verify(token, world, call);
      const sent = fromBasic(token);
      const client = sent && healthy.tokens.authenticate(sent, world.clients, call);
      return client && { organization: client.organization };
    },
  }))(healthy);
}
