import { broken, type Cases, type CheckTable, checksIn } from '../../src/harness/suite.js';
import { messageIn, type Question } from '../../src/protocol/handover/question.js';
import { ANONYMOUS, type Facts } from './ask.js';
import type { ClauseId } from './clauses.js';
import { BODIES, invalidCredentials, MOST_CREDENTIALS, ODD_BODIES, pathBypasses } from './generated.js';
import { saysTransferred } from './messages.js';
import { isUnavailable } from './rules.js';

/** The checks of a table. */
export const checksOfHandover = (table: CheckTable<ClauseId, Question, Facts>) => checksIn(table);

/** Bodies and methods that the document leaves open. */
const OPEN: Cases<Question> = {
  ...Object.fromEntries(
    Object.entries(BODIES)
      .filter(([what]) => what !== 'more members')
      .map(([what, body]) => [what, { body }]),
  ),
  'text/plain': { ...ANONYMOUS, contentType: 'text/plain' },
  'a GET': { body: '', method: 'GET' },
};

export const checks = checksOfHandover({
  'HND-AUTH-1 handover.auth.missing': {
    title: 'a handover without authorization',
    requests: 1,
    factless: () => [ANONYMOUS],
  },
  'HND-AUTH-2 handover.auth.invalid': {
    title: 'handovers with an invalid bearer token, and under other schemes',
    requests: { least: 2, most: MOST_CREDENTIALS.asked + 2 },
    again: ANONYMOUS,
    questions: (_, context) => invalidCredentials(context).map((authorization) => ({ ...ANONYMOUS, authorization })),
  },
  'HND-AUTH-1 handover.auth.path-bypasses': {
    title: 'handovers without authorization: other paths, other headers and other bodies',
    requests: { least: 1, most: 10 },
    questions: (_, context) => [...pathBypasses(context), ...ODD_BODIES.map((body) => ({ body }))],
  },
  'HND-BODY-2 handover.media-type': {
    title: 'a handover without authorization, its media type',
    requests: 0,
    factless: () => [ANONYMOUS],
  },
  'HND-BODY-1 handover.body.open': {
    title: 'bodies and methods that the document does not specify, without authorization',
    requests: { least: 2, most: Object.keys(OPEN).length },
    shows: 'responses to unspecified bodies and methods without authorization',
    cases: () => OPEN,
    odd(answer) {
      if (saysTransferred(messageIn(answer) ?? '')) return 'returns a success response';
      return isUnavailable(answer) ? undefined : broken(answer);
    },
  },
});
