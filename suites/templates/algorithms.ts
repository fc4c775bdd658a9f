import type { Context } from '../../src/harness/suite.js';
import { inOtherCase } from '../../src/protocol/other-case.js';
import {
  decodePart,
  HEADER,
  part,
  SIGNATURE,
  signedByHmac,
  withHeader,
  withPayload,
  withSignature,
} from '../../src/protocol/templates/jwt.js';
import type { ForgeryName } from './places.js';

/** A name, what it is, and how it is made of a real token. */
export type Forgery = readonly [
  name: ForgeryName,
  sentence: string,
  forge: (token: string, context: Context) => string | Promise<string>,
];

/** Algorithms that a verifier may know by name, and not verify (RFC 8725 section 3.1). */
const ALGORITHMS = ['hs512', 'rs512', 'ps256', 'es256', 'eddsa'] as const;
const WRITTEN: Readonly<Record<string, string>> = { eddsa: 'EdDSA' };

const nameOf = (alg: string): string => WRITTEN[alg] ?? alg.toUpperCase();

/** So many bytes of nothing, as a signature. */
const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64url');
const [RSA_BYTES, ECDSA_BYTES] = [256, 64];

/** Tokens made from a real one by another algorithm or signature, that no verifier may take. */
export const algorithms: readonly Forgery[] = [
  ['fourth-part', 'a token with a fourth part', (token) => `${token}.x`],
  ['escaped-dots', 'a token whose dots are escaped', (token) => token.replaceAll('.', '%2E')],
  ...ALGORITHMS.map(
    (alg): Forgery => [
      `alg-${alg}`,
      `a token whose alg is ${nameOf(alg)}, with its signature`,
      (token) => withHeader(token, { alg: nameOf(alg) }),
    ],
  ),
  // A verifier of ECDSA that does not look for zeros takes them for anything (CVE-2022-21449).
  [
    'es256-zeros',
    'a token whose alg is ES256, with a signature of zeros',
    (token) => withSignature(withHeader(token, { alg: 'ES256' }), zeros(ECDSA_BYTES)),
  ],
  ['zeros', 'a token with a signature of zeros', (token) => withSignature(token, zeros(RSA_BYTES))],
  [
    'signature-case',
    'a token whose signature is in the other case',
    (token) => withSignature(token, inOtherCase(part(token, SIGNATURE))),
  ],
  // A server that cuts a token at its dots may lose an empty end, and only so refuse what has no signature.
  ['alg-none-kept', 'alg none, with the signature of the token', (token) => withHeader(token, { alg: 'none' })],
  ['no-alg', 'a token without alg, with its signature', (token) => withHeader(token, { alg: undefined })],
  [
    'alg-none-payload',
    'alg none with a tampered payload',
    (token) => withSignature(withHeader(withPayload(token, { assay: true, exp: 4102444800 }), { alg: 'none' }), ''),
  ],
  [
    'key-name',
    'a token signed by HMAC with the name of the key',
    (token) => signedByHmac(token, String(decodePart(part(token, HEADER)).kid ?? 'key')),
  ],
];
