/** Mistakes by which calls of the template API are accepted or refused. */

import { claimsOf, headerOf, signedByHmac, textsIn } from '../../../src/protocol/templates/jwt.js';
import {
  type CallQuestion,
  isPlain,
  TEMPLATES_PATH,
} from '../../../src/protocol/templates/question.js';
import { type CallExchange, type Exchange, isCall, tokenOf } from '../exchange.js';
import type { Facts } from '../facts.js';
import { credentialOf, givesTemplates, requireAccess } from '../rights.js';
import type { TemplatesMistake } from './mistake.js';

/** What a call must not be accepted for. */
interface Acceptance {
  readonly id: string;
  readonly clause: string;
  readonly sentence: string;
  /** Undefined if the mistake is not about this call, and `open` if it may be accepted or not. */
  readonly accepts: (call: CallQuestion, facts: Facts) => boolean | 'open' | undefined;
}

const CLAUSES_OF_CALLS = [
  'ETM-AUTH-2',
  'ETM-AUTH-3',
  'ETM-AUTH-4',
  'ETM-AUTH-6',
  'ETM-AUTH-7',
  'ETM-HARD-1',
  'TOK-LIFE-2',
];

/** A call that must get no templates. Tokens that were revoked may still be valid. */
function mustBeRefused({ question }: CallExchange, facts: Facts): boolean {
  const token = tokenOf(question.authorization) ?? '';
  return (
    facts.authorized !== undefined &&
    credentialOf(question, facts) !== 'issued' &&
    !facts.revoked.has(token) &&
    !(facts.foreign && credentialOf(question, facts) === 'never issued')
  );
}

const isGiven = ({ answer }: CallExchange, { authorized, items }: Facts): boolean =>
  authorized !== undefined && givesTemplates(answer, authorized, items);

function acceptance({ id, clause, sentence, accepts }: Acceptance): TemplatesMistake {
  return {
    id: `templates.${id}`,
    clause,
    sentence,
    breaks: CLAUSES_OF_CALLS,
    predicts(exchange, facts) {
      if (!isCall(exchange) || !mustBeRefused(exchange, facts)) return undefined;
      const isAccepted = accepts(exchange.question, facts);
      const given = isGiven(exchange, facts);
      // Another path may be unknown, whatever the token.
      const isUnknownPath = !given && !isDocumentedPath(exchange.question);
      if (isAccepted === undefined || isUnknownPath) return undefined;
      if (isAccepted === true) return given && exchange.answer.ok;
      if (given) return isAccepted === 'open';
      // Another status of a refusal is another mistake.
      return exchange.answer.status === 401 || undefined;
    },
  };
}

const isDocumentedPath = ({ path }: CallQuestion): boolean =>
  path === undefined || path.startsWith(`${TEMPLATES_PATH}?`);

/** The parts of a token, and the issued token from which it was made. */
interface Forged {
  readonly token: string;
  readonly parts: readonly string[];
  readonly alg: string;
  readonly kid: string | undefined;
  readonly hasKey: boolean;
  readonly signature: string;
  /** The issued tokens with the same claims. */
  readonly originals: readonly (readonly string[])[];
  /** The signatures of all issued tokens. */
  readonly signatures: readonly string[];
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
    hasClaims: [...issued.keys()].some((one) =>
      Object.keys(claimsOf(one)).every((name) => Object.hasOwn(claimsOf(token), name)),
    ),
  };
}

const isJwt = ({ parts, token }: Forged): boolean =>
  parts.length === 3 && /^[\w.-]+$/.test(token) && Object.keys(claimsOf(token)).length > 0;

const isLikeIssued = (one: Forged): boolean => isJwt(one) && one.hasClaims;

const isNone = ({ alg }: Forged): boolean => alg.toLowerCase() === 'none';

const isMadeBySecret = ({ token, alg, originals }: Forged, secret: string): boolean =>
  alg === 'HS256' &&
  originals.some((original) => signedByHmac(original.join('.'), secret) === token);

/** How a server may verify a token wrongly. */
const VERIFIERS: readonly (readonly [
  id: string,
  sentence: string,
  accepts: (forged: Forged, facts: Facts) => boolean,
])[] = [
  ['token-not-verified', 'any text is accepted as a token', () => true],
  ['jwt-not-verified', 'the signature of a token is not verified', isLikeIssued],
  [
    'signed-jwt-not-verified',
    'the signature of a token is not verified, unless it is empty',
    (one) => isLikeIssued(one) && one.signature !== '',
  ],
  ['garbage', 'a text that is not a JWT is accepted as a token', (one) => !isJwt(one)],
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

const verifiers = VERIFIERS.map(([id, sentence, accepts]) =>
  acceptance({
    id,
    clause: 'ETM-AUTH-4',
    sentence,
    accepts(call, facts) {
      const token = tokenOf(call.authorization);
      if (token === undefined || token === '') return undefined;
      if (credentialOf(call, facts) !== 'never issued') return undefined;
      if (accepts(forgedIn(token, facts), facts)) return true;
      // A server may ignore characters that no token has, or refuse the token.
      const cleaned = token.replace(/[^\w.-]/g, '');
      const isMalformed = cleaned !== token;
      return isMalformed && accepts(forgedIn(cleaned, facts), facts) ? 'open' : false;
    },
  }),
);

const hasIssued = (text: string, { issued }: Facts): boolean =>
  [...issued.keys()].some((token) => text.includes(token));

/** Values of Authorization that are no bearer token. */
const SCHEMES: readonly (readonly [
  id: string,
  sentence: string,
  accepts: (authorization: string, token: string) => boolean,
])[] = [
  [
    'any-scheme',
    'a token is accepted after any scheme',
    (sent, token) => /^\S+ +$/.test(sent.replace(token, '')),
  ],
  ['bare-token', 'a token is accepted without a scheme', (sent, token) => sent === token],
  [
    'scheme-without-space',
    'a token is accepted directly after `Bearer`, without a space',
    (sent, token) => sent === `Bearer${token}`,
  ],
  [
    'longer-scheme',
    'a token is accepted after a scheme that begins with `Bearer`',
    (sent, token) => /^Bearer\S+ +$/.test(sent.replace(token, '')),
  ],
  [
    'scheme-token',
    'a token is accepted after the scheme `Token`',
    (sent, token) => sent === `Token ${token}`,
  ],
  [
    'scheme-basic',
    'a token is accepted after the scheme `Basic`',
    (sent, token) => sent === `Basic ${token}`,
  ],
  [
    'any-authorization',
    'every `Authorization` with a token is accepted, whatever the scheme',
    (_, token) => token !== '',
  ],
];

const schemes = [
  ...SCHEMES.map(([id, sentence, accepts]) =>
    acceptance({
      id,
      clause: 'ETM-AUTH-6',
      sentence,
      accepts(call, facts) {
        if (credentialOf(call, facts) !== 'misused') return undefined;
        const sent = call.authorization ?? '';
        const token = [...facts.issued.keys()].find((one) => sent.includes(one)) ?? '';
        return token !== '' && accepts(sent, token);
      },
    }),
  ),
  acceptance({
    id: 'client-credentials',
    clause: 'ETM-AUTH-6',
    sentence: 'HTTP Basic with id and secret of a client is accepted instead of a token',
    accepts: (call, facts) =>
      credentialOf(call, facts) === 'misused'
        ? /^Basic /i.test(call.authorization ?? '') && !hasIssued(call.authorization ?? '', facts)
        : undefined,
  }),
];

const isWithout = (call: CallQuestion, facts: Facts): boolean =>
  ['none', 'in the query'].includes(credentialOf(call, facts));

/** A mistake by which calls without Authorization are accepted. `words` follow the sentence. */
const open = (
  id: string,
  words: string,
  holds: (call: CallQuestion, facts: Facts) => boolean,
): TemplatesMistake =>
  acceptance({
    id: `open-${id}`,
    clause: 'ETM-AUTH-2',
    sentence: `templates are returned without \`Authorization\`${words}`,
    accepts: (call, facts) => (isWithout(call, facts) ? holds(call, facts) : undefined),
  });

const fieldsOf = ({ headers = [] }: CallQuestion): string =>
  headers.map(([name]) => `\`${name}\``).join(', ');

const pathOf = ({ path = TEMPLATES_PATH }: CallQuestion): string => path.split('?')[0] ?? '';

const OPEN: readonly TemplatesMistake[] = [
  open('any', '', () => true),
  open('query', ', if the path has a query string', ({ path }) => path?.includes('?') === true),
  open(
    'query-token',
    ', for a token in the query string',
    (call, facts) => credentialOf(call, facts) === 'in the query',
  ),
  open(
    'other-spelling',
    ', on a path with other letter case or further slashes',
    (call) => pathOf(call) !== TEMPLATES_PATH && /^\/+v1\/+export-templates$/i.test(pathOf(call)),
  ),
];

/** Calls without Authorization, and what else they contain. */
function openCalls(violated: readonly CallExchange[]): readonly TemplatesMistake[] {
  const questions = violated.map(({ question }) => question);
  const fields = new Set(questions.map(fieldsOf).filter((names) => names !== ''));
  const paths = new Set(questions.map(pathOf).filter((path) => path !== TEMPLATES_PATH));
  const accepts = new Set(questions.flatMap(({ accept }) => accept ?? []));
  return [
    ...OPEN,
    ...[...fields].map((names) =>
      open(`with-${names}`, `, for a request with ${names}`, (call) => fieldsOf(call) === names),
    ),
    ...[...paths].map((path) =>
      open(`at-${path}`, `, at the path \`${path}\``, (call) => pathOf(call) === path),
    ),
    ...[...accepts].map((accept) =>
      open(
        `accept-${accept}`,
        `, for a request with \`Accept: ${accept}\``,
        (call) => call.accept === accept,
      ),
    ),
  ];
}

const despite = acceptance({
  id: 'wrong-despite',
  clause: 'ETM-AUTH-4',
  sentence: 'a wrong token is accepted if the right one is in another header field',
  accepts: (call, facts) => {
    const isWrong = credentialOf(call, facts) === 'never issued';
    if (!isWrong) return undefined;
    return (call.headers ?? []).some(([, value]) => hasIssued(value, facts));
  },
});

const empty = acceptance({
  id: 'scheme-alone',
  clause: 'ETM-AUTH-4',
  sentence: '`Authorization: Bearer` without a token is accepted',
  accepts: (call, facts) =>
    tokenOf(call.authorization) === '' && !facts.foreign ? true : undefined,
});

/** Kinds of calls that must be refused, the most general first. */
const REFUSED: readonly Kind[] = [
  ['any', 'a call that must be refused', 'ETM-AUTH-4', (call, facts) => isInvalid(call, facts)],
  [
    'token',
    'a call with an invalid, expired or revoked token',
    'ETM-AUTH-4',
    (call, facts) => isInvalid(call, facts) && (tokenOf(call.authorization) ?? '') !== '',
  ],
  [
    'never-issued',
    'a call with an invalid token',
    'ETM-AUTH-4',
    (call, facts) => credentialOf(call, facts) === 'never issued',
  ],
  [
    'revoked',
    'a call with an expired or revoked token',
    'ETM-AUTH-3',
    (call, facts) => facts.revoked.has(tokenOf(call.authorization) ?? ''),
  ],
  [
    'none',
    'a call without a token',
    'ETM-AUTH-2',
    (call, facts) => credentialOf(call, facts) === 'none',
  ],
  [
    'misused',
    'a call with another scheme than Bearer',
    'ETM-AUTH-6',
    (call, facts) => credentialOf(call, facts) === 'misused',
  ],
];

const isInvalid = (call: CallQuestion, facts: Facts): boolean =>
  credentialOf(call, facts) !== 'issued' || facts.revoked.has(tokenOf(call.authorization) ?? '');

/** The status of a refusal is specified only for these calls. */
const isUsual = (call: CallQuestion): boolean =>
  isPlain(call) &&
  /^(?:\S+ )?[\w.-]*$/.test(call.authorization ?? '') &&
  tokenOf(call.authorization) !== '';

function wrongRefusals(violated: readonly CallExchange[]): readonly TemplatesMistake[] {
  const statuses = new Set(
    violated.filter(({ answer }) => !answer.ok).map(({ answer }) => answer.status),
  );
  const withStatus = [...statuses]
    .filter((status) => status !== 401)
    .flatMap((status) =>
      REFUSED.map(
        ([id, words, clause, holds]): TemplatesMistake => ({
          id: `templates.${id}-gets-${status}`,
          mistake: `templates.gets-${status}`,
          clause,
          sentence: `${words} gets status ${status} instead of 401`,
          breaks: CLAUSES_OF_CALLS,
          isPlain: true,
          predicts: (exchange, facts) =>
            isCall(exchange) &&
            isUsual(exchange.question) &&
            holds(exchange.question, facts) &&
            !isGiven(exchange, facts)
              ? exchange.answer.status === status
              : undefined,
        }),
      ),
    );
  const withTemplates: TemplatesMistake = {
    id: 'templates.refused-with-templates',
    clause: 'ETM-AUTH-2',
    sentence: 'a refusal contains templates',
    breaks: CLAUSES_OF_CALLS,
    predicts: (exchange, facts) =>
      isCall(exchange) && exchange.answer.status >= 400 && isInvalid(exchange.question, facts)
        ? isGiven(exchange, facts)
        : undefined,
  };
  return [...withStatus, withTemplates];
}

type Kind = readonly [
  id: string,
  words: string,
  clause: string,
  holds: (call: CallQuestion, facts: Facts) => boolean,
];

const isOfSecond = ({ authorization }: CallQuestion, { issued }: Facts): boolean =>
  issued.get(tokenOf(authorization) ?? '')?.question.client === 'other';

/** Calls that must be accepted, the most general first. */
const ACCEPTED: readonly Kind[] = [
  ['any', '', 'ETM-AUTH-1', () => true],
  ['second', ' of the second client', 'ETM-AUTH-1', isOfSecond],
  [
    'scheme-case',
    ', after `bearer` in another letter case,',
    'ETM-AUTH-6',
    ({ authorization = '' }) => /^bearer /i.test(authorization) && !/^Bearer/.test(authorization),
  ],
  [
    'lower-case',
    ', after `bearer` in lower case,',
    'ETM-AUTH-6',
    ({ authorization = '' }) => authorization.startsWith('bearer '),
  ],
  [
    'spaces',
    ', after several spaces,',
    'ETM-AUTH-6',
    ({ authorization = '' }) => /^Bearer {2}/i.test(authorization),
  ],
];

/** Calls with a valid token that are refused. */
function refusedCalls(violated: readonly CallExchange[]): readonly TemplatesMistake[] {
  const refused = violated.filter(({ answer }) => !answer.ok);
  const statuses = [...new Set(refused.map(({ answer }) => answer.status))].slice(0, MOST_STATUSES);
  const fields = new Set(refused.map(({ question }) => fieldsOf(question)));
  const kinds: readonly Kind[] = [
    ...ACCEPTED,
    ...[...fields]
      .filter((names) => names !== '')
      .map(
        (names): Kind => [
          `with-${names}`,
          `, in a request with ${names},`,
          'ETM-AUTH-1',
          (call) => fieldsOf(call) === names,
        ],
      ),
  ];
  return statuses.flatMap((status) =>
    kinds.map(
      ([id, words, clause, holds]): TemplatesMistake => ({
        id: `templates.right-${id}-gets-${status}`,
        mistake: `templates.right-gets-${status}`,
        clause,
        sentence: `a valid token${words} gets status ${status}`,
        breaks: ['ETM-AUTH-1', 'ETM-AUTH-6', 'TOK-LIFE-1'],
        predicts: (exchange, facts) =>
          isCall(exchange) &&
          requireAccess(exchange, facts) !== undefined &&
          holds(exchange.question, facts)
            ? exchange.answer.status === status
            : undefined,
      }),
    ),
  );
}

const MOST_STATUSES = 3;

/** Calls that return templates of another organization, the most general first. */
const LEAKS: readonly Kind[] = [
  ['any', '', 'ETM-AUTH-5', () => true],
  ['second', ', to the second client', 'ETM-AUTH-5', isOfSecond],
  ['first', ', to the first client', 'ETM-AUTH-5', (call, facts) => !isOfSecond(call, facts)],
  [
    'lower-case',
    ', after `bearer` in lower case',
    'ETM-AUTH-5',
    ({ authorization = '' }) => authorization.startsWith('bearer '),
  ],
  [
    'query',
    ', if the path has a query string',
    'ETM-AUTH-5',
    ({ path }) => path?.includes('?') === true,
  ],
  [
    'basic',
    ', for a token that was obtained with HTTP Basic',
    'ETM-AUTH-5',
    ({ authorization }, { issued }) =>
      issued.get(tokenOf(authorization) ?? '')?.question.way === 'basic',
  ],
  [
    'two-clients',
    ', for a token that was requested with HTTP Basic of its client and the `client_id` of another one in the form',
    'ETM-AUTH-5',
    ({ authorization }, { issued }) =>
      issued.get(tokenOf(authorization) ?? '')?.question.writing === 'naming another client',
  ],
];

/** Whether the list has a template that is not, or not only, of the client of the token. */
function isLeaking({ question, answer }: CallExchange, { issued, items }: Facts): boolean {
  const owner = issued.get(tokenOf(question.authorization) ?? '')?.question.client;
  const foreign = [...items].filter(([client]) => client !== owner).flatMap(([, all]) => [...all]);
  const texts = textsIn(answer);
  return foreign.some((text) => texts.has(text));
}

const leaks = LEAKS.map(
  ([id, words, clause, holds]): TemplatesMistake => ({
    id: `templates.leak-${id}`,
    mistake: 'templates.leak',
    clause,
    sentence: `templates of another organization are returned${words}`,
    breaks: ['ETM-AUTH-5'],
    predicts: (exchange, facts) =>
      isCall(exchange) &&
      exchange.answer.ok &&
      facts.items.size > 1 &&
      credentialOf(exchange.question, facts) === 'issued' &&
      holds(exchange.question, facts)
        ? isLeaking(exchange, facts)
        : undefined,
  }),
);

const revoked: TemplatesMistake = {
  id: 'templates.revoked-accepted',
  clause: 'ETM-AUTH-3',
  sentence: 'a revoked token is accepted',
  breaks: ['ETM-AUTH-3'],
  isPlain: true,
  predicts: (exchange, facts) =>
    isCall(exchange) && facts.revoked.has(tokenOf(exchange.question.authorization) ?? '')
      ? isGiven(exchange, facts)
      : undefined,
};

/** The value of `WWW-Authenticate` is wrong in one of these ways. */
const CHALLENGES: readonly (readonly [
  id: string,
  sentence: string,
  fits: (value: string | undefined) => boolean,
  isTouched: (call: CallQuestion) => boolean,
])[] = [
  ['missing', 'a 401 has no `WWW-Authenticate`', (value) => value === undefined, () => true],
  [
    'other-scheme',
    'a 401 names another scheme than Bearer in `WWW-Authenticate`',
    (value) => value !== undefined && !/(?:^|,)\s*Bearer/i.test(value),
    () => true,
  ],
  [
    'error',
    'a 401 to a call without a token names an error in `WWW-Authenticate`',
    (value) => value !== undefined && /\berror\s*=/i.test(value),
    ({ authorization }) => authorization === undefined,
  ],
];

const challenges = CHALLENGES.map(
  ([id, sentence, fits, isTouched]): TemplatesMistake => ({
    id: `templates.challenge-${id}`,
    clause: 'ETM-AUTH-8',
    sentence,
    breaks: ['ETM-AUTH-8'],
    isPlain: true,
    predicts: (exchange) =>
      isCall(exchange) && exchange.answer.status === 401 && isTouched(exchange.question)
        ? fits(exchange.answer.header('www-authenticate'))
        : undefined,
  }),
);

export function callMistakes(violated: readonly Exchange[]): readonly TemplatesMistake[] {
  const calls = violated.filter(isCall);
  return [
    ...wrongRefusals(calls),
    ...refusedCalls(calls),
    ...verifiers,
    ...schemes,
    ...openCalls(calls),
    ...leaks,
    revoked,
    despite,
    empty,
    ...challenges,
  ];
}
