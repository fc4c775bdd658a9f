import { describeAnswer } from '../../../src/harness/finding.js';
import { must, type Ruling, should } from '../../../src/harness/topic.js';
import {
  JSON_API,
  PLAIN,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { documented } from '../model/error-table.js';
import { plainText } from '../model/error-text.js';
import type { Exchange } from '../model/exchange.js';
import { otherText } from '../model/expected-error.js';
import { carriesToken, isNamed } from '../model/mistakes.js';
import { elsewhere, permitted, secretUser, WITH_UNDERSCORES } from '../questions/tokens.js';
import type { ExportTopics } from '../topic.js';

/** Shorter tokens are not searched for, because an error may contain them by chance. */
const MIN_SEARCHED_LENGTH = 8;

/**
 * The clauses about the place of the token: only its header is read, and error responses must not
 * contain the token.
 */
export const tokenPlace = {
  'EXP-AUTH-12': {
    clause: must(
      'the token is accepted only in its own header field: a token in the query string or in `Authorization` counts as missing',
    )
      .in('Authentication, Export API, item 1')
      .judged('Sends the token outside its header and expects the error for a missing token.'),
    rule: tokenElsewhere,
    checks: {
      'export.auth.header-only': {
        title:
          'the token in the query, in Authorization, in other header fields or in a cookie instead of its header',
        requests: { own: { least: 1, most: 17 } },
        secrets: secretUser,
        asks({ routes, settings }) {
          const { query, bearer, fields, cookie, bare, user, underscores, everywhere } =
            elsewhere(settings);
          const filteredRoute = routes.find((route) => typeof route === 'object') ?? 'legacy';
          const questions: readonly ProductsQuestion[] = [
            { ...everywhere, ...query },
            everywhere,
            user,
            query,
            { route: 'legacy', ...query },
            bearer,
            fields,
            cookie,
            bare,
            { route: 'legacy', ...bearer },
            { accept: JSON_API, ...query },
            { accept: JSON_API, ...bearer },
            { accept: JSON_API, route: 'legacy', ...bearer },
            { accept: null, ...bearer },
            { accept: null, route: 'legacy', ...bearer },
            { accept: null, route: filteredRoute, ...bearer },
            underscores,
          ];
          return permitted(questions, settings).map((place) => ({
            accept: PLAIN,
            token: null,
            ...place,
          }));
        },
      },
    },
  },
  'EXP-AUTH-13': {
    clause: should('no error response contains the token that was sent')
      .in('Good practice: a response does not repeat a credential (RFC 9110, section 17.9)')
      .judged('Searches the body and the header fields of each error for the token that was sent.'),
    rule({ question: { token }, answer }) {
      if (typeof token !== 'string' || token.length < MIN_SEARCHED_LENGTH || answer.status < 400)
        return undefined;
      const parts = [answer.text, ...answer.headers.map(([, value]) => value)];
      return parts.some((part) => part.includes(token))
        ? {
            expected: 'an error without the token',
            sentence: `the error repeats the token: ${describeAnswer(answer)}; it must not`,
          }
        : 'holds';
    },
    checks: {
      'export.auth.no-echo': {
        title: 'requests with a malformed and with an unknown token, in both formats',
        requests: 4,
        asks: () =>
          ['assay-echo-probe-7c1d', 'assay.echo.probe/7c1d'].flatMap((token) => [
            { token, accept: PLAIN },
            { token },
          ]),
      },
    },
  },
} satisfies ExportTopics;

/** The request must be refused like a request without a token. */
function tokenElsewhere({ question, answer, target }: Exchange): Ruling {
  const { token, headers = [] } = question;
  if (token !== null || !carriesToken(question, target)) return undefined;
  if (headers.some((field) => isNamed(field, TOKEN_HEADER))) return undefined;
  const { status, text } = documented['token missing'];
  const said = plainText(answer);
  if (answer.status !== status) {
    // A gateway may replace underscores by hyphens.
    const isFolded = headers.some(([name]) => name === WITH_UNDERSCORES);
    return { expected: `status ${status} "${text}"`, ...(isFolded ? { atMost: 'warning' } : {}) };
  }
  // If the error has no readable text, only the status is tested here. EXP-ERR-1 to EXP-ERR-4 test
  // the form of the error.
  if (said === undefined) return undefined;
  return said === text ? 'holds' : otherText(said, text);
}
