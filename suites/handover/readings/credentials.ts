/** Mistakes by which a handover is accepted without valid authorization. */

import { defined } from '../../../src/defined.js';
import { isPlain, messageIn, type Question } from '../../../src/protocol/handover/question.js';
import { COMPARISONS, type Comparison } from '../../../src/protocol/shapes/comparisons.js';
import { jsonValue, membersOf } from '../../../src/schema/json-value.js';
import { type Exchange, hasValidToken } from '../exchange.js';
import { refuses, transfers } from '../responses.js';
import type { HandoverMistake } from './mistake.js';

/**
 * True if the handover was accepted, false if it was refused with a message. Undefined if the
 * response does not show which of the two happened.
 */
function isAccepted({ question, answer }: Exchange): boolean | undefined {
  if (transfers(answer)) return true;
  const message = messageIn(answer)?.trim() ?? '';
  if (refuses(answer)) return message === '' ? undefined : false;
  // The users of most requests do not exist, so that an accepted request gets another error.
  const isAboutUsers = answer.ok || [400, 404, 409, 422].includes(answer.status);
  return isAboutUsers &&
    message !== '' &&
    isPlain({ ...question, headers: undefined, accept: undefined })
    ? true
    : undefined;
}

interface Acceptance {
  readonly id: string;
  /** See `Reading`. Default: the id after the name of the interface. */
  readonly mistake?: string;
  readonly clause: 'HND-AUTH-1' | 'HND-AUTH-2';
  readonly sentence: string;
  /** Undefined if the mistake is not about this request. */
  readonly accepts: (exchange: Exchange) => boolean | undefined;
}

const acceptance = ({ id, mistake, clause, sentence, accepts }: Acceptance): HandoverMistake => ({
  id: `handover.${id}`,
  ...defined({ mistake }),
  clause,
  sentence,
  breaks: ['HND-AUTH-1', 'HND-AUTH-2', 'HND-BODY-1'],
  predicts(exchange) {
    const { question, settings } = exchange;
    if (hasValidToken(question, settings)) return undefined;
    const expected = accepts(exchange);
    const accepted = isAccepted(exchange);
    // A refusal with the status of a success is wrong for another reason.
    if (accepted === false && exchange.answer.ok) return undefined;
    return expected === undefined || accepted === undefined ? undefined : accepted === expected;
  },
});

/** The token after the scheme Bearer. Undefined for another scheme. */
const bearerIn = (authorization: string): string | undefined =>
  /^Bearer (.+)$/.exec(authorization)?.[1];

/** A comparison that looks only at the form of a token, in addition to `COMPARISONS`. */
const WELL_FORMED: Comparison = {
  id: 'well-formed',
  words: 'is not checked: any text in the form of a bearer token is accepted',
  // RFC 6750, section 2.1.
  accepts: (sent) => /^[\w.~+/-]+=*$/.test(sent),
};

const comparisons = [...COMPARISONS, WELL_FORMED].map(({ id, words, accepts }) =>
  acceptance({
    id: `token-${id}`,
    // This is a special case of `filled`. It has the same mistake, so that only `filled` is named
    // if no response tells the two apart.
    ...(id === WELL_FORMED.id ? { mistake: 'handover.token-filled' } : {}),
    clause: 'HND-AUTH-2',
    sentence: `the token ${words}`,
    accepts({ question: { authorization = '' }, settings: { token } }) {
      const sent = bearerIn(authorization);
      return sent === undefined || token === undefined ? undefined : accepts(sent, token);
    },
  }),
);

type Accepts = (authorization: string, token: string) => boolean | undefined;

/** How a server may read `Authorization` wrongly. */
const SCHEMES: readonly (readonly [id: string, sentence: string, accepts: Accepts])[] = [
  ['any-authorization', 'every `Authorization` is accepted', () => true],
  [
    'any-basic',
    'every `Authorization` with the scheme Basic is accepted',
    (sent) => /^Basic /i.test(sent),
  ],
  [
    'any-digest',
    'every `Authorization` with the scheme Digest is accepted',
    (sent) => /^Digest /i.test(sent),
  ],
  [
    'any-lower-case',
    'every token is accepted after `bearer` in lower case',
    (sent) => sent.startsWith('bearer '),
  ],
  [
    'any-scheme',
    'the token is accepted after any scheme',
    (sent, token) => sent.endsWith(` ${token}`),
  ],
  [
    'scheme-ignored',
    'the scheme is not looked at: the token is accepted after any scheme and without one',
    (sent, token) => sent === token || sent.endsWith(` ${token}`),
  ],
  ['bare', 'the token is accepted without a scheme', (sent, token) => sent === token],
  [
    'without-space',
    'the token is accepted directly after `Bearer`, without a space',
    (sent, token) => sent === `Bearer${token}`,
  ],
  [
    'user-name',
    'the token is accepted as the user name of HTTP Basic',
    (sent, token) => sent === `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
  ],
  [
    'jwt-signature',
    'the signature of the token, which is a JWT, is not verified',
    (sent, token) => {
      const signed = `Bearer ${token.slice(0, token.lastIndexOf('.') + 1)}`;
      if (token.split('.').length !== 3 || !sent.startsWith(signed)) return false;
      // A strict library refuses other characters, and bits behind the last byte.
      const signature = sent.slice(signed.length);
      return (/^[\w-]*$/.test(signature) && signature.length % 4 === 0) || undefined;
    },
  ],
  // A header of a JWT begins with `{"`, which is `eyJ` in base64url.
  ['jwt', 'every JWT is accepted', (sent) => /^Bearer eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(sent)],
];

const schemes = SCHEMES.map(([id, sentence, accepts]) =>
  acceptance({
    id,
    clause: 'HND-AUTH-2',
    sentence,
    accepts: ({ question: { authorization }, settings: { token } }) =>
      authorization === undefined || token === undefined
        ? undefined
        : accepts(authorization, token),
  }),
);

/** Describes a body that is sent as a text, because it is not two users. */
function kindOf(body: string): string {
  const json = jsonValue(body);
  if (body === '') return 'an empty body';
  if (json === undefined) return 'a body that is not JSON';
  if (Array.isArray(json)) return `${json.length === 0 ? 'an empty list' : 'a list'} as body`;
  const { from, to: _, ...others } = membersOf(json);
  const names = Object.keys(others).filter((name) => /^\w{1,20}$/.test(name));
  if (names.length > 0) return `the members ${names.slice(0, 5).join(', ')} in the body`;
  if (from === undefined) return 'a body without users';
  if (from === null) return 'users that are null';
  if (Array.isArray(from)) return 'users that are lists';
  return typeof from === 'string' ? 'an unusual body' : `users that are ${typeof from}s`;
}

/** What distinguishes a request from the documented one, each in words. */
const partsOf = (question: Question): readonly string[] => {
  const { path, headers = [], contentType, accept, body, method } = question;
  return [
    ...(method === undefined ? [] : [`the method ${method}`]),
    ...(path === undefined ? [] : [`the path \`${path}\``]),
    ...(headers.length === 0 ? [] : [headers.map(([name]) => `\`${name}\``).join(' and ')]),
    ...(contentType === undefined ? [] : [`\`Content-Type: ${contentType ?? ''}\``]),
    ...(accept === undefined ? [] : [`\`Accept: ${accept ?? ''}\``]),
    ...(typeof body === 'string' ? [kindOf(body)] : []),
  ];
};

/** Credentials that are not valid, the narrowest first. */
const INVALID: readonly (readonly [
  id: string,
  words: string,
  holds: (authorization: string | undefined) => boolean,
])[] = [
  ['none', 'without `Authorization`', (sent) => sent === undefined],
  ['bearer', 'with an invalid bearer token', (sent) => /^Bearer \S/.test(sent ?? '')],
  ['basic', 'with HTTP Basic', (sent) => sent?.startsWith('Basic ') === true],
  ['any', 'without valid authorization', () => true],
];

/**
 * Mistakes by which a handover without valid authorization is accepted: always, or only if the
 * request has an unusual part.
 */
function accepted(violated: readonly Exchange[]): readonly HandoverMistake[] {
  const parts = new Set(violated.flatMap(({ question }) => partsOf(question)));
  return [undefined, ...parts].flatMap((part, at) =>
    // Other mistakes say which credentials are accepted in every request.
    INVALID.filter(([id]) => part !== undefined || id === 'none').map(([id, words, holds]) =>
      acceptance({
        id: `accepted-${id}.${at}`,
        mistake: 'handover.accepted',
        clause: id === 'none' || id === 'any' ? 'HND-AUTH-1' : 'HND-AUTH-2',
        sentence: `a handover is accepted ${words}${part === undefined ? '' : `, for a request with ${part}`}`,
        accepts: ({ question }) => {
          if (!holds(question.authorization)) return undefined;
          return part === undefined || partsOf(question).includes(part);
        },
      }),
    ),
  );
}

/** The same text for requests that differ only in their users. */
const kindOfRequest = ({ question }: Exchange): string =>
  JSON.stringify([question.authorization, partsOf(question)]);

/**
 * The server keeps who was authorized, in some of its threads or in all, so that later handovers
 * need no authorization. A request like one of these was refused before.
 */
function acceptedAfterValid(every: readonly Exchange[]): readonly HandoverMistake[] {
  const valid = every.filter(
    ({ question, answer, settings }) =>
      hasValidToken(question, settings) && !refuses(answer) && answer.status < 500,
  );
  const isAfter = ({ answer }: Exchange): boolean =>
    valid.some((one) => one.answer.sentAt < answer.receivedAt);
  const earlier = every.filter(
    (one) => !hasValidToken(one.question, one.settings) && !isAfter(one),
  );
  const refused = new Set(earlier.filter((one) => isAccepted(one) === false).map(kindOfRequest));
  const isChanged = every.some(
    (one) => isAfter(one) && isAccepted(one) === true && refused.has(kindOfRequest(one)),
  );
  if (!isChanged || earlier.some((one) => isAccepted(one) === true)) return [];
  const mistake: HandoverMistake = {
    id: 'handover.accepted-after-valid',
    clause: 'HND-AUTH-1',
    sentence: 'after a handover with a valid token, others are accepted without one',
    breaks: ['HND-AUTH-1', 'HND-AUTH-2', 'HND-BODY-1', 'HND-BODY-2', 'HND-HARD-1'],
    // The server may have several threads, so that a later refusal shows nothing.
    predicts: (exchange) =>
      isAfter(exchange) &&
      !hasValidToken(exchange.question, exchange.settings) &&
      !refuses(exchange.answer)
        ? true
        : undefined,
  };
  return [mistake];
}

export const credentialMistakes = (
  violated: readonly Exchange[],
  every: readonly Exchange[],
): readonly HandoverMistake[] => [
  ...acceptedAfterValid(every),
  ...comparisons,
  ...schemes,
  ...accepted(violated),
];
