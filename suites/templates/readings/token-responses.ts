/** Mistakes in the response with a token, and in the public documents of the server. */

import { defined } from '../../../src/defined.js';
import type { Answer } from '../../../src/http/answer.js';
import {
  claimsOf,
  headerOf,
  isSignedBy,
  lifetimeOf,
  tokenIn,
} from '../../../src/protocol/templates/jwt.js';
import { realmOf } from '../../../src/protocol/templates/token-request.js';
import { type Members, membersOf } from '../../../src/schema/json-value.js';
import { checkSchema, type SchemaName, type SchemaProblem } from '../../../src/schema/validate.js';
import type { TemplatesTarget } from '../../../src/settings/target.js';
import { keysIn } from '../documents.js';
import { type Exchange, faultOf, isTokenRequest } from '../exchange.js';
import { type TemplatesMistake, TOKEN_SCOPES } from './mistake.js';

/** A longer value is not shown: a secret in it would not be recognized after it was cut. */
const MOST_SHOWN = 40;

/**
 * A problem in the words of a ticket. The patterns match the texts that `checkSchema` writes. Long
 * values are left out, because a token is a secret.
 */
function inWords({ path, expected, received }: SchemaProblem): string {
  const place = path.slice(1).replaceAll('/', '.');
  const [, missing] = /^a member "(.+)"$/.exec(expected) ?? [];
  if (missing !== undefined) return `\`${place === '' ? '' : `${place}.`}${missing}\` is missing`;
  const [, type] = /^of type (.+)$/.exec(expected) ?? [];
  const [, constant] = /^exactly (.+)$/.exec(expected) ?? [];
  if (constant !== undefined)
    return received.length > MOST_SHOWN
      ? `\`${place}\` is another value instead of ${constant}`
      : `\`${place}\` is ${received} instead of ${constant}`;
  const [, format] = /^must match format "(.+)"$/.exec(expected) ?? [];
  if (format !== undefined) return `\`${place}\` is not of the format \`${format}\``;
  if (type === undefined) return `\`${place}\` is not ${expected.replace(/^must be /, '')}`;
  const is = received.startsWith('"') ? 'a text instead of' : 'not';
  return `\`${place}\` is ${is} ${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

const problemsIn = ({ json }: Answer, schema: SchemaName): readonly string[] => {
  const result = checkSchema<unknown>(schema, json);
  return 'value' in result ? [] : result.problems.map(inWords);
};

const known = new WeakMap<Answer, readonly string[]>();

/** The problems of a token response, kept because many mistakes test the same response. */
function tokenProblems(answer: Answer): readonly string[] {
  const problems = known.get(answer) ?? problemsIn(answer, 'templates/token');
  known.set(answer, problems);
  return problems;
}

const isIssued = (exchange: Exchange): boolean =>
  isTokenRequest(exchange) &&
  faultOf(exchange.question) === undefined &&
  exchange.answer.status === 200 &&
  exchange.answer.jsonFault === undefined;

/** A property of token responses. */
interface Property {
  readonly id: string;
  /** The clauses that a wrong response breaks. A report names the first. */
  readonly breaks: readonly [string, ...string[]];
  /** What is wrong, in words. Undefined if nothing is. */
  readonly wrong: (answer: Answer, settings: TemplatesTarget) => string | undefined;
}

const MINUTE = 60;

const PROPERTIES: readonly Property[] = [
  {
    id: 'members',
    breaks: ['TOK-RES-1', 'TOK-RES-4', 'TOK-REQ-1', 'TOK-REQ-2', 'TOK-DISC-2'],
    wrong: (answer) => {
      const problems = tokenProblems(answer);
      return problems.length === 0 ? undefined : `in token responses, ${problems.join(' and ')}`;
    },
  },
  {
    id: 'refresh',
    breaks: ['TOK-RES-2'],
    wrong: ({ json }) =>
      'refresh_token' in membersOf(json) ? 'a refresh token is issued' : undefined,
  },
  {
    id: 'media-type',
    breaks: ['TOK-RES-3'],
    wrong: ({ mediaType }) =>
      mediaType === 'application/json'
        ? undefined
        : `a token is sent ${mediaType === '' ? 'without a media type' : `as ${mediaType}`}`,
  },
  {
    id: 'cache',
    breaks: ['TOK-RES-3'],
    wrong(answer) {
      const value = answer.header('cache-control');
      if (value === undefined) return 'a token is sent without `Cache-Control`';
      return /no-store/i.test(value)
        ? undefined
        : `a token is sent with \`Cache-Control: ${value.slice(0, 60)}\``;
    },
  },
  {
    id: 'lifetime',
    breaks: ['TOK-RES-4'],
    wrong(answer) {
      const { expires_in: seconds } = membersOf(answer.json);
      const { exp, iat } = claimsOf(tokenIn(answer) ?? '');
      if (typeof seconds !== 'number' || typeof exp !== 'number' || typeof iat !== 'number')
        return undefined;
      const lifetime = exp - iat;
      if (Math.abs(lifetime - seconds) <= MINUTE) return undefined;
      // `exp` alone may be in milliseconds, whatever `iat` is.
      if (Math.abs(exp / 1000 - iat - seconds) <= MINUTE)
        return '`exp` of a token counts milliseconds';
      if (isAbout(seconds, lifetime * 1000)) return '`expires_in` counts milliseconds';
      if (isAbout(lifetime, seconds * 1000)) return 'the claims of a token count milliseconds';
      const minutes = Math.round((lifetime - seconds) / MINUTE);
      const later = minutes > 0 ? 'later' : 'earlier';
      return `\`exp\` is ${Math.abs(minutes)} minutes ${later} than \`expires_in\` says`;
    },
  },
];

/** Whether the values agree up to a tenth: a wrong unit makes a larger difference. */
const isAbout = (value: number, expected: number): boolean =>
  Math.abs(value - expected) <= expected / 10;

const ISSUER: Property = {
  id: 'issuer',
  breaks: ['TOK-DISC-3'],
  wrong: (answer, settings) =>
    claimsOf(tokenIn(answer) ?? '').iss === realmOf(settings)
      ? undefined
      : 'a token has another `iss` than the realm',
};

const MEMBERS: Readonly<Record<string, string>> = {
  access_token: 'a JWT',
  token_type: '`Bearer`',
  expires_in: 'an integer above 0',
  'not-before-policy': 'an integer',
  scope: 'an empty text',
};

/** The requirement that a sentence breaks, where the clause has several. */
function requiredIn(sentence: string): string | undefined {
  const [, name = ''] = /^in token responses, `([\w-]+)` is missing$/.exec(sentence) ?? [];
  const member = MEMBERS[name];
  if (member !== undefined) return `it must be ${member}`;
  if (!sentence.startsWith('a token is sent ')) return undefined;
  return sentence.includes('Cache-Control')
    ? 'it should be sent with `Cache-Control: no-store`'
    : 'it should be sent as application/json';
}

function responses(violated: readonly Exchange[]): readonly TemplatesMistake[] {
  const issued = violated.filter(isIssued);
  return [...PROPERTIES, ISSUER].flatMap(({ id, breaks, wrong }) => {
    const sentences = new Set(
      issued.flatMap(({ answer, settings }) => wrong(answer, settings) ?? []),
    );
    return [...sentences].slice(0, MOST_SENTENCES).flatMap((sentence, index) =>
      TOKEN_SCOPES.map(
        (scope): TemplatesMistake => ({
          id: `tokens.${id}.${index}.${scope.id}`,
          mistake: `tokens.${id}.${index}`,
          clause: breaks[0],
          sentence: `${sentence}${scope.words}`,
          ...defined({ requires: requiredIn(sentence) }),
          breaks,
          isPlain: true,
          predicts: (exchange) =>
            isIssued(exchange) && isTokenRequest(exchange) && scope.holds(exchange.question)
              ? wrong(exchange.answer, exchange.settings) === sentence
              : undefined,
        }),
      ),
    );
  });
}

/** Each sentence is a mistake of its own, and a target makes few of one kind. */
const MOST_SENTENCES = 3;

/** What is wrong with a public document, in words. */
function wrongIn({ question, answer, settings }: Exchange): string | undefined {
  if (question.ask !== 'discovery' && question.ask !== 'keys') return undefined;
  const name = question.ask === 'discovery' ? 'the discovery document' : 'the key set';
  if (answer.status !== 200) return `${name} has status ${answer.status}`;
  if (answer.jsonFault !== undefined) return `${name} is not JSON`;
  const members = membersOf(answer.json);
  const isEmpty =
    question.ask === 'keys' && Array.isArray(members.keys) && members.keys.length === 0;
  if (isEmpty) return 'the key set is empty';
  const schema = question.ask === 'keys' ? 'templates/jwks' : 'templates/discovery';
  const [problem] = problemsIn(answer, schema);
  if (problem !== undefined) return `in ${name}, ${problem}`;
  if (question.ask === 'keys') return undefined;
  return wrongGrants(members) ?? wrongAddress(members, settings) ?? wrongIssuer(members, settings);
}

function wrongGrants({ grant_types_supported: grants }: Members): string | undefined {
  return Array.isArray(grants) && !grants.includes('client_credentials')
    ? 'the discovery document does not list the grant type `client_credentials`'
    : undefined;
}

function wrongAddress(members: Members, { authUrl = '' }: TemplatesTarget): string | undefined {
  const own = new URL(authUrl);
  for (const member of ['token_endpoint', 'jwks_uri'] as const) {
    const address = members[member];
    if (typeof address !== 'string' || !URL.canParse(address)) continue;
    const { hostname, origin } = new URL(address);
    const other = hostname === own.hostname ? 'port or scheme' : 'host';
    if (origin !== own.origin)
      return `the discovery document names \`${member}\` on another ${other}`;
  }
  return undefined;
}

/** A longer address is not shown in a sentence. */
const MOST_ADDRESS = 200;

function wrongIssuer({ issuer }: Members, settings: TemplatesTarget): string | undefined {
  const right = realmOf(settings);
  if (issuer === right) return undefined;
  if (typeof issuer !== 'string') return 'the discovery document has no `issuer`';
  return issuer === `${right}/`
    ? 'the `issuer` of the discovery document ends with a slash'
    : `the \`issuer\` of the discovery document is ${issuer.length > MOST_ADDRESS ? 'another one' : `\`${issuer}\``}`;
}

const KEYS = 'the address in `jwks_uri` must return status 200 and an object with the array `keys`';

/** Mistakes in the public documents. Each is visible in the document alone (`isPlain`). */
function documents(violated: readonly Exchange[]): readonly TemplatesMistake[] {
  const sentences = new Set(violated.flatMap((one) => wrongIn(one) ?? []));
  return [...sentences].map((sentence, index) => ({
    id: `tokens.document.${index}`,
    clause: sentence.includes('issuer') ? 'TOK-DISC-3' : 'TOK-DISC-2',
    sentence,
    ...(sentence.includes('the key set') ? { requires: KEYS } : {}),
    breaks: ['TOK-DISC-1', 'TOK-DISC-2', 'TOK-DISC-3'],
    isPlain: true,
    predicts: (exchange) =>
      wrongIn(exchange) === undefined ? undefined : wrongIn(exchange) === sentence,
  }));
}

/** What the key set has instead of the key that signs tokens. */
const WRONG_KEYS: readonly (readonly [
  id: string,
  sentence: string,
  /** `isNamed`: whether the key set has a key with the id that the token names. */
  isAbout: (isNamed: boolean) => boolean,
])[] = [
  [
    'other-key',
    'the key set has another key under the id of the key that signs tokens',
    (isNamed) => isNamed,
  ],
  ['no-key', 'the key set has no key with the id that tokens name', (isNamed) => !isNamed],
];

const wrongKeys: readonly TemplatesMistake[] = WRONG_KEYS.map(([id, sentence, isAbout]) => ({
  id: `tokens.keys-${id}`,
  clause: 'TOK-RES-4',
  sentence,
  requires: 'each token must verify with the published key that it names',
  breaks: ['TOK-RES-4'],
  isPlain: true,
  predicts({ question, answer }, { issued }) {
    const published = question.ask === 'keys' ? keysIn(answer) : undefined;
    if (published === undefined) return undefined;
    // Tokens that were issued after this request are left out: their key may have been added later.
    const tokens = [...issued].filter(([token, by]) => {
      const { kid } = headerOf(token);
      const isNamed = published.keys.some((key) => key.kid === kid);
      return kid !== undefined && isAbout(isNamed) && answer.sentAt > by.answer.receivedAt;
    });
    const results = tokens.map(([token]) => isSignedBy(token, published));
    if (results.length === 0 || results.includes(undefined)) return undefined;
    return !results.includes(true);
  },
}));

/** A token that is returned again has less time left, so an unchanged lifetime is wrong. */
const fullLifetimes: TemplatesMistake = {
  id: 'tokens.full-lifetime-again',
  clause: 'TOK-RES-5',
  sentence: 'a token that is returned again has its full lifetime in `expires_in`',
  requires: 'it must be the time that is left',
  breaks: ['TOK-RES-5'],
  isPlain: true,
  predicts(exchange, { issued }) {
    const { answer } = exchange;
    const other = isIssued(exchange) ? issued.get(tokenIn(answer) ?? '')?.answer : undefined;
    return other === undefined || other.exchange === answer.exchange
      ? undefined
      : lifetimeOf(other) === lifetimeOf(answer);
  },
};

/** `address` is set only for a token endpoint that the discovery document alone names. */
const namedEndpoint: TemplatesMistake = {
  id: 'tokens.named-endpoint',
  clause: 'TOK-DISC-2',
  sentence: 'the token endpoint that the discovery document names issues no token',
  requires: 'a right token request to it must get a token',
  breaks: ['TOK-DISC-2'],
  isPlain: true,
  predicts: (exchange) =>
    isTokenRequest(exchange) && exchange.question.address !== undefined
      ? tokenIn(exchange.answer) === undefined
      : undefined,
};

export const tokenResponseMistakes = (
  violated: readonly Exchange[],
): readonly TemplatesMistake[] => [
  ...responses(violated),
  ...documents(violated),
  ...wrongKeys,
  fullLifetimes,
  namedEndpoint,
];
