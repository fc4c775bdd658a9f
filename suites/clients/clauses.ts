import { type Clauses, must, should } from '../../src/harness/suite.js';

/** The clauses of clients of these APIs, in the order of the catalogue. */
export const clauses = {
  'CLI-TOK-1': must(
    'the client caches and reuses its token: N calls within one lifetime cost one token request',
    'Authentication, Export-template API, item 8',
    'Token requests are counted, for calls one after the other and at once.',
  ),
  'CLI-TOK-2': must(
    'it renews by repeating the token request, never by a refresh grant, and sends no scope',
    'Authentication, Export-template API, items 3 and 8',
    'The second token request is compared with the first.',
  ),
  'CLI-TOK-3': must(
    'it asks for a new token shortly before the old one ends: no API call goes out with an expired token',
    'Authentication, Export-template API, item 8',
    'Each call is compared with the lifetime of the token that it carries.',
  ),
  'CLI-TOK-4': must(
    'on 401 it asks for one new token and repeats the call once',
    'Authentication, Export-template API, item 8',
    'Requests after a 401 are counted; method and body of the repetition are the same.',
  ),
  'CLI-TOK-5': must(
    'when the repeated call is 401 too, it stops: no third call, no token storm',
    'Authentication, Export-template API, item 8',
    'Requests after the second 401 are counted.',
  ),
  'CLI-TOK-6': must(
    'the secret goes only to the token endpoint, in the body or in Basic, never in a URL, nor to the API',
    'Authentication, Export-template API, item 2',
    'The secret is searched for in every request, in every spelling.',
  ),
  'CLI-TOK-7': must(
    'API calls carry `Authorization: Bearer <token>`',
    'Authentication, Export-template API, item 7',
    'The header of each call is compared.',
  ),
  'CLI-TOK-8': should(
    'a wrong secret (401 at the token endpoint) is not retried in a loop; a 429 or 5xx is retried with a pause that respects `Retry-After`',
    'RFC 9110, section 10.2.3',
    'Requests are counted, and the pauses between them measured.',
  ),
  'CLI-EXP-1': must(
    'an export client sends `X-EA-Auth-Token` on every call but `GET /`, and `X-Destination-Id` on legacy routes',
    'Authentication, Export API, items 1 and 5',
    'The headers of each call are looked at.',
  ),
  'CLI-EXP-2': must(
    'a client that pages by offset fetches every record once and stops',
    'Endpoints, A. Export API, query parameters',
    'The windows that were asked for are joined; the last page may be exactly full.',
  ),
  'CLI-EXP-3': must(
    'a client reads both error shapes',
    'Errors, Export API, rules 1 and 2',
    'The client reports the message of both shapes.',
  ),
  'CLI-PLT-1': must(
    'a client that follows `meta.cursor.next` sees every entity once and stops',
    'Resources, cursor pagination response',
    'For both readings of `next`, and an end that is 0, null or a short page.',
  ),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
