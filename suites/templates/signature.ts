import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { decodePart, HEADER, PAYLOAD, part, REMOVED, SIGNATURE } from '../../src/protocol/templates/jwt.js';
import type { JsonWebKeySet } from '../../src/schema/types.js';

/** The digest of an algorithm and the kind of its keys (RFC 7518 section 3.1, RFC 8037 section 3.1). */
const ALGORITHM = /^(RS|PS|ES)(256|384|512)$|^(EdDSA)$/;
const KEY_TYPES: Readonly<Record<string, string>> = { RS: 'RSA', PS: 'RSA', ES: 'EC', EdDSA: 'OKP' };

/**
 * Whether the signature of a token verifies with one of the keys that it may mean: those of its `kid`, or all where it or
 * they have none. Undefined for algorithms that are not known here, and
 * where the signature was removed.
 */
export function isSignedBy(token: string, { keys }: JsonWebKeySet): boolean | undefined {
  const { alg, kid } = decodePart(part(token, HEADER));
  const [, family, bits, curve] = ALGORITHM.exec(String(alg)) ?? [];
  const kind = family ?? curve;
  if (kind === undefined || part(token, SIGNATURE).startsWith(REMOVED)) return undefined;
  const signed = Buffer.from(`${part(token, HEADER)}.${part(token, PAYLOAD)}`);
  const signature = Buffer.from(part(token, SIGNATURE), 'base64url');
  return keys.some((jwk) => {
    const isMeant = jwk.kid === undefined || kid === undefined || jwk.kid === kid;
    const key = isMeant && jwk.kty === KEY_TYPES[kind] && jwk.use !== 'enc' ? publicKey(jwk) : undefined;
    if (key === undefined) return false;
    const padding = kind === 'PS' ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
    return verify(bits && `sha${bits}`, signed, { key, dsaEncoding: 'ieee-p1363', ...padding }, signature);
  });
}

/** A key of a key set; undefined for what is no public key, such as a shared secret or a broken key. */
export function publicKey(jwk: JsonWebKeySet['keys'][number]): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...jwk }, format: 'jwk' });
  } catch {
    return undefined;
  }
}
