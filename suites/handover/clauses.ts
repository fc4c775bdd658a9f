import { type Clauses, must, open, should } from '../../src/harness/index.js';

/** The clauses of the handover, in the order of the catalogue. */
export const clauses = {
  'HND-AUTH-1': must(
    'without authorization: a JSON object whose `message` (string) says that authorization is required; nothing is transferred',
  ),
  'HND-AUTH-2': must('an invalid bearer token, or another scheme, transfers nothing'),
  'HND-OK-1': must(
    'POST `{from,to}` with a valid token answers 2xx JSON with `message` saying that all resources were transferred to the new user',
  ),
  'HND-OK-2': must('all resources of `from` belong to `to` afterwards'),
  'HND-BODY-1': open(
    'missing, empty, non-UUID, equal or unknown users; wrong media type; malformed JSON; other methods',
  ),
  'HND-BODY-2': should("the answer's media type is `application/json`"),
} as const satisfies Clauses;
