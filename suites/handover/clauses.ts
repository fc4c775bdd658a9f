import { type Clauses, must, open, should } from '../../src/harness/suite.js';

export const clauses = {
  'HND-AUTH-1': must(
    'without authorization: a JSON object whose `message` (string) says that authorization is required; nothing is transferred',
  )
    .in('Endpoints, D. Handover')
    .judged(
      'Any wording, language and status pass if the message mentions authorization, login or permission, and no transfer.',
    ),
  'HND-AUTH-2': must('an invalid bearer token, or another scheme, transfers nothing')
    .in('Authentication, Handover')
    .judged('Names random users; the response must not be a success.'),
  'HND-OK-1': must(
    'POST `{from,to}` with a valid token returns 2xx JSON whose `message` says that all resources were transferred to the new user',
  )
    .in('Endpoints, D. Handover')
    .judged('Sent once, with two expendable users; any wording and language pass.'),
  'HND-OK-2': must('all resources of `from` belong to `to` afterwards')
    .in('What the service does, item 5')
    .judged('Tested where the target has a way to list resources.'),
  'HND-BODY-1': open(
    'missing, empty, non-UUID, equal or unknown users; wrong media type; malformed JSON; other methods',
  )
    .in('Endpoints, D. Handover')
    .judged('Only observed, without valid authorization.'),
  'HND-BODY-2': should('the response has the media type `application/json`')
    .in('Endpoints, D. Handover')
    .judged('Parameters of the media type are allowed.'),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
