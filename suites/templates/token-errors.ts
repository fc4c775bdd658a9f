/** The clauses about token requests that must be refused (TOK-ERR). */

import { describeAnswer, skip } from '../../src/harness/finding.js';
import { askedBy } from '../../src/harness/place.js';
import { holdsIf, must, open, type Ruling, should } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import { NEAR } from '../../src/protocol/shapes/text.js';
import { JSON_TYPE, type Question } from '../../src/protocol/templates/question.js';
import {
  isWrittenInTwoWays,
  type Mistake,
  type Owner,
  sentFor,
  type TokenQuestion,
  WRITINGS,
} from '../../src/protocol/templates/token-request.js';
import { membersOf } from '../../src/schema/json-value.js';
import type { TemplatesTarget } from '../../src/settings/target.js';
import { ask } from './ask.js';
import { faultOf, isTokenRequest, MALFORMED } from './exchange.js';
import { PLACES } from './places.js';
import { BY_FORM, ofTokenRequest, satisfies, type TemplatesTopics, withRawBasic } from './topic.js';

const SECTION = 'Authentication, Export-template API, item 5';

/**
 * With these mistakes a request may count as malformed, so all statuses in `UNREADABLE` (below) are
 * allowed. An empty parameter counts as left out (RFC 6749 section 3.2).
 */
const MAY_BE_MALFORMED = /left out|empty|in a list|another line|filled/;

/**
 * This number of mistakes, from the beginning of the list, is sent twice: once in the form and once
 * in Basic. The other mistakes are sent in the form only.
 */
const MISTAKES_SENT_TWICE = 8;

const WRONG_SECRET: TokenQuestion = { ...BY_FORM, mistake: 'secret lengthened' };
const UNKNOWN_CLIENT: TokenQuestion = { ...BY_FORM, client: 'nobody' };

const NEAR_GRANTS = ['client_credentialsx', 'client-credentials'];

const SECRET_IN_URL =
  'with invalid values the requests are refused; the real secret is not sent in a URL, because URLs are logged; to send it, set "allow": { "secretsInUrls": true } in the target file';

/**
 * A token server refuses what it cannot read with one of these statuses. Any other status may come
 * from a system in front of it.
 */
const UNREADABLE: ReadonlySet<number> = new Set([400, 401, 413, 415, 422]);

/**
 * Tests the refusal of a malformed token request. A response that is not JSON may come from a web
 * server in front of the token server, so it is not tested.
 */
const ofMalformed = (answer: Answer): Ruling =>
  UNREADABLE.has(answer.status) && answer.jsonFault === undefined
    ? satisfies(answer, 'templates/token-error')
    : undefined;

export const tokenErrors = {
  'TOK-ERR-1': {
    clause: must('wrong secret: 401; unknown client: 401')
      .in(SECTION)
      .judged(
        'Sent in the form and with Basic, also with an empty secret; the valid secret must work.',
      ),
    rule: ofTokenRequest(({ question, answer }) => {
      if (faultOf(question) !== 'credentials') return undefined;
      const { mistake = '' } = question;
      const isRefused =
        answer.status === 401 || (MAY_BE_MALFORMED.test(mistake) && UNREADABLE.has(answer.status));
      return holdsIf(isRefused, 'status 401');
    }),
    checks: {
      'templates.token.wrong-credentials': {
        title: 'token requests with a wrong secret, and with an unknown client',
        requests: { own: { least: 2, most: 42 } },
        repeat: true,
        asks: ({ facts: { raw }, settings }) => wrongCredentials(raw, settings),
      },
    },
  },
  'TOK-ERR-2': {
    clause: must(
      'a client that is not set up for client credentials: 400 with `error` = `unsupported_grant_type`',
    )
      .in(SECTION)
      .judged('Sent by such a client.'),
    rule: ofTokenRequest(({ question, answer, settings }) => {
      if (faultOf(question) !== 'unsupported client') return undefined;
      const isRefusedAsWrongSecret = answer.status === 401 && mayBeMisread(question, settings);
      return isRefusedAsWrongSecret ? undefined : hasError(answer, 'unsupported_grant_type');
    }),
    checks: {
      'templates.token.unsupported-client': {
        title: 'token requests of a client that may not use client credentials',
        requests: { own: { least: 1, most: 2 } },
        needs: ['templates.unsupportedClient'],
        asks: ({ facts: { raw } }) =>
          (['form', 'basic'] as const).map((way) =>
            withRawBasic({ ask: 'token', client: 'unsupported', way }, raw),
          ),
      },
    },
  },
  'TOK-ERR-3': {
    clause: should(
      'errors are `{error, error_description?}` (RFC 6749 5.2); an unknown grant_type is 400 `unsupported_grant_type`; a missing grant_type is 400 `invalid_request`',
    )
      .in('RFC 6749, section 5.2')
      .judged('Compares shape, status and error code.'),
    rule(exchange) {
      const { question, answer } = exchange;
      if (question.ask === 'hostile token') return ofMalformed(answer);
      if (!isTokenRequest(exchange)) return undefined;
      const fault = faultOf(exchange.question);
      if (fault === 'grant') {
        // A parameter without a value counts as left out (RFC 6749, section 3.2).
        const code = exchange.question.grant ? 'unsupported_grant_type' : 'invalid_request';
        const ruling = hasError(answer, code);
        return ruling === 'holds' ? satisfies(answer, 'templates/token-error') : ruling;
      }
      const isRefused = answer.status >= 400 && answer.status < 500;
      if (fault !== 'credentials' || !isRefused) return undefined;
      return satisfies(answer, 'templates/token-error');
    },
    checks: {
      'templates.token.grant-type': {
        title: 'token requests with an unknown grant_type, with an empty one, and without one',
        requests: { own: { least: 2, most: 6 } },
        // The rules need the facts, which are learned only if `asks` reads them.
        asks: ({ facts: _ }) =>
          ['urn:assay:unknown', null, ...NEAR_GRANTS, '', '0'].map((grant) => ({
            ...BY_FORM,
            grant,
          })),
      },
      'templates.token.no-form': {
        title: 'a token request whose body is malformed JSON instead of a form',
        requests: 1,
        lacking: 'needs a refusal in JSON',
        needsFacts: true,
        asks: (): readonly Question[] => [
          { ask: 'hostile token', form: '{', contentType: JSON_TYPE },
        ],
      },
    },
  },
  'TOK-ERR-4': {
    clause: should('a GET on the token endpoint and credentials in the query string are refused')
      .in('RFC 6749, sections 2.3.1 and 3.2')
      .judged('The response must not contain a token.'),
    rule: ofTokenRequest(({ question, answer }) => {
      if (faultOf(question) !== 'in the query') return undefined;
      const sentence = `the response is ${describeAnswer(answer)}; the request must be refused`;
      return answer.ok ? { expected: 'a refusal', sentence } : 'holds';
    }),
    checks: {
      'templates.token.query': {
        title: 'token requests by GET, and with credentials in the query string',
        requests: { own: 2 },
        async walks(context) {
          const { secretsInUrls } = context.target.allow;
          const client = secretsInUrls ? 'first' : 'nobody';
          const post: TokenQuestion = { ask: 'token', client, way: 'query' };
          const both: readonly TokenQuestion[] = [{ ...post, method: 'GET' }, post];
          if (secretsInUrls) return both;
          // The rule of this clause tests the responses to these requests. The check is
          // nevertheless skipped, because a server that refuses invalid values may accept valid
          // values.
          for (const one of both) await ask(context, one);
          return skip('safety', SECRET_IN_URL);
        },
      },
      'templates.token.grant-in-query': {
        title:
          'a token request with `grant_type` in the query string and the credentials in the form',
        requests: 1,
        asks: () => [{ ...BY_FORM, writing: 'with grant_type in the query' }],
      },
    },
  },
  'TOK-ERR-6': {
    clause: should(
      'malformed requests are 400 `invalid_request`: a parameter twice, two ways of authentication at once; an unreadable `Basic` is 401 or 400',
    )
      .in('RFC 6749, sections 2.3, 3.2 and 5.2; RFC 4648, section 3.3')
      .judged('The same request without the fault must return a token.'),
    rule: ofTokenRequest(({ question, answer }) => {
      const fault = faultOf(question);
      if (fault === 'malformed') {
        const ruling = hasError(answer, 'invalid_request');
        return ruling === 'holds' ? satisfies(answer, 'templates/token-error') : ruling;
      }
      if (fault !== 'unreadable Basic') return undefined;
      const isRefused = answer.status === 401 || answer.status === 400;
      if (!isRefused) return { expected: 'status 401 or 400' };
      return satisfies(answer, 'templates/token-error');
    }),
    checks: {
      'templates.token.two-ways': {
        title: 'token requests with credentials in Basic and in the form',
        requests: { own: { least: 1, most: 2 } },
        asks: ({ facts: { raw }, settings: { otherClient } }) =>
          MALFORMED.filter((one) => one.includes('in the form'))
            .filter((one) => otherClient !== undefined || !one.includes('another'))
            .map((writing) => withRawBasic({ ...BY_FORM, way: 'basic', writing }, raw)),
      },
      'templates.token.twice': {
        title: 'token requests with a parameter twice',
        requests: { own: { least: 1, most: 4 } },
        // The rules need the facts, which are learned only if `asks` reads them.
        asks: ({ facts: _ }) =>
          MALFORMED.filter((one) => one.endsWith('twice')).map((writing) => ({
            ...BY_FORM,
            writing,
          })),
      },
      'templates.token.unreadable-basic': {
        title: 'token requests with an unreadable Basic header',
        requests: { own: { least: 1, most: 7 } },
        asks: ({ facts: { raw } }) => [
          ...(
            ['with Basic that has an asterisk', 'with Basic and letters behind its end'] as const
          ).map((writing) => withRawBasic({ ...BY_FORM, way: 'basic', writing }, raw)),
          // These headers contain no credentials, so they belong to no client.
          ...(['with Basic without a colon', 'with Basic that is not base64'] as const).map(
            (writing): TokenQuestion => ({ ...BY_FORM, client: 'nobody', way: 'basic', writing }),
          ),
          ...WRITINGS.filter((one) => one.endsWith('beside the form')).map(
            (writing): TokenQuestion => ({ ...BY_FORM, way: 'basic', writing }),
          ),
        ],
      },
    },
  },
  'TOK-ERR-7': {
    clause: should('a 401 carries `WWW-Authenticate`')
      .in('RFC 9110, section 11.6.1, and RFC 6749, section 5.2')
      .judged('Checks each 401 response of the token endpoint.'),
    rule: ofTokenRequest(({ answer }) => {
      if (answer.status !== 401) return undefined;
      return holdsIf(answer.header('www-authenticate') !== undefined, 'WWW-Authenticate', 'none');
    }),
    checks: {
      'templates.token.www-authenticate': {
        title: 'the WWW-Authenticate header of the response to a wrong secret',
        requests: { shared: 1 },
        lacking: 'applies only to a response with status 401',
        asks: () => [WRONG_SECRET],
      },
    },
  },
  'TOK-ERR-5': {
    clause: open('how a wrong secret and an unknown client are distinguished')
      .in('RFC 6749, section 5.2')
      .judged(
        'Only observed; responses that differ are a warning, because they let an attacker enumerate clients.',
      ),
    checks: {
      'templates.token.enumeration': {
        title: 'a wrong secret and an unknown client',
        requests: { shared: 2 },
        observes: {
          shows: 'responses to both requests',
          cases: () => ({ 'a wrong secret': WRONG_SECRET, 'an unknown client': UNKNOWN_CLIENT }),
          warning({ answer }, [wrongSecret]) {
            // TOK-ERR-1 tests whether both are refused.
            if (wrongSecret === undefined || wrongSecret.answer.ok || answer.ok) return undefined;
            const { status, text } = wrongSecret.answer;
            if (status === answer.status && text === answer.text) return undefined;
            return 'gets a different response than a wrong secret, which lets an attacker enumerate clients';
          },
        },
      },
    },
  },
} satisfies TemplatesTopics;

/**
 * Whether the server may misread the secret in Basic, because it contains reserved characters. How
 * the server decodes them is learned only from another client with such a secret.
 */
const mayBeMisread = ({ client, way }: TokenQuestion, settings: TemplatesTarget): boolean =>
  way === 'basic' &&
  isWrittenInTwoWays(client, settings) &&
  !(['first', 'other'] as const).some((one) => isWrittenInTwoWays(one, settings));

function hasError(answer: Answer, code: string): Ruling {
  const { error } = membersOf(answer.json);
  const isError = answer.status === 400 && error === code;
  return holdsIf(isError, `status 400 with error "${code}"`);
}

/**
 * Requests with the mistakes that the settings allow, most informative first. `raw`: Basic is sent
 * without form encoding, because the server does not decode it.
 */
function wrongCredentials(
  raw: boolean | undefined,
  settings: TemplatesTarget,
): readonly TokenQuestion[] {
  const [first, ...others] = mistakes();
  const sentTwice = others.slice(0, MISTAKES_SENT_TWICE - 1);
  const other = settings.otherClient === undefined ? 'first' : 'other';
  const made = (
    client: Owner,
    way: 'form' | 'basic',
    mistake: Mistake,
  ): readonly TokenQuestion[] =>
    sentFor(client, mistake, settings) === undefined
      ? []
      : [withRawBasic({ ask: 'token', client, mistake, way }, raw)];
  // The first client sends the mistakes by form and the other client by Basic. For every fourth
  // mistake, the two clients exchange their methods, so that each client uses both.
  const isFourth = (turn: number): boolean => turn % 4 === 0;
  return [
    ...made('first', 'form', first),
    UNKNOWN_CLIENT,
    ...sentTwice.flatMap((one, turn) => made('first', isFourth(turn) ? 'basic' : 'form', one)),
    ...made(other, 'basic', first),
    ...sentTwice.flatMap((one, turn) => made(other, isFourth(turn) ? 'form' : 'basic', one)),
    withRawBasic({ ask: 'token', client: 'nobody', way: 'basic' }, raw),
    ...others.slice(MISTAKES_SENT_TWICE - 1).flatMap((one) => made('first', 'form', one)),
  ];
}

/** The most informative mistake comes first. */
function mistakes(): readonly [Mistake, ...Mistake[]] {
  const id = 'templates.token.wrong-credentials';
  const secrets = askedBy(PLACES.client_secret, id, NEAR).map((one): Mistake => `secret ${one}`);
  const ids = askedBy(PLACES.client_id, id, NEAR).map((one): Mistake => `id ${one}`);
  const [first = 'secret lengthened', ...others] = secrets;
  return [
    first,
    ...others.slice(0, 2),
    ...ids.slice(0, 1),
    'secret of another client',
    ...others.slice(2, 4),
    ...ids.slice(1),
    'secret in a list',
    'secret left out',
    ...others.slice(4),
  ];
}
