/**
 * The clauses about the response to a token request (TOK-RES): its members, its headers and its
 * JWT.
 */

import { skip } from '../../src/harness/finding.js';
import { holdsIf, must, should } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import { claimsOf, headerOf, isSignedBy, tokenIn } from '../../src/protocol/templates/jwt.js';
import { membersOf } from '../../src/schema/json-value.js';
import type { JsonWebKeySet } from '../../src/schema/types.js';
import { ask, templatesOf } from './ask.js';
import { keysIn, needDiscovery, publishedKeys, reachable } from './documents.js';
import { type Exchange, faultOf, isTokenRequest } from './exchange.js';
import { documentedRequests } from './tokens.js';
import { BY_FORM, ofToken, ofTokenRequest, satisfies, type TemplatesTopics } from './topic.js';

const SECTION = 'Resources, token response';

/** The allowed difference of times, because clocks differ and times are rounded (TOK-RES-4). */
const TOLERANCE_SECONDS = 60;

/** Sends the two documented token requests. Several clauses test their responses. */
const documented = (title: string) => ({
  title,
  requests: { shared: 2 },
  walks: documentedRequests,
  needsFacts: false as const,
});

export const tokenResponse = {
  'TOK-RES-1': {
    clause: must(
      '`access_token` is a JWT string; `token_type` is exactly `Bearer`; `expires_in` a positive integer; `not-before-policy` an integer; `scope` an empty string',
    )
      .in(SECTION)
      .judged('Types and values are checked by a JSON Schema.'),
    rule: ofTokenRequest(({ question, answer }) => {
      if (faultOf(question) !== undefined || answer.status !== 200) return undefined;
      return satisfies(answer, 'templates/token');
    }),
    checks: {
      'templates.token.response': documented(
        'members of the responses to the documented token requests',
      ),
    },
  },
  'TOK-RES-2': {
    clause: must('there is no `refresh_token`')
      .in(SECTION)
      .judged('Checks that the member is absent.'),
    rule: ofToken((_, { json }) =>
      holdsIf(
        !('refresh_token' in membersOf(json)),
        'no refresh_token',
        'a refresh_token',
        'the token response has a refresh_token; it must have none',
      ),
    ),
    checks: {
      'templates.token.no-refresh': documented(
        'refresh_token in the responses to the documented token requests',
      ),
    },
  },
  'TOK-RES-3': {
    clause: should('JSON media type, `Cache-Control: no-store` (RFC 6749 5.1)')
      .in('RFC 6749, section 5.1')
      .judged('Checks both headers of the response.'),
    rule: ofToken((_, answer) => {
      const { mediaType } = answer;
      if (mediaType !== 'application/json') {
        return { expected: 'Content-Type application/json', actual: mediaType || 'none' };
      }
      const caching = answer.header('cache-control') ?? 'none';
      const isNoStore = /(?:^|,)\s*no-store\s*(?:,|$)/i.test(caching);
      return holdsIf(isNoStore, 'Cache-Control: no-store', caching);
    }),
    checks: {
      'templates.token.headers': documented(
        'headers of the responses to the documented token requests',
      ),
    },
  },
  'TOK-RES-4': {
    clause: should(
      "the JWT's `exp` agrees with `expires_in` (± 60 s) and its signature verifies with the discovered JWKS; `alg` is not `none`",
    )
      .in('RFC 7519, section 4.1.4, and RFC 8725, section 3.1')
      .judged(
        'The signature is verified with the keys that the discovery document names. `exp` may differ from `expires_in` by 60 s.',
      ),
    rule: ofToken(algorithmAndExpiry),
    relation: (exchanges, _, { note }) => wrongSignatures(exchanges, note),
    checks: {
      'templates.token.jwt': {
        title: 'expiry and signature of a token from the documented token request',
        requests: { shared: 3 },
        needsFacts: false,
        async walks(context) {
          const keys =
            (await publishedKeys(context)) ??
            skip('prerequisite', 'needs the keys of the discovery document');
          const token = tokenIn(await ask(context, BY_FORM));
          const isSigned = token === undefined ? true : isSignedBy(token, keys);
          if (isSigned === undefined) skip('data', 'this signature algorithm cannot be verified');
          // A server may have published the key of this token after the keys were requested.
          if (!isSigned) await publishedKeys(context, { fresh: true });
          const { jwks_uri: named } = await needDiscovery(context);
          const address = reachable(named, templatesOf(context.target));
          if (address === undefined) return [{ ask: 'discovery' }, BY_FORM];
          return [{ ask: 'discovery' }, { ask: 'keys', address }, BY_FORM];
        },
      },
    },
  },
} satisfies TemplatesTopics;

/** Tests `alg` and `exp`. The signature itself is tested by `wrongSignatures`. */
function algorithmAndExpiry(token: string, answer: Answer) {
  const { alg } = headerOf(token);
  if (typeof alg !== 'string' || alg.toLowerCase() === 'none') {
    const isJwt = alg !== undefined;
    const actual = isJwt ? `alg ${JSON.stringify(alg)}` : 'a token that is not a JWT';
    return {
      expected: 'a JWT with a signature',
      actual,
      sentence: `the token ${isJwt ? `has ${actual}` : 'is not a JWT'}; it must be a JWT with a signature`,
    };
  }
  const { exp, iat } = claimsOf(token);
  if (typeof exp !== 'number') {
    const sentence = 'the token has no claim exp; it must have one';
    return { expected: 'a claim exp', actual: 'none', sentence };
  }
  const { expires_in: seconds } = membersOf(answer.json);
  const periods = issuedBetween(answer, iat);
  const [first] = periods;
  if (typeof seconds !== 'number' || first === undefined) return 'holds';
  const agrees = periods.some(
    ({ from, to }) =>
      exp - from - seconds >= -TOLERANCE_SECONDS && exp - to - seconds <= TOLERANCE_SECONDS,
  );
  const expected = `exp in about ${seconds} s, as in expires_in`;
  return holdsIf(agrees, expected, `in ${Math.round(exp - first.from)} s`);
}

/** The times are seconds since 1970. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * The periods in which the token may have been issued: by the local clock, by the server's `Date`
 * header (RFC 9110 section 6.6.1), and by `iat`, which comes from the same clock as `exp`. It is
 * enough that one period agrees with `exp`, because clocks may differ by hours.
 */
function issuedBetween({ sentAt, receivedAt, headers }: Answer, iat: unknown): readonly Period[] {
  const periods: Period[] = [];
  // By the local clock, the token was issued between request and response. A recording may have no
  // times.
  if (sentAt > 0) periods.push({ from: sentAt / 1000, to: receivedAt / 1000 });
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '';
  const serverTime = Date.parse(date) / 1000;
  // `Date` has whole seconds.
  if (Number.isFinite(serverTime)) periods.push({ from: serverTime, to: serverTime + 1 });
  if (typeof iat === 'number') periods.push({ from: iat, to: iat });
  return periods;
}

/**
 * Finds tokens whose signature verifies with none of the published keys. A server may publish a key
 * after it issued a token. So a list of keys proves that a token is wrong only in two cases: the
 * list was requested later than the token, or it contains the key that the token names.
 */
function wrongSignatures(exchanges: readonly Exchange[], note: () => void) {
  const published = exchanges.flatMap((exchange) => {
    const keys = exchange.question.ask === 'keys' ? keysIn(exchange.answer) : undefined;
    return keys === undefined ? [] : [{ exchange, keys }];
  });
  return exchanges.filter(isTokenRequest).flatMap((exchange) => {
    const token = faultOf(exchange.question) === undefined ? tokenIn(exchange.answer) : undefined;
    if (token === undefined) return [];
    const decisive = published.filter(
      (one) =>
        isNamedIn(token, one.keys) || one.exchange.answer.sentAt > exchange.answer.receivedAt,
    );
    const results = published.map(({ keys }) => isSignedBy(token, keys));
    const isSigned = results.includes(true);
    if (results.includes(undefined) || (decisive.length === 0 && !isSigned)) return [];
    note();
    const [last] = decisive.slice(-1);
    if (isSigned || last === undefined) return [];
    return [
      {
        expected: 'a signature that verifies with the published keys',
        actual: 'a signature that none of these keys verifies',
        sentence: 'the signature of the token verifies with none of the published keys',
        exchanges: [last.exchange, exchange],
      },
    ];
  });
}

function isNamedIn(token: string, { keys }: JsonWebKeySet): boolean {
  const { kid } = headerOf(token);
  return kid !== undefined && keys.some((key) => key.kid === kid);
}
