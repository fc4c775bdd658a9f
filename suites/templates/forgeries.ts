import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, type JWSHeaderParameters } from 'jose';
import { type Context, skip } from '../../src/harness/suite.js';
import {
  decodePart,
  encodePart,
  HEADER,
  PAYLOAD,
  part,
  SIGNATURE,
  signedByHmac,
  withPayload,
  withSignature,
} from '../../src/protocol/templates/jwt.js';
import { algorithms, type Forgery } from './algorithms.js';
import { jwks } from './discovery.js';
import { publicKey } from './signature.js';
import { accessToken } from './tokens.js';

/** Tokens made from a real one that no verifier may take. */
export const forgeries: readonly Forgery[] = [
  ['garbage', 'garbage', () => 'assay-garbage'],
  ['tampered-signature', 'a tampered signature', (token) => withSignature(token, flip(part(token, SIGNATURE)))],
  [
    'tampered-end',
    'a signature tampered with near its end',
    (token) => withSignature(token, flipLate(part(token, SIGNATURE))),
  ],
  ['tampered-payload', 'a tampered payload', (token) => withPayload(token, { assay: true, exp: 4102444800 })],
  [
    'alg-none',
    'alg none without a signature',
    (token) => `${encodePart({ alg: 'none', typ: 'JWT' })}.${part(token, PAYLOAD)}.`,
  ],
  [
    'alg-none-mixed',
    'alg nOnE without a signature',
    (token) => `${encodePart({ alg: 'nOnE', typ: 'JWT' })}.${part(token, PAYLOAD)}.`,
  ],
  [
    'alg-none-signed',
    'a token whose alg is nOnE, with its signature',
    (token) => `${encodePart({ alg: 'nOnE', typ: 'JWT' })}.${part(token, PAYLOAD)}.${part(token, SIGNATURE)}`,
  ],
  [
    'cut-signature',
    'a token with the first half of its signature',
    (token) => withSignature(token, half(part(token, SIGNATURE))),
  ],
  ['foreign-key', 'a token signed with another key', (token) => signedByAnother(token)],
  ['unknown-key', 'a token signed with a key that nobody published', (token) => signedByUnknown(token)],
  ['public-key', 'a token signed by HMAC with the public key', signedWithPublicKey],
  ['empty-key', 'a token signed by HMAC with an empty key', (token) => signedByHmac(token, '')],
  ['no-signature', 'a token without its signature', (token) => withSignature(token, '')],
];

export const allForgeries: readonly Forgery[] = [...forgeries, ...algorithms];

/** A token forged from a real one, hidden in what is stored behind the command that makes one like it. */
export async function forgedToken(context: Context, id: string, real?: string): Promise<string> {
  const forge = allForgeries.find(([name]) => name === id)?.[2] ?? (() => 'assay-garbage');
  const token = await forge(real ?? (await accessToken(context)), context);
  context.secrets.register(
    token,
    `TOKEN_${id.toUpperCase().replaceAll('-', '_')}`,
    `"$(npx --no -- assay token --tamper ${id})"`,
  );
  return token;
}

const half = (text: string): string => text.slice(0, 4 * Math.floor(text.length / 8));

/** The first character changed: the last one may hold padding bits that mean nothing. */
const flip = (text: string): string => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;

/** A character near the end changed, none of which is padding. */
function flipLate(text: string): string {
  const at = Math.max(0, text.length - 8);
  return `${text.slice(0, at)}${flip(text.slice(at))}`;
}

async function signedByAnother(token: string): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const { kid } = decodePart(part(token, HEADER));
  // The key is offered in the header too: a verifier that takes it from there takes anybody's.
  const jwk = await exportJWK(publicKey);
  return signedWith(privateKey, { jwk, ...(typeof kid === 'string' ? { kid } : {}) }, token);
}

/** A verifier that finds no key of this name may not do without one. */
async function signedByUnknown(token: string): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return signedWith(privateKey, { kid: 'assay-no-such-key' }, token);
}

const signedWith = (key: CryptoKey, header: Pick<JWSHeaderParameters, 'jwk' | 'kid'>, token: string): Promise<string> =>
  new CompactSign(Buffer.from(part(token, PAYLOAD), 'base64url'))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header })
    .sign(key);

/** The published key taken for a shared secret (RFC 8725 section 2.1). */
async function signedWithPublicKey(token: string, context: Context): Promise<string> {
  const { kid } = decodePart(part(token, HEADER));
  const keys = (await jwks(context))?.keys ?? [];
  const named = keys.filter((key) => key.kid === kid);
  const [secret = skip('prerequisite', 'needs a public key among those that discovery names')] = [
    ...named,
    ...keys,
  ].flatMap((key) => publicKey(key)?.export({ type: 'spki', format: 'pem' }).toString() ?? []);
  return signedByHmac(token, secret);
}
