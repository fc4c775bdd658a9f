/** Defects of the template API in the verification of tokens. */

import { createHmac, createSign, KeyObject } from 'node:crypto';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  importJWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import type { TemplatesBehaviour, TokenWorld } from '../../templates/index.js';
import { keys, SIGNING_KEY } from '../../templates/keys.js';
import { json } from '../../wire/answer.js';
import { inTemplates, inTokens } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';

const templates = defectsOf('templates', 'templates');

type Verify = TemplatesBehaviour['verify'];

/**
 * Accepts further tokens, for which `check` returns claims. If `check` throws, the token stays
 * invalid.
 */
const alsoAccepts = (
  check: (...about: Parameters<Verify>) => Promise<JWTPayload | undefined> | JWTPayload | undefined,
) =>
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

const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

/**
 * Returns the claims of a token that is invalid only because it expired less than `within` seconds
 * ago.
 */
const onlyExpired =
  (within: number): ((...about: Parameters<Verify>) => Promise<JWTPayload | undefined>) =>
  async (token, world) => {
    if (!isJwt(token)) return undefined;
    const { payload } = await jwtVerify(token, (await keys(SIGNING_KEY)).publicKey, {
      // At time 0 no token has expired.
      currentDate: new Date(0),
    });
    const late = world.clock() / 1000 - (payload.exp ?? 0);
    return late < within && !world.revoked.has(payload.jti ?? '') ? payload : undefined;
  };

/** The claims of an organization that exists. */
const NORTH: JWTPayload = { organization: 'north' };

/**
 * Returns the claims if the token is neither expired nor revoked. `valid_until_ms` is the exact
 * time of expiry; see `reference/templates/tokens.ts`.
 */
const ifStillValid = (payload: JWTPayload, world: TokenWorld): JWTPayload | undefined =>
  world.clock() < Number(payload.valid_until_ms) && !world.revoked.has(payload.jti ?? '')
    ? payload
    : undefined;

export const TEMPLATE_TOKENS: readonly Defect[] = [
  ...templates('ETM-AUTH-3', {
    'expired-accepted-for-a-minute': subtle(
      'An expired token is accepted for another minute.',
      alsoAccepts(onlyExpired(60)),
    ),
    'expired-accepted': blatant(
      'An expired token is accepted.',
      alsoAccepts(onlyExpired(Number.POSITIVE_INFINITY)),
    ),
    'revoked-accepted': subtle(
      'A revoked token is accepted.',
      inTokens(() => ({ revoke: () => undefined })),
    ),
    'expired-or-revoked-is-403': subtle(
      'An expired or revoked token returns 403.',
      inTemplates(({ verify, refuse }) => {
        // `refuse` does not receive the token, so `verify` stores whether this server signed it.
        let hasRefusedIssuedToken = false;
        return {
          verify: async (token, world, call) => {
            const payload = await verify(token, world, call);
            const isRefusedIssuedToken = payload === undefined && (await hasValidSignature(token));
            hasRefusedIssuedToken = isRefusedIssuedToken;
            return payload;
          },
          refuse: (hadToken) =>
            hadToken && hasRefusedIssuedToken
              ? json(403, { error: 'Forbidden' })
              : refuse(hadToken),
        };
      }),
    ),
    'revoked-accepted-once-more': subtle(
      'A revoked token is accepted for one more call.',
      inTemplates(({ verify }) => {
        const acceptedOnce = new Set<string>();
        return {
          verify: async (token, world, call) => {
            const { jti = '' } = isJwt(token) ? decodeJwt(token) : {};
            if (!world.revoked.has(jti) || acceptedOnce.has(jti)) return verify(token, world, call);
            acceptedOnce.add(jti);
            return verify(token, { ...world, revoked: new Set() }, call);
          },
        };
      }),
    ),
  }),
  ...templates('ETM-AUTH-4', {
    'signature-not-verified': blatant(
      'The signature of a token is not verified.',
      alsoAccepts((token, world) => {
        const payload = decodeJwt(token);
        return payload.iss === world.issuer ? ifStillValid(payload, world) : undefined;
      }),
    ),
    'signature-of-rs256-not-verified': blatant(
      'The algorithm of a token is checked, but not its signature.',
      alsoAccepts((token, world) => {
        if (!isJwt(token) || decodeProtectedHeader(token).alg !== 'RS256') return undefined;
        const payload = decodeJwt(token);
        return payload.iss === world.issuer ? ifStillValid(payload, world) : undefined;
      }),
    ),
    'garbage-accepted': blatant(
      'Anything after `Bearer` that is not a JWT is accepted.',
      alsoAccepts((token) => (isJwt(token) ? undefined : NORTH)),
    ),
    'signature-only-measured': subtle(
      'Only the length of a signature is checked.',
      // RS256 signatures have the length of the key, which is 2048 bits.
      alsoAccepts((token, world) =>
        Buffer.from(token.split('.')[2] ?? '', 'base64url').length === 256
          ? ifStillValid(decodeJwt(token), world)
          : undefined,
      ),
    ),
    'payload-not-covered': subtle(
      'A token with the signature of an issued token is accepted with any payload.',
      (healthy) => {
        const issued = new Set<string>();
        const remembering = inTokens(({ sign }) => ({
          sign: async (payload) => {
            const token = await sign(payload);
            issued.add(token.split('.')[2] ?? '');
            return token;
          },
        }))(healthy);
        return alsoAccepts((token, world) => {
          const payload = decodeJwt(token);
          return issued.has(token.split('.')[2] ?? '') ? ifStillValid(payload, world) : undefined;
        })(remembering);
      },
    ),
    'alg-none-accepted': subtle(
      'A token with `alg: none` is accepted.',
      alsoAccepts((token) =>
        decodeProtectedHeader(token).alg === 'none' ? decodeJwt(token) : undefined,
      ),
    ),
    'alg-none-accepted-with-a-signature': subtle(
      'A token with `alg: none` is accepted if it has a signature.',
      alsoAccepts((token) =>
        decodeProtectedHeader(token).alg === 'none' && !token.endsWith('.')
          ? decodeJwt(token)
          : undefined,
      ),
    ),
    'alg-none-in-other-case-accepted': subtle(
      'A token whose `alg` is `none` in another case, such as `nOnE`, is accepted with any signature.',
      alsoAccepts((token) => {
        const alg = String(decodeProtectedHeader(token).alg);
        return alg !== 'none' && alg.toLowerCase() === 'none' ? decodeJwt(token) : undefined;
      }),
    ),
    'alg-none-in-other-case-accepted-unsigned': subtle(
      'A token whose `alg` is `none` in another case, such as `nOnE`, is accepted if its signature is empty.',
      alsoAccepts((token) => {
        const alg = String(decodeProtectedHeader(token).alg);
        return alg !== 'none' && alg.toLowerCase() === 'none' && token.endsWith('.')
          ? decodeJwt(token)
          : undefined;
      }),
    ),
    'signature-compared-by-its-beginning': subtle(
      'Any beginning of the valid signature is accepted.',
      alsoAccepts(async (token) => {
        const [header, payload, signature = ''] = token.split('.');
        const key = KeyObject.from((await keys(SIGNING_KEY)).privateKey);
        const right = createSign('RSA-SHA256')
          .update(`${header}.${payload}`)
          .sign(key, 'base64url');
        return signature !== '' && right.startsWith(signature) ? decodeJwt(token) : undefined;
      }),
    ),
    'public-key-as-secret': subtle(
      'A token signed by HMAC with the public key is accepted.',
      alsoAccepts(async (token) => {
        const [head = '', payload = '', signature = ''] = token.split('.');
        const pem = await exportSPKI((await keys(SIGNING_KEY)).publicKey);
        // The forms in which libraries may read the public key.
        const secrets = [
          pem.trim(),
          `${pem.trim()}\n`,
          JSON.stringify((await keys(SIGNING_KEY)).jwk),
        ];
        const macs = secrets.map((secret) =>
          createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url'),
        );
        return decodeProtectedHeader(token).alg === 'HS256' && macs.includes(signature)
          ? decodeJwt(token)
          : undefined;
      }),
    ),
    'empty-key-accepted': subtle(
      'A token signed by HMAC with an empty key is accepted.',
      alsoAccepts((token) => {
        const [head = '', payload = '', signature = ''] = token.split('.');
        const mac = createHmac('sha256', '').update(`${head}.${payload}`).digest('base64url');
        return decodeProtectedHeader(token).alg === 'HS256' && mac === signature
          ? decodeJwt(token)
          : undefined;
      }),
    ),
    'other-algorithms-not-verified': subtle(
      'The signature of a token with an algorithm other than RS256, HS256 and `none` is not verified.',
      alsoAccepts((token, world) => {
        const alg = String(decodeProtectedHeader(token).alg);
        return ['RS256', 'HS256'].includes(alg) || alg.toLowerCase() === 'none'
          ? undefined
          : ifStillValid(decodeJwt(token), world);
      }),
    ),
    'zeros-are-a-signature': subtle(
      'With ES256 a signature of zeros is accepted for any token.',
      alsoAccepts((token, world) => {
        const isZero = Buffer.from(token.split('.')[2] ?? '', 'base64url').every(
          (byte) => byte === 0,
        );
        return decodeProtectedHeader(token).alg === 'ES256' && isZero
          ? ifStillValid(decodeJwt(token), world)
          : undefined;
      }),
    ),
    'signature-in-any-case': subtle('A token is compared without regard to case.', (healthy) => {
      const issued = new Set<string>();
      const remembering = inTokens(({ sign }) => ({
        sign: async (payload) => {
          const token = await sign(payload);
          issued.add(token.toLowerCase());
          return token;
        },
      }))(healthy);
      return alsoAccepts((token, world) =>
        issued.has(token.toLowerCase()) ? ifStillValid(decodeJwt(token), world) : undefined,
      )(remembering);
    }),
    'name-of-the-key-as-secret': subtle(
      'A token signed by HMAC with the name of the key is accepted.',
      alsoAccepts(async (token) => {
        const [head = '', payload = '', signature = ''] = token.split('.');
        const { kid = '' } = (await keys(SIGNING_KEY)).jwk;
        const mac = createHmac('sha256', kid).update(`${head}.${payload}`).digest('base64url');
        return decodeProtectedHeader(token).alg === 'HS256' && mac === signature
          ? decodeJwt(token)
          : undefined;
      }),
    ),
    'unknown-key-not-verified': subtle(
      'A token with RS256 that names an unpublished key is not verified.',
      alsoAccepts(async (token, world) => {
        const { kid, alg } = decodeProtectedHeader(token);
        const isUnknown =
          alg === 'RS256' && kid !== undefined && kid !== (await keys(SIGNING_KEY)).jwk.kid;
        return isUnknown ? ifStillValid(decodeJwt(token), world) : undefined;
      }),
    ),
    'key-in-the-token-trusted': subtle(
      'A token that contains its own key is verified with that key.',
      alsoAccepts(async (token, world) => {
        const { jwk, alg = 'RS256' } = decodeProtectedHeader(token);
        return jwk === undefined
          ? undefined
          : (
              await jwtVerify(token, await importJWK(jwk, alg), {
                currentDate: new Date(world.clock()),
              })
            ).payload;
      }),
    ),
  }),
];

/** Whether the signature is valid. This is also true for an expired token. */
async function hasValidSignature(token: string): Promise<boolean> {
  try {
    await jwtVerify(token, (await keys(SIGNING_KEY)).publicKey, { currentDate: new Date(0) });
    return true;
  } catch {
    return false;
  }
}
