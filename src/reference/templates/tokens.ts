/** Signs and verifies the tokens of the authentication server. */

import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Client } from './clients.js';
import { keys, SIGNING_KEY } from './keys.js';
import { AUDIENCE, type TokenWorld } from './world.js';

/**
 * Makes the claims of a token. `exp` is rounded up to whole seconds, so that no token expires
 * early. `valid_until_ms` is the exact time of expiry.
 */
export function claims(client: Client, world: TokenWorld): JWTPayload {
  const now = world.clock();
  return {
    iss: world.issuer,
    aud: AUDIENCE,
    sub: client.id,
    azp: client.id,
    organization: client.organization,
    jti: randomUUID(),
    iat: Math.floor(now / 1000),
    exp: Math.ceil(now / 1000) + world.lifetime,
    valid_until_ms: now + world.lifetime * 1000,
  };
}

export async function sign(payload: JWTPayload): Promise<string> {
  const { privateKey, kid } = await keys(SIGNING_KEY);
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .sign(privateKey);
}

/**
 * Returns the claims of a token that this server issued for the template API. The result is
 * undefined if the token is expired, revoked or invalid.
 */
export const verify = (token: string, world: TokenWorld): Promise<JWTPayload | undefined> =>
  verifyBy(SIGNING_KEY, token, world);

/** Verifies a token as `verify` does, but with the key that has the id `kid`. */
export async function verifyBy(
  kid: string,
  token: string,
  world: TokenWorld,
): Promise<JWTPayload | undefined> {
  // RFC 7515 section 2 allows only these characters. A lenient decoder skips or replaces others.
  if (!/^[\w.-]+$/.test(token)) return undefined;
  const { publicKey } = await keys(kid);
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ['RS256'],
      issuer: world.issuer,
      audience: AUDIENCE,
      currentDate: new Date(world.clock()),
    });
    return isExpired(payload, world) || world.revoked.has(payload.jti ?? '') ? undefined : payload;
  } catch {
    return undefined;
  }
}

const isExpired = ({ valid_until_ms: end }: JWTPayload, { clock }: TokenWorld): boolean =>
  typeof end === 'number' && clock() >= end;
