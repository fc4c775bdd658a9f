/** Reads, alters and verifies JSON Web Tokens (RFC 7519) and token responses. */

import { constants, createHmac, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Answer } from '../../http/answer.js';
import { jwtPart } from '../../http/inspect-json.js';
import { type Members, textOfValue } from '../../schema/json-value.js';
import type { JsonWebKeySet } from '../../schema/types.js';

/**
 * A recording does not contain the signatures of tokens. Each signature is replaced by a text that
 * begins with this prefix. No key verifies it.
 */
export const STAND_IN_SIGNATURE = 'stand-in-';

/** The three encoded parts of a token. A missing part is an empty text. */
function partsOf(token: string) {
  const [header = '', claims = '', signature = ''] = token.split('.', 3);
  return { header, claims, signature };
}

export const encodePart = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

const decodePart = (text: string): Members => jwtPart(text) ?? {};

/**
 * New members of the header and the claims. A member that is undefined is removed. `signature` is
 * the new signature, or a function that makes it from the old one.
 */
export interface Changes {
  readonly header?: Members;
  readonly claims?: Members;
  readonly signature?: string | ((own: string) => string);
}

/** Changes parts of a token. The old signature is kept unless `signature` replaces it. */
export function altered(
  token: string,
  { header, claims, signature = (own) => own }: Changes,
): string {
  const own = partsOf(token);
  const changed = (text: string, members: Members | undefined): string =>
    members === undefined ? text : encodePart({ ...decodePart(text), ...members });
  const signed = typeof signature === 'string' ? signature : signature(own.signature);
  return `${changed(own.header, header)}.${changed(own.claims, claims)}.${signed}`;
}

/** Signs the claims of a token with a secret. The new header keeps the key id. */
export function signedByHmac(token: string, secret: string): string {
  const { kid } = headerOf(token);
  const unsigned = `${encodePart({ alg: 'HS256', typ: 'JWT', kid })}.${partsOf(token).claims}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

/**
 * The access token of a response. It is undefined if the status is not a success, or if the token
 * is missing or contains characters that are not allowed in a header (RFC 6750 section 2.1).
 */
export function tokenIn(answer: Pick<Answer, 'ok' | 'json'>): string | undefined {
  const { access_token: token } = (answer.json ?? {}) as { readonly access_token?: unknown };
  return answer.ok && typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

/** The lifetime of a token in milliseconds; 0 if `expires_in` is not a positive number. */
export function lifetimeOf({ json }: Pick<Answer, 'json'>): number {
  const { expires_in: seconds } = (json ?? {}) as { readonly expires_in?: unknown };
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 0;
}

/**
 * Whether an issued token is still valid for more than `before` milliseconds; true if its lifetime
 * is unknown. The default is a second, because lifetimes are whole seconds.
 */
export const isAliveAt = (issued: Answer, now: number, before = 1000): boolean =>
  lifetimeOf(issued) === 0 || now < issued.sentAt + lifetimeOf(issued) - before;

/** The header of a token, or an empty object if the header cannot be read. */
export const headerOf = (token: string): Members => decodePart(partsOf(token).header);

/** The claims of a token, or an empty object if the claims cannot be read. */
export const claimsOf = (token: string): Members => decodePart(partsOf(token).claims);

/** The items of a collection. A collection is an array, or the longest array in an object. */
export function itemsIn({ json }: Answer): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return [];
  const lists = Object.values(json).filter((value) => Array.isArray(value));
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
}

/** The items of a collection as JSON texts, which can be compared. */
export const textsIn = (answer: Answer): ReadonlySet<string> =>
  new Set(itemsIn(answer).map((item) => JSON.stringify(item)));

/**
 * The names of signature algorithms, and the key type of each family of algorithms (RFC 7518
 * section 3.1, RFC 8037 section 3.1).
 */
const ALGORITHM = /^(RS|PS|ES)(256|384|512)$|^(EdDSA)$/;
const KEY_TYPES: Readonly<Record<string, string>> = {
  RS: 'RSA',
  PS: 'RSA',
  ES: 'EC',
  EdDSA: 'OKP',
};

/**
 * Whether a key of the set verifies the token. Keys with another `kid` than the token are not
 * tried. The result is undefined if the algorithm is unknown, or if the signature was removed.
 */
export function isSignedBy(token: string, { keys }: JsonWebKeySet): boolean | undefined {
  const { header, claims, signature } = partsOf(token);
  const { alg, kid } = headerOf(token);
  const [, family, bits, edDsa] = ALGORITHM.exec(textOfValue(alg)) ?? [];
  const kind = family ?? edDsa;
  if (kind === undefined || signature.startsWith(STAND_IN_SIGNATURE)) return undefined;
  const signed = Buffer.from(`${header}.${claims}`);
  return keys.some((jwk) => {
    const isMeant = jwk.kid === undefined || kid === undefined || jwk.kid === kid;
    const key =
      isMeant && jwk.kty === KEY_TYPES[kind] && jwk.use !== 'enc' ? publicKey(jwk) : undefined;
    if (key === undefined) return false;
    const padding = kind === 'PS' ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
    const options = { key, dsaEncoding: 'ieee-p1363', ...padding } as const;
    return verify(bits && `sha${bits}`, signed, options, Buffer.from(signature, 'base64url'));
  });
}

/** Returns undefined for a shared secret or an invalid key. */
export function publicKey(jwk: JsonWebKeySet['keys'][number]): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...jwk }, format: 'jwk' });
  } catch {
    return undefined;
  }
}
