/** Signs the access tokens of the scripted authentication server (RS256). */

import { generateKeyPair, type JsonWebKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

export interface Signing {
  readonly jwks: { readonly keys: readonly JsonWebKey[] };
  readonly sign: (claims: object) => string;
}

let shared: Promise<Signing> | undefined;

/** All scenarios share one key, because making a key takes longer than a scenario. */
export function signing(): Promise<Signing> {
  shared ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 }).then(signingWith);
  return shared;
}

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function signingWith({ publicKey, privateKey }: KeyPair): Signing {
  const kid = randomBytes(6).toString('base64url');
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
    sign(claims) {
      const text = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(claims)}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}
