import { type Clauses, must, should } from '../../src/harness/suite.js';

export const clauses = {
  'CLI-TOK-1': must(
    'the client caches and reuses its token: N calls within one lifetime cost one token request',
  )
    .in('Authentication, Export-template API, item 8')
    .judged('Counts token requests, for sequential and concurrent calls.'),
  'CLI-TOK-2': must(
    'it renews the token by repeating the token request, never by a refresh grant, and sends no scope',
  )
    .in('Authentication, Export-template API, items 3 and 8')
    .judged('Compares the second token request with the first.'),
  'CLI-TOK-3': must(
    'it requests a new token shortly before the old one expires: no API call is sent with an expired token',
  )
    .in('Authentication, Export-template API, item 8')
    .judged('Compares each call with the lifetime of the token it carries.'),
  'CLI-TOK-4': must('on 401 it requests one new token and repeats the call once')
    .in('Authentication, Export-template API, item 8')
    .judged('Counts requests after a 401; the repetition has the same method and body.'),
  'CLI-TOK-5': must('when the repeated call is 401 too, it stops: no third call, no token storm')
    .in('Authentication, Export-template API, item 8')
    .judged('Counts requests after the second 401.'),
  'CLI-TOK-6': must(
    'the secret is sent only to the token endpoint, in the body or in Basic, never in a URL and never to the API',
  )
    .in('Authentication, Export-template API, item 2')
    .judged('Searches every request for the secret, in every encoding.'),
  'CLI-TOK-7': must('API calls carry `Authorization: Bearer <token>`')
    .in('Authentication, Export-template API, item 7')
    .judged('Compares the header of each call.'),
  'CLI-TOK-8': should(
    'a wrong secret (401 from the token endpoint) is not retried in a loop; a 429 or 5xx is retried after a pause that respects `Retry-After`',
  )
    .in('RFC 9110, section 10.2.3')
    .judged('Counts requests and measures the pauses between them.'),
  'CLI-EXP-1': must(
    'an export client sends `X-EA-Auth-Token` on every call except `GET /`, and `X-Destination-Id` on legacy routes',
  )
    .in('Authentication, Export API, items 1 and 5')
    .judged('Checks the headers of each call.'),
  'CLI-EXP-2': must('a client that pages by offset fetches every record once and then stops')
    .in('Endpoints, A. Export API, query parameters')
    .judged('Joins the requested windows; the last page may be exactly full.'),
  'CLI-EXP-3': must('a client reads both error shapes')
    .in('Errors, Export API, rules 1 and 2')
    .judged('Checks that the client reports the message of both shapes.'),
  'CLI-PLT-1': must('a client that follows `meta.cursor.next` sees every entity once and stops')
    .in('Resources, cursor pagination response')
    .judged(
      'Tests both interpretations of `next`, and a last page marked by 0, null or fewer entities.',
    ),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
