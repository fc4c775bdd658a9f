import { type Clauses, must, should } from '../../src/harness/index.js';

/** The clauses of clients of these APIs, in the order of the catalogue. */
export const clauses = {
  'CLI-TOK-1': must('the client caches and reuses its token: N calls within one lifetime cost one token request'),
  'CLI-TOK-2': must('it renews by repeating the token request, never by a refresh grant, and sends no scope'),
  'CLI-TOK-3': must(
    'it asks for a new token shortly before the old one ends: no API call goes out with an expired token',
  ),
  'CLI-TOK-4': must('on 401 it asks for one new token and repeats the call once'),
  'CLI-TOK-5': must('when the repeated call is 401 too, it stops: no third call, no token storm'),
  'CLI-TOK-6': must(
    'the secret goes only to the token endpoint, in the body or in Basic, never in a URL, nor to the API',
  ),
  'CLI-TOK-7': must('API calls carry `Authorization: Bearer <token>`'),
  'CLI-TOK-8': should(
    'a wrong secret (401 at the token endpoint) is not retried in a loop; a 429 or 5xx is retried with a pause that respects `Retry-After`',
  ),
  'CLI-EXP-1': must(
    'an export client sends `X-EA-Auth-Token` on every call but `GET /`, and `X-Destination-Id` on legacy routes',
  ),
  'CLI-EXP-2': must('a client that pages by offset fetches every record once and stops'),
  'CLI-EXP-3': must('a client reads both error shapes'),
  'CLI-PLT-1': must('a client that follows `meta.cursor.next` sees every entity once and stops'),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
