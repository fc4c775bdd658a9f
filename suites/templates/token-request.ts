/**
 * The clauses about the two documented token requests: by form (TOK-REQ-1) and by Basic
 * (TOK-REQ-2).
 */

import { defined } from '../../src/defined.js';
import { must, type Ruling } from '../../src/harness/topic.js';
import { tokenIn } from '../../src/protocol/templates/jwt.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { faultOf, type TokenExchange } from './exchange.js';
import { BY_BASIC, BY_FORM, ofTokenRequest, type TemplatesTopics, withRawBasic } from './topic.js';

const WRONG_SECRET: TokenQuestion = { ...BY_FORM, mistake: 'secret lengthened' };

/**
 * Header fields that common clients add. `Origin` is left out: the secret is never in a browser, so
 * a server may refuse requests that browsers send.
 */
const WITH_FIELDS = [
  'with a Referer of another site',
  'with an offer of h2c',
  'with an Expect: 100-continue',
  'with a cookie',
] as const;

export const tokenRequest = {
  'TOK-REQ-1': {
    clause: must(
      'POST form with grant_type, client_id, client_secret returns 200 with a token response',
    )
      .in('Authentication, Export-template API, items 3 and 4')
      .judged('The form is sent without a scope.'),
    rule: ofTokenRequest((exchange) => {
      const { way, address, writing = '' } = exchange.question;
      if (way !== 'form' || address !== undefined) return undefined;
      if (faultOf(exchange.question) !== undefined) return undefined;
      // How media types are compared is a rule of RFC 9110, not of the document.
      return issuesToken(exchange, writing.endsWith('in Content-Type') ? 'warning' : undefined);
    }),
    checks: {
      'templates.token.form': {
        title: 'a token request by form',
        requests: { own: { least: 0, most: 2 } },
        least: 1,
        // A request with a wrong secret follows the right one: a server that caches tokens by
        // client id alone returns a token for it.
        repeat: WRONG_SECRET,
        asks: () => [BY_FORM],
      },
      'templates.token.written-otherwise': {
        title: 'the same form with an escaped letter, without Accept, and with other media types',
        requests: { own: { least: 1, most: 4 } },
        // Facts are read, although unused, so that they are learned and the rules get them.
        asks: ({ facts: _ }) => [
          { ...BY_FORM, writing: 'with needless escapes' },
          { ...BY_FORM, writing: 'without Accept' },
          { ...BY_FORM, writing: 'with a charset in Content-Type' },
          { ...BY_FORM, writing: 'with capitals in Content-Type' },
        ],
      },
      'templates.token.real-clients': {
        title: 'a token request by form, with one header field that common clients add',
        requests: { own: { least: 1, most: WITH_FIELDS.length } },
        // Facts are read so that they are learned.
        asks: ({ facts: _ }) => WITH_FIELDS.map((writing) => ({ ...BY_FORM, writing })),
      },
    },
  },
  'TOK-REQ-2': {
    clause: must('HTTP Basic client authentication is accepted as well')
      .in('Authentication, Export-template API, item 3')
      .judged(
        'Reserved characters of a secret are sent form-encoded and raw; one of the two must work.',
      ),
    rule: ofTokenRequest((exchange, { raw }) => {
      const { question } = exchange;
      if (question.way !== 'basic' || raw !== (question.raw ?? false)) return undefined;
      return faultOf(question) === undefined ? issuesToken(exchange) : undefined;
    }),
    checks: {
      'templates.token.basic': {
        title: 'HTTP Basic client authentication, with id and secret form-encoded and unencoded',
        requests: { shared: 1 },
        asks: ({ facts: { raw } }) => [withRawBasic(BY_BASIC, raw)],
      },
    },
  },
} satisfies TemplatesTopics;

function issuesToken({ answer }: TokenExchange, atMost?: 'warning'): Ruling {
  const isIssued = answer.status === 200 && tokenIn(answer) !== undefined;
  return isIssued
    ? 'holds'
    : { expected: 'status 200 with an access_token', ...defined({ atMost }) };
}
