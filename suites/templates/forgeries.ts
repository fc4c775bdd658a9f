/** Forged tokens, and how each is made from an issued token. */

import { CompactSign, exportJWK, generateKeyPair, type JWK, type JWSHeaderParameters } from 'jose';
import { type Context, skip } from '../../src/harness/index.js';
import { nameOf } from '../../src/protocol/shapes/text.js';
import { swapCase } from '../../src/protocol/swap-case.js';
import * as jwt from '../../src/protocol/templates/jwt.js';
import { publishedKeys } from './documents.js';
import { accessToken } from './tokens.js';

type Forgery = readonly [
  description: string,
  change: jwt.Changes | ((token: string, context: Context) => string | Promise<string>),
];

/** Claims of a tampered payload. They expire in the year 2100. */
const TAMPERED = { assay: true, exp: 4102444800 };
const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64url');
/** The length of an RSA signature with a key of 2,048 bits. */
const RSA_BYTES = 256;
/** The length of an ES256 signature. */
const ECDSA_BYTES = 64;
const withoutKeyId = (alg: string) => ({ header: { alg, kid: undefined } });

/** Each of these tokens has its own check. */
export const TESTED_ALONE = {
  garbage: ['garbage', () => 'assay-garbage'],
  'tampered-signature': ['a tampered signature', { signature: (own) => changeCharacter(own) }],
  'tampered-end': [
    'a signature altered near its end',
    { signature: (own) => changeCharacter(own, Math.max(0, own.length - 8)) },
  ],
  'tampered-payload': ['a tampered payload', { claims: TAMPERED }],
  'alg-none': ['alg none without a signature', { ...withoutKeyId('none'), signature: '' }],
  'alg-none-mixed': ['alg nOnE without a signature', { ...withoutKeyId('nOnE'), signature: '' }],
  'alg-none-signed': ['a token whose alg is nOnE, with its signature', withoutKeyId('nOnE')],
  'cut-signature': [
    'a token with the first half of its signature',
    { signature: (own) => own.slice(0, 4 * Math.floor(own.length / 8)) },
  ],
  // The header of this token contains the key. A verifier that trusts this key accepts any token.
  'foreign-key': [
    'a token signed with another key',
    (token) => signedAnew(token, (jwk) => ({ ...keyIdOf(token), jwk })),
  ],
  // A verifier must not skip the verification because it finds no key with this id.
  'unknown-key': [
    'a token signed with an unpublished key',
    (token) => signedAnew(token, () => ({ kid: 'assay-no-such-key' })),
  ],
  'public-key': ['a token signed by HMAC with the public key', signedWithPublicKey],
  'empty-key': ['a token signed by HMAC with an empty key', (token) => jwt.signedByHmac(token, '')],
  'no-signature': ['a token without its signature', { signature: '' }],
} as const satisfies Readonly<Record<string, Forgery>>;

/** A single check sends all of these tokens. */
export const TESTED_TOGETHER = {
  'fourth-part': ['a token with a fourth part', (token) => `${token}.x`],
  'escaped-dots': ['a token whose dots are escaped', (token) => token.replaceAll('.', '%2E')],
  // A verifier may accept these algorithm names without verifying the signature (RFC 8725 section
  // 3.1).
  'alg-hs512': ['a token whose alg is HS512, with its signature', { header: { alg: 'HS512' } }],
  'alg-rs512': ['a token whose alg is RS512, with its signature', { header: { alg: 'RS512' } }],
  'alg-ps256': ['a token whose alg is PS256, with its signature', { header: { alg: 'PS256' } }],
  'alg-es256': ['a token whose alg is ES256, with its signature', { header: { alg: 'ES256' } }],
  'alg-eddsa': ['a token whose alg is EdDSA, with its signature', { header: { alg: 'EdDSA' } }],
  // An ECDSA verifier that does not reject zeros accepts this signature for any token
  // (CVE-2022-21449).
  'es256-zeros': [
    'a token whose alg is ES256, with a signature of zeros',
    { header: { alg: 'ES256' }, signature: zeros(ECDSA_BYTES) },
  ],
  zeros: ['a token with a signature of zeros', { signature: zeros(RSA_BYTES) }],
  'signature-case': [
    'a token whose signature has upper and lower case swapped',
    { signature: swapCase },
  ],
  // A server that splits a token at its dots may refuse an unsigned token only because a part is
  // empty. This token keeps its signature.
  'alg-none-kept': ['alg none, with the signature of the token', { header: { alg: 'none' } }],
  'no-alg': ['a token without alg, with its signature', { header: { alg: undefined } }],
  'alg-none-payload': [
    'alg none with a tampered payload',
    { header: { alg: 'none' }, claims: TAMPERED, signature: '' },
  ],
  'key-name': [
    'a token signed by HMAC with the name of the key',
    (token) => jwt.signedByHmac(token, keyIdOf(token).kid ?? 'key'),
  ],
} as const satisfies Readonly<Record<string, Forgery>>;

/**
 * Tokens that are accepted only by a lenient decoder: one that ignores characters outside
 * base64url, or that also reads base64. A decoder may derive the padding from the length of the
 * text modulo four. One tilde changes this remainder, and four tildes keep it.
 */
export const MALFORMED = {
  'signature-with-tilde': [
    'a token with a tilde in its signature',
    { signature: (own) => `${own.slice(0, own.length / 2)}~${own.slice(own.length / 2)}` },
  ],
  'signature-with-tildes': [
    'a token with four tildes after its signature',
    { signature: (own) => `${own}~~~~` },
  ],
  'signature-in-base64': [
    'a token whose signature has + and / in place of - and _',
    { signature: (own) => own.replaceAll('-', '+').replaceAll('_', '/') },
  ],
  'signature-with-padding': [
    'a token with = twice after its signature',
    { signature: (own) => `${own}==` },
  ],
  'signature-with-dot': [
    'a token with a dot after its signature, which makes it four parts',
    { signature: (own) => `${own}.` },
  ],
} as const satisfies Readonly<Record<string, Forgery>>;

export type ForgeryName =
  | keyof typeof TESTED_ALONE
  | keyof typeof TESTED_TOGETHER
  | keyof typeof MALFORMED;
const ALL: Readonly<Record<ForgeryName, Forgery>> = {
  ...TESTED_ALONE,
  ...TESTED_TOGETHER,
  ...MALFORMED,
};
export const namesOf = <Table extends object>(forgeries: Table) =>
  Object.keys(forgeries) as (keyof Table)[];
export const FORGERY_NAMES = namesOf(ALL);

/** Makes the forgery from an issued token. */
export async function forge(name: ForgeryName, token: string, context: Context): Promise<string> {
  const [, change] = ALL[name];
  return typeof change === 'function' ? change(token, context) : jwt.altered(token, change);
}

/**
 * Registers the forged token as a secret, so that reports contain the command that makes the token,
 * and not the token.
 */
export async function forgedToken(
  context: Context,
  name: ForgeryName,
  issuedToken?: string,
): Promise<string> {
  const token = await forge(name, issuedToken ?? (await accessToken(context)), context);
  context.secrets.register(
    token,
    `TOKEN_${nameOf(name)}`,
    `"$(npx --no -- assay token --tamper ${name})"`,
  );
  return token;
}

function keyIdOf(token: string): { readonly kid?: string } {
  const { kid } = jwt.headerOf(token);
  return typeof kid === 'string' ? { kid } : {};
}

/**
 * Changes the first character by default, because the last character of base64 may contain padding
 * bits that a decoder ignores.
 */
const changeCharacter = (text: string, at = 0): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

/** Signs the claims with a new key. `headerFor` makes the header that contains or names the key. */
async function signedAnew(
  token: string,
  headerFor: (jwk: JWK) => JWSHeaderParameters,
): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return new CompactSign(Buffer.from(JSON.stringify(jwt.claimsOf(token))))
    .setProtectedHeader({ ...headerFor(await exportJWK(publicKey)), alg: 'RS256', typ: 'JWT' })
    .sign(privateKey);
}

/** Signs the claims by HMAC with the published key as the secret (RFC 8725 section 2.1). */
async function signedWithPublicKey(token: string, context: Context): Promise<string> {
  const { kid } = keyIdOf(token);
  const keys = (await publishedKeys(context))?.keys ?? [];
  const named = keys.filter((key) => key.kid === kid);
  const [secret = skip('prerequisite', 'needs a public key in the discovered key set')] = [
    ...named,
    ...keys,
  ].flatMap((key) => jwt.publicKey(key)?.export({ type: 'spki', format: 'pem' }).toString() ?? []);
  return jwt.signedByHmac(token, secret);
}
