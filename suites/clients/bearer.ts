import { callCount } from './counts.js';
import { bearerOf, type Recording, templateCalls, withField } from './recording.js';
import { deviation, type Rule } from './rule.js';
import { listing } from './tasks.js';
import { type ClientTopics, must } from './topic.js';

/** The clause that a client sends its token as `Authorization: Bearer` on every template call. */
export const bearer = {
  'CLI-TOK-7': {
    clause: must('API calls carry `Authorization: Bearer <token>`')
      .in('Authentication, Export-template API, item 7')
      .judged('Compares the header of each call.'),
    scenarios: {
      'clients.token.bearer': {
        title: 'The Authorization header of two template calls',
        ...listing(2, {}, requireToken, callCount(2)),
        everywhere: requireToken,
      },
    },
    traffic: {
      'clients.traffic.bearer': {
        title: 'The Authorization header of all recorded template calls',
        tests: (recording) => withField('authorization', templateCalls(recording)),
        rule: requireToken,
      },
    },
  },
} satisfies ClientTopics;

function requireToken(recording: Recording): ReturnType<Rule> {
  for (const call of templateCalls(recording)) {
    const token = bearerOf(call);
    // In recorded traffic any token is accepted, because it may have been issued before the
    // recording began.
    const isAccepted = recording.isTraffic
      ? token !== undefined
      : recording.tokens.some(({ value }) => value === token);
    if (isAccepted) continue;
    const expected = 'Authorization: Bearer with a token of the token endpoint';
    if (token !== undefined) {
      const foreign = 'Bearer with a token that was not issued to this client';
      return deviation(expected, foreign, call);
    }
    const value = call.header('authorization');
    const sent = value === undefined ? 'no Authorization header' : `Authorization: ${value}`;
    return deviation(expected, sent, call);
  }
  return undefined;
}
