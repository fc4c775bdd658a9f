import { type Answer, holdsIf, type RuleTable, type Ruling } from '../../src/harness/suite.js';
import { claimsOf, headerOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import { realmOf } from '../../src/protocol/templates/token-request.js';
import {
  checkSchema,
  describeProblems,
  type SchemaName,
  type Schemas,
} from '../../src/schema/validate.js';
import { templatesOf } from './ask.js';
import type { ClauseId } from './clauses.js';
import { type Exchange, type Facts, faultOf, type TokenExchange } from './exchange.js';

/** Seconds by which clocks and roundings may differ (TOK-RES-4). */
const TOLERANCE = 60;

/** Mistakes for which the whole request may be malformed to a server. */
const ODD = /left out|in a list|another line|filled/;

/** Whether a token request is right in everything, and made in this way. */
const isRight = ({ question }: TokenExchange, way = question.way): boolean =>
  faultOf(question) === undefined && question.way === way;

export const TOKEN_RULES: RuleTable<TokenExchange, Facts, ClauseId> = {
  'TOK-REQ-1': (exchange) =>
    isRight(exchange, 'form') && exchange.question.address === undefined
      ? isIssued(exchange)
      : undefined,
  'TOK-REQ-2': (exchange, { raw }) =>
    isRight(exchange, 'basic') && raw === (exchange.question.raw ?? false)
      ? isIssued(exchange)
      : undefined,
  'TOK-RES-1': (exchange) =>
    isRight(exchange) && exchange.answer.status === 200
      ? fits(exchange.answer, 'templates/token')
      : undefined,
  'TOK-RES-2': ofToken((_, { json }) =>
    holdsIf(!('refresh_token' in Object(json)), 'no refresh_token', 'one'),
  ),
  'TOK-RES-3': ofToken((_, answer) => {
    const { mediaType } = answer;
    const caching = answer.header('cache-control') ?? 'none';
    return mediaType === 'application/json'
      ? holdsIf(/no-store/i.test(caching), 'Cache-Control: no-store', caching)
      : { expected: 'Content-Type application/json', actual: mediaType || 'none' };
  }),
  // The token is a JWT with a signature, and ends when `expires_in` says; the signature itself is verified with the keys.
  'TOK-RES-4': ofToken((token, { json, sentAt, receivedAt }) => {
    const { alg } = headerOf(token);
    const other = alg === undefined ? 'a token that is not a JWT' : `alg ${JSON.stringify(alg)}`;
    if (typeof alg !== 'string' || alg.toLowerCase() === 'none')
      return { expected: 'a JWT with a signature', actual: other };
    const { exp, iat } = claimsOf(token);
    const { expires_in: seconds } = Object(json) as { readonly expires_in?: unknown };
    if (typeof exp !== 'number') return { expected: 'a claim exp', actual: 'none' };
    // Between the two a request may have waited for a rate limit.
    const [from, to] = sentAt > 0 ? [sentAt / 1000, receivedAt / 1000] : [iat, iat];
    if (typeof seconds !== 'number' || typeof from !== 'number' || typeof to !== 'number')
      return 'holds';
    const left = exp - from;
    const isNear = left - seconds >= -TOLERANCE && exp - to - seconds <= TOLERANCE;
    return holdsIf(
      isNear,
      `exp in about ${seconds} s, as in expires_in`,
      `in ${Math.round(left)} s`,
    );
  }),
  'TOK-ERR-1': ({ question, answer }) => {
    if (faultOf(question) !== 'credentials') return undefined;
    const { mistake, way } = question;
    // Nothing is wrong that is not there, and Basic without a secret is no pair.
    const mayBeMalformed =
      ODD.test(mistake ?? '') || (way === 'basic' && mistake === 'secret empty');
    const isRefused = answer.status === 401 || (mayBeMalformed && answer.status === 400);
    return holdsIf(isRefused, 'status 401');
  },
  'TOK-ERR-2': ({ question, answer }) =>
    faultOf(question) === 'unsupported client'
      ? isError(answer, 'unsupported_grant_type')
      : undefined,
  'TOK-ERR-3': ({ question, answer }) => {
    const fault = faultOf(question);
    if (fault === 'grant') {
      const ruling = isError(
        answer,
        question.grant === null ? 'invalid_request' : 'unsupported_grant_type',
      );
      if (ruling !== 'holds') return ruling;
    } else if (fault !== 'credentials' || answer.status < 400 || answer.status >= 500)
      return undefined;
    return fits(answer, 'templates/token-error');
  },
  'TOK-ERR-4': ({ question, answer }) =>
    faultOf(question) === 'in the query' ? holdsIf(!answer.ok, 'a refusal') : undefined,
};

/** A rule of a token that a right request is given. */
function ofToken(rule: (token: string, answer: Answer) => Ruling) {
  return (exchange: TokenExchange): Ruling => {
    const token =
      isRight(exchange) && exchange.answer.status === 200 ? tokenIn(exchange.answer) : undefined;
    return token === undefined ? undefined : rule(token, exchange.answer);
  };
}

function isIssued({ answer }: TokenExchange): Ruling {
  const isGiven = answer.status === 200 && tokenIn(answer) !== undefined;
  return holdsIf(isGiven, 'status 200 with an access_token');
}

function isError(answer: Answer, code: string): Ruling {
  const { error } = Object(answer.json) as { readonly error?: unknown };
  return holdsIf(answer.status === 400 && error === code, `status 400 with error "${code}"`);
}

/** The body is JSON of a schema. */
function fits(answer: Answer, name: SchemaName): Ruling {
  if (answer.jsonFault !== undefined) return { expected: 'a JSON body' };
  const result = checkSchema<unknown>(name, answer.json);
  if ('value' in result) return 'holds';
  const actual = describeProblems(result.problems.slice(0, 5));
  return { expected: `a body that satisfies schemas/${name}.schema.json`, actual };
}

/** A public document in an answer; undefined where it is not what it should be (TOK-DISC-1, TOK-DISC-2). */
const documentIn =
  <N extends 'templates/discovery' | 'templates/jwks'>(name: N) =>
  ({ json }: Answer): Schemas[N] | undefined => {
    const result = checkSchema(name, json);
    return 'value' in result ? result.value : undefined;
  };
export const discoveryIn = documentIn('templates/discovery');
export const keysIn = documentIn('templates/jwks');

export const DOCUMENT_RULES: RuleTable<Exchange, unknown, ClauseId> = {
  'TOK-DISC-1': ({ question, answer }) => {
    if (question.ask !== 'discovery') return undefined;
    return answer.status === 200 ? fits(answer, 'templates/discovery') : { expected: 'status 200' };
  },
  'TOK-DISC-2': ({ question, answer }) => {
    if (question.ask === 'keys')
      return answer.status === 200
        ? fits(answer, 'templates/jwks')
        : { expected: 'keys with status 200' };
    const grants = discoveryIn(answer)?.grant_types_supported;
    if (grants === undefined) return undefined;
    const isOffered = grants.includes('client_credentials');
    return holdsIf(
      isOffered,
      'client_credentials among the grant types',
      grants.join(', ') || 'none',
    );
  },
  'TOK-DISC-3': ({ question, answer, target }) => {
    const document = question.ask === 'discovery' ? discoveryIn(answer) : undefined;
    const wanted = realmOf(templatesOf(target));
    return (
      document && holdsIf(document.issuer === wanted, `issuer ${wanted}`, document.issuer ?? 'none')
    );
  },
};
