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
        title: 'Two calls: their Authorization header',
        ...listing(2, {}, hasToken, callCount(2)),
        everywhere: hasToken,
      },
    },
    traffic: {
      'clients.traffic.bearer': {
        title: 'Calls of the template API, their Authorization',
        tests: (recording) => withField('authorization', templateCalls(recording)),
        rule: hasToken,
      },
    },
  },
} satisfies ClientTopics;

function hasToken(recording: Recording): ReturnType<Rule> {
  for (const call of templateCalls(recording)) {
    const token = bearerOf(call);
    // In recorded traffic any token is accepted, because it may be older than the recording.
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
