/** The signing keys of the authentication server. */

import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';

export interface Keys {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

const generated = new Map<string, Promise<Keys>>();

/**
 * Returns the RS256 keys with the id `kid`. The keys are generated on first use, because this takes
 * about a quarter of a second.
 */
export function keys(kid: string): Promise<Keys> {
  let made = generated.get(kid);
  if (made === undefined) {
    made = generate(kid);
    generated.set(kid, made);
  }
  return made;
}

async function generate(kid: string): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return { kid, privateKey, publicKey, jwk };
}

/** The id of the key that signs tokens. */
export const SIGNING_KEY = 'reference-1';
