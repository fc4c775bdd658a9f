/** Mistakes in verifying tokens. */

import { claimsOf, headerOf, signedByHmac } from '../../../src/protocol/templates/jwt.js';
import type { CallQuestion } from '../../../src/protocol/templates/question.js';
import { tokenOf } from '../exchange.js';
import type { Facts } from '../facts.js';
import { credentialOf } from '../rights.js';
import { acceptance } from './call-mistake.js';
import type { TemplatesMistake } from './mistake.js';

/** The parts of a token, and the issued tokens from which it may have been made. */
interface Forged {
  readonly token: string;
  readonly parts: readonly string[];
  readonly alg: string;
  readonly kid: string | undefined;
  /** Whether its header contains a key (`jwk`). */
  readonly hasKey: boolean;
  readonly signature: string;
  /** The issued tokens with the same claims. */
  readonly originals: readonly (readonly string[])[];
  /** The signatures of all issued tokens. */
  readonly signatures: readonly string[];
  /** Whether its `alg` is that of an issued token. */
  readonly hasAlg: boolean;
  /** Whether it has every claim of an issued token. A server may refuse it without one of them. */
  readonly hasClaims: boolean;
}

function forgedIn(token: string, { issued }: Facts): Forged {
  const parts = token.split('.');
  const { alg, kid, jwk } = headerOf(token);
  const all = [...issued.keys()].map((one) => one.split('.'));
  return {
    token,
    parts,
    alg: typeof alg === 'string' ? alg : '',
    kid: typeof kid === 'string' ? kid : undefined,
    hasKey: jwk !== undefined,
    signature: parts[2] ?? '',
    originals: all.filter(([, claims]) => claims === parts[1]),
    signatures: all.map(([, , signature = '']) => signature),
    hasAlg: [...issued.keys()].some((one) => headerOf(one).alg === alg),
    hasClaims: [...issued.keys()].some((one) =>
      Object.keys(claimsOf(one)).every((name) => Object.hasOwn(claimsOf(token), name)),
    ),
  };
}

const isJwt = ({ parts, token }: Forged): boolean =>
  parts.length === 3 && /^[\w.-]+$/.test(token) && Object.keys(claimsOf(token)).length > 0;

const hasHeader = ({ parts, token }: Forged): boolean =>
  parts.length === 3 && Object.keys(headerOf(token)).length > 0;

const isLikeIssued = (one: Forged): boolean => isJwt(one) && one.hasClaims;

const isNone = ({ alg }: Forged): boolean => alg.toLowerCase() === 'none';

const isMadeBySecret = ({ token, alg, originals }: Forged, secret: string): boolean =>
  alg === 'HS256' &&
  originals.some((original) => signedByHmac(original.join('.'), secret) === token);

/** How a server may verify a token wrongly. `open`: such a server may accept the token or not. */
const VERIFIERS: readonly (readonly [
  id: string,
  sentence: string,
  accepts: (forged: Forged, facts: Facts) => boolean | 'open',
])[] = [
  ['token-not-verified', 'any text is accepted as a token', () => true],
  ['jwt-not-verified', 'the signature of a token is not verified', isLikeIssued],
  [
    'signed-jwt-not-verified',
    'the signature of a token is not verified, unless it is empty',
    (one) => isLikeIssued(one) && one.signature !== '',
  ],
  [
    'right-alg-not-verified',
    'the signature of a token is not verified if its `alg` is the right one',
    (one) => isLikeIssued(one) && one.hasAlg,
  ],
  [
    'signed-right-alg-not-verified',
    'the signature of a token is not verified, unless it is empty, if its `alg` is the right one',
    (one) => isLikeIssued(one) && one.hasAlg && one.signature !== '',
  ],
  [
    'garbage',
    'a text that is not a JWT is accepted as a token',
    // Such a server may still read the header of a text in three parts, and refuse it for the rest,
    // or a text with characters that no bearer token has (RFC 6750 section 2.1).
    (one) => {
      const isRead = hasHeader(one) || !/^[\w.~+/-]+=*$/.test(one.token);
      return isRead && !isJwt(one) ? 'open' : !isJwt(one);
    },
  ],
  [
    'signature-length',
    'only the length of a signature is verified',
    (one) =>
      isLikeIssued(one) && one.signatures.some(({ length }) => length === one.signature.length),
  ],
  [
    'claims-not-signed',
    'a token with the signature of another one is accepted, whatever its claims',
    (one) => isLikeIssued(one) && one.signatures.includes(one.signature),
  ],
  ['alg-none', 'a token with `alg` none is accepted, in any letter case', isNone],
  [
    'alg-none-exact',
    'a token with `alg` none is accepted',
    ({ alg, parts }) => alg === 'none' && parts.length === 3,
  ],
  [
    'alg-none-unsigned',
    'a token with `alg` none and without a signature is accepted',
    (one) => isNone(one) && one.signature === '',
  ],
  [
    'alg-none-signed',
    'a token with `alg` none is accepted if it has a signature',
    (one) => isNone(one) && one.signature !== '',
  ],
  [
    'alg-none-other-case',
    'a token with `alg` none in another letter case is accepted',
    (one) => isNone(one) && one.alg !== 'none',
  ],
  [
    'alg-none-other-case-unsigned',
    'a token with `alg` none in another letter case, and without a signature, is accepted',
    (one) => isNone(one) && one.alg !== 'none' && one.signature === '',
  ],
  [
    'alg-none-exact-unsigned',
    'a token with `alg` none in lower case, and without a signature, is accepted',
    ({ alg, signature }) => alg === 'none' && signature === '',
  ],
  [
    'alg-none-exact-signed',
    'a token with `alg` none in lower case is accepted if it has a signature',
    ({ alg, signature }) => alg === 'none' && signature !== '',
  ],
  [
    'signature-beginning',
    'a signature is accepted if only its beginning is sent',
    (one) =>
      isJwt(one) &&
      one.originals.some(
        ([head, , signature = '']) => head === one.parts[0] && signature.startsWith(one.signature),
      ),
  ],
  [
    'signature-filled-beginning',
    'a signature is accepted if only its beginning is sent, but not an empty one',
    (one) =>
      isJwt(one) &&
      one.signature !== '' &&
      one.originals.some(
        ([head, , signature = '']) => head === one.parts[0] && signature.startsWith(one.signature),
      ),
  ],
  [
    'signature-case',
    'a signature is compared without regard to case',
    (one) =>
      isJwt(one) &&
      one.originals.some(
        ([head, , signature = '']) =>
          head === one.parts[0] && signature.toLowerCase() === one.signature.toLowerCase(),
      ),
  ],
  [
    'empty-secret',
    'a token signed by HMAC with an empty key is accepted',
    (one) => isMadeBySecret(one, ''),
  ],
  [
    'key-name',
    'a token signed by HMAC with the name of the key is accepted',
    (one) => isMadeBySecret(one, one.kid ?? 'key'),
  ],
  [
    'hmac',
    'a token signed by HMAC with the public key is accepted',
    (one) =>
      one.alg === 'HS256' && !isMadeBySecret(one, '') && !isMadeBySecret(one, one.kid ?? 'key'),
  ],
  [
    'other-algorithms',
    'the signature of a token with an unknown algorithm is not verified',
    (one) => isJwt(one) && !/^(?:RS256|HS256|none)$/i.test(one.alg) && one.alg !== '',
  ],
  ...['RS512', 'PS256', 'ES256', 'EdDSA', 'HS512'].map(
    (name) =>
      [
        `algorithm-${name}`,
        `the signature of a token with \`alg\` ${name} is not verified`,
        ({ alg }: Forged) => alg === name,
      ] as const,
  ),
  [
    'es256-zeros',
    'a signature of zeros is accepted with `alg` ES256',
    ({ alg, signature }) => alg === 'ES256' && /^A+$/.test(signature),
  ],
  ['no-alg', 'a token without `alg` is accepted', (one) => isJwt(one) && one.alg === ''],
  ['own-key', 'a token is verified with the key that it contains', ({ hasKey }) => hasKey],
  [
    'unknown-key',
    'a token that names an unpublished key is not verified',
    ({ kid, hasKey, alg }, { issued }) =>
      alg === 'RS256' &&
      !hasKey &&
      kid !== undefined &&
      [...issued.keys()].every((one) => headerOf(one).kid !== kid),
  ],
  [
    'further-parts',
    'parts of a token after the third are ignored',
    ({ parts }) => parts.length > 3,
  ],
  ['decoded', 'a token is percent-decoded', ({ token }) => token.includes('%2E')],
  [
    'other-characters',
    'characters outside base64url are skipped in a signature',
    ({ signature }) => signature.includes('~'),
  ],
  [
    'first-characters',
    'only the first 64 characters of a token are compared',
    ({ token }, { issued }) =>
      [...issued.keys()].some((one) => one.slice(0, 64) === token.slice(0, 64)),
  ],
];

type Verifier = (typeof VERIFIERS)[number][2];

/** Mistakes in calls without `Accept`. Few such calls are sent, so more could not be told apart. */
const WITHOUT_ACCEPT: typeof VERIFIERS = [
  [
    'right-alg-without-accept',
    'the signature of a token is not verified',
    (one) => isLikeIssued(one) && one.hasAlg,
  ],
  [
    'jwt-without-accept',
    'neither the signature of a token nor its `alg` is verified',
    isLikeIssued,
  ],
  ['wrong-without-accept', 'a wrong token is accepted', () => true],
];

/** Whether a server that verifies tokens in this way accepts the call. See `Acceptance`. */
function isAcceptedBy(accepts: Verifier, call: CallQuestion, facts: Facts) {
  const token = tokenOf(call.authorization);
  if (token === undefined || token === '') return undefined;
  if (credentialOf(call, facts) !== 'never issued') return undefined;
  const accepted = accepts(forgedIn(token, facts), facts);
  if (accepted !== false) return accepted;
  // A server may ignore characters that no token has, or refuse the token.
  const cleaned = token.replace(/[^\w.-]/g, '');
  const isMalformed = cleaned !== token;
  return isMalformed && accepts(forgedIn(cleaned, facts), facts) ? 'open' : false;
}

export const signatureMistakes: readonly TemplatesMistake[] = [
  ...VERIFIERS.map(([id, sentence, accepts]) =>
    acceptance({
      id,
      clause: 'ETM-AUTH-4',
      sentence,
      accepts: (call, facts) => isAcceptedBy(accepts, call, facts),
    }),
  ),
  ...WITHOUT_ACCEPT.map(([id, sentence, accepts]) =>
    acceptance({
      id,
      clause: 'ETM-AUTH-4',
      sentence: `${sentence} in a request without \`Accept\``,
      accepts: (call, facts) =>
        call.accept === null ? isAcceptedBy(accepts, call, facts) : undefined,
    }),
  ),
];
