import { callCount, concurrent, tokenRequestCount } from './counts.js';
import { templateCalls, tokenRequests } from './recording.js';
import { deviation, type Rule, unfinished, warning } from './rule.js';
import { AT_ONCE, listing, SLOW } from './tasks.js';
import { issuing } from './token-forms.js';
import { type ClientTopics, must } from './topic.js';

/**
 * In recorded traffic this many needless token requests are allowed, because the client may have
 * been restarted.
 */
const ALLOWED_NEEDLESS = 2;

/** The clause that a client reuses its token until it expires. */
export const tokenReuse = {
  'CLI-TOK-1': {
    clause: must(
      'the client caches and reuses its token: N calls within one lifetime cost one token request',
    )
      .in('Authentication, Export-template API, item 8')
      .judged('Counts token requests, for sequential and concurrent calls.'),
    scenarios: {
      'clients.token.reuse': {
        title: 'Five sequential calls',
        ...listing(5, {}, tokenRequestCount(0, 1), callCount(5)),
      },
      'clients.token.at-once': {
        title: 'Concurrent calls',
        task: `list-templates-at-once ${AT_ONCE}`,
        script: SLOW,
        rules: [tokenRequestCount(0, 1), callCount(AT_ONCE), concurrent],
      },
      'clients.token.forbidden': {
        title: 'A call that returns 403',
        ...listing(3, { templates: { forbids: [2] } }, keptAfter403),
        hopeless: true,
      },
    },
    traffic: {
      'clients.traffic.reuse': {
        title: 'Token requests within the lifetime of a token',
        tests: issuing,
        rule: noNeedlessRequests,
      },
    },
  },
} satisfies ClientTopics;

/** The document does not define a 403 for this API, so another token request is only a warning. */
function keptAfter403(recording: Parameters<Rule>[0]): ReturnType<Rule> {
  const made = templateCalls(recording);
  if (!made.some(({ answer }) => answer.status === 403)) {
    return unfinished('two calls of the template list', made.length, recording, ...made);
  }
  const sent = tokenRequests(recording);
  if (sent.length <= 1) return undefined;
  const expected = 'one token request, because only a 401 invalidates a token';
  return warning(expected, sent.length, ...sent);
}

/**
 * A token request is needless if the previous token had more than half of its lifetime left, and no
 * call returned 401 since that token was issued.
 */
function noNeedlessRequests(recording: Parameters<Rule>[0]): ReturnType<Rule> {
  const made = templateCalls(recording);
  const needless = issuing(recording).filter((request, index) => {
    const previous = recording.tokens[index - 1];
    if (previous === undefined) return false;
    const middleMs = previous.issuedMs + (previous.endsMs - previous.issuedMs) / 2;
    const wasRefused = made.some(
      ({ answer, answeredMs }) =>
        answer.status === 401 && answeredMs >= previous.issuedMs && answeredMs <= request.atMs,
    );
    return request.atMs < middleMs && !wasRefused;
  });
  if (needless.length <= ALLOWED_NEEDLESS) return undefined;
  const actual = `${needless.length} more, while the previous token had more than half of its lifetime left`;
  return deviation('one token request in a lifetime', actual, ...needless);
}
