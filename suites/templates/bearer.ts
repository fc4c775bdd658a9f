/**
 * The clauses about the bearer token of a call. A valid token gives access (ETM-AUTH-1), a missing
 * token gives none (ETM-AUTH-2), and a 401 names the scheme (ETM-AUTH-8).
 */

import { askedBy } from '../../src/harness/place.js';
import { must, should } from '../../src/harness/topic.js';
import type { Header } from '../../src/http/request.js';
import { CLIENT_FIELD_NAMES, CLIENT_FIELDS } from '../../src/protocol/client-headers.js';
import { FIELDS, PATHS } from '../../src/protocol/shapes/shapes.js';
import {
  type CallQuestion,
  isDocumentedCall,
  TEMPLATES_PATH,
} from '../../src/protocol/templates/question.js';
import { tokenOf } from './exchange.js';
import { PLACES } from './places.js';
import { mustBeAccepted, refusing } from './rights.js';
import { withFreshToken } from './tokens.js';
import { callWith, ofCall, type TemplatesTopics } from './topic.js';

const SECTION = 'Endpoints, B. Export-template API';
const WITHOUT_TOKEN: CallQuestion = { ask: 'templates' };

export const bearer = {
  'ETM-AUTH-1': {
    clause: must('`GET {etm_base_url}/V1/export-templates` with a fresh bearer token returns 2xx')
      .in(SECTION)
      .judged('Checks the status; the body is not specified.'),
    rule: ofCall((exchange, facts) => {
      const { authorization = '' } = exchange.question;
      // ETM-AUTH-6 tests other spellings of the scheme.
      if (!/^Bearer (?! )/.test(authorization)) return undefined;
      // A token that was accepted before is not fresh; TOK-LIFE-1 tests how long it is accepted.
      const wasAccepted = facts.acceptedTokens.has(tokenOf(authorization) ?? '');
      // With further header fields the refusal may be due to them, so it counts for any token.
      const isWithFields = exchange.question.headers !== undefined;
      if (!exchange.answer.ok && wasAccepted && !isWithFields) return undefined;
      return mustBeAccepted(exchange, facts);
    }),
    checks: {
      'templates.bearer.fresh': {
        title: 'a fresh bearer token',
        requests: { shared: 1 },
        needs: ['templates.baseUrl'],
        walks: withFreshToken((token) => [callWith(token)]),
      },
      'templates.bearer.real-clients': {
        title: 'a fresh bearer token, with one header field that common clients add',
        requests: { own: { least: 1, most: CLIENT_FIELD_NAMES.length } },
        needs: ['templates.baseUrl'],
        walks: withFreshToken((token) =>
          CLIENT_FIELD_NAMES.map((name) => ({
            ...callWith(token),
            headers: CLIENT_FIELDS[name],
          })),
        ),
      },
    },
  },
  'ETM-AUTH-2': {
    clause: must('without `Authorization` a call returns no templates')
      .in(SECTION)
      .judged('A response with templates is a failure; a status other than 401 is a warning.'),
    rule: ofCall(refusing('none', '401')),
    checks: {
      'templates.bearer.missing': {
        title: 'no Authorization',
        requests: { own: 1 },
        needs: ['templates.baseUrl'],
        walks: withFreshToken(() => [WITHOUT_TOKEN]),
      },
      'templates.bearer.path-bypasses': {
        title:
          'calls without Authorization, with unusual paths or with headers that a server may trust',
        requests: { own: { least: 1, most: 18 } },
        needs: ['templates.baseUrl'],
        walks: withFreshToken(pathBypasses),
      },
      'templates.bearer.elsewhere': {
        title: 'a token in a cookie and in header fields other than Authorization',
        requests: { own: 1 },
        needs: ['templates.baseUrl'],
        walks: withFreshToken((token) => [{ ...WITHOUT_TOKEN, headers: tokenElsewhere(token) }]),
      },
    },
  },
  'ETM-AUTH-8': {
    clause: should(
      'a 401 carries `WWW-Authenticate` with the scheme `Bearer`; without a token it names no `error`',
    )
      .in('RFC 6750, sections 3 and 3.1')
      .judged('Checks each 401 response to a call.'),
    rule: ofCall(({ question, answer }) => {
      if (answer.status !== 401 || !isDocumentedCall(question)) return undefined;
      const value = answer.header('www-authenticate');
      // The field is a list: the scheme stands at its beginning or after a comma.
      if (value === undefined || !/(?:^|,)\s*Bearer(?![^\s,])/i.test(value))
        return { expected: 'WWW-Authenticate: Bearer', actual: value ?? 'none' };
      const hasError = /\berror\s*=/i.test(value);
      if (question.authorization !== undefined || !hasError) return 'holds';
      return { expected: 'WWW-Authenticate without an error', actual: value };
    }),
    checks: {
      'templates.bearer.www-authenticate': {
        title: 'the WWW-Authenticate header of the response to a call without Authorization',
        requests: { shared: 1 },
        needs: ['templates.baseUrl'],
        lacking: 'applies only to a response with status 401',
        walks: withFreshToken(() => [WITHOUT_TOKEN]),
      },
    },
  },
} satisfies TemplatesTopics;

/** The token in headers other than Authorization. */
export const tokenElsewhere = (token: string): readonly Header[] => [
  ...['X-Auth-Token', 'X-Access-Token', 'X-API-Key'].map((name): Header => [name, token]),
  ['Cookie', `access_token=${token}; token=${token}`],
];

/**
 * Calls without a token that a faulty server may accept, because of an unusual path or of header
 * fields that the server trusts. Both kinds are mixed, so that a small budget allows some of each.
 */
function pathBypasses(): readonly CallQuestion[] {
  const id = 'templates.bearer.path-bypasses';
  const place = PLACES['path of templates'];
  const paths = askedBy(place, id, PATHS).map(
    (shape): CallQuestion => ({ ask: 'templates', path: PATHS[shape](TEMPLATES_PATH) }),
  );
  const fields = askedBy(place, id, FIELDS).map((shape): Header => FIELDS[shape]);
  const withHeaders = (...headers: readonly Header[]): CallQuestion => ({
    ask: 'templates',
    headers,
  });
  return [
    ...paths.slice(0, 3),
    withHeaders(...fields.slice(0, 2)),
    ...paths.slice(3),
    withHeaders(...fields.slice(2)),
    withHeaders(['Authorization', '']),
  ];
}
