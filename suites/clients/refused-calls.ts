import { skipped } from '../../src/harness/index.js';
import { callCount, SEQUENTIAL, tokenRequestCount } from './counts.js';
import {
  bearerOf,
  type Recorded,
  type Recording,
  templateCalls,
  tokenName,
  tokenRequests,
} from './recording.js';
import { describeEnding, deviation, type Rule } from './rule.js';
import { AT_ONCE, listing, REVOKED, SLOW } from './tasks.js';
import { type ClientTopics, must } from './topic.js';

/** Equal calls that are refused within this number of milliseconds form a burst. */
const BURST_MS = 10_000;

/**
 * A burst may contain the refused call and its repetition. The third call is allowed because the
 * client may have made an equal call at the same time.
 */
const ALLOWED_IN_BURST = 3;

/** The clauses about calls that are refused with 401. */
export const refusedCalls = {
  'CLI-TOK-4': {
    clause: must('on 401 it requests one new token and repeats the call once')
      .in('Authentication, Export-template API, item 8')
      .judged('Counts requests after a 401; the repetition has the same method and body.'),
    scenarios: {
      'clients.token.refused-once': {
        title: 'A call that returns 401 once',
        ...listing(
          3,
          REVOKED,
          notRepeatedWithSameToken,
          renewsThenRepeats,
          tokenRequestCount(2, 2),
          callCount(4, 4),
        ),
      },
      'clients.token.refused-at-once': {
        title: 'Concurrent calls that all return 401',
        task: `list-templates-at-once ${AT_ONCE}`,
        script: { ...SLOW, templates: { rejects: [1], delayMs: 100 } },
        rules: [renewedForConcurrentCalls(AT_ONCE)],
      },
    },
    traffic: {
      'clients.traffic.repetition': {
        title: 'Calls after a 401',
        tests: refused,
        rule: notRepeatedWithSameToken,
      },
    },
  },
  'CLI-TOK-5': {
    clause: must('when the repeated call is 401 too, the client stops and sends no third call')
      .in('Authentication, Export-template API, item 8')
      .judged('Counts requests after the second 401.'),
    scenarios: {
      'clients.token.refused-twice': {
        title: 'A call that returns 401 twice',
        ...listing(1, { templates: { rejects: 'all' } }, tokenRequestCount(0, 2), callCount(2, 2)),
        hopeless: true,
      },
    },
    traffic: {
      'clients.traffic.storm': {
        title: 'Calls that are refused twice',
        tests: refused,
        rule: noBurst,
      },
    },
  },
} satisfies ClientTopics;

function refused(recording: Recording): readonly Recorded[] {
  const issued = new Set<string | undefined>(recording.tokens.map(({ value }) => value));
  return templateCalls(recording).filter(
    (call) => call.answer.status === 401 && issued.has(bearerOf(call)),
  );
}

const isSame = (one: Recorded, other: Recorded): boolean =>
  one.method === other.method && one.path === other.path && one.body === other.body;

function notRepeatedWithSameToken(recording: Recording): ReturnType<Rule> {
  for (const call of refused(recording)) {
    const repetition = templateCalls(recording).find(
      (one) => one.atMs >= call.answeredMs && isSame(one, call),
    );
    if (repetition === undefined || bearerOf(repetition) !== bearerOf(call)) continue;
    const token = tokenName(recording, bearerOf(repetition));
    const sent = `a repetition with ${token}, which was refused`;
    return deviation('a new token before the call is repeated', sent, call, repetition);
  }
  return undefined;
}

function renewsThenRepeats(recording: Recording): ReturnType<Rule> {
  const { requests } = recording;
  const at = requests.findIndex(
    ({ host, answer }) => host === 'templates' && answer.status === 401,
  );
  const call = requests[at];
  if (call === undefined) return callCount(4)(recording);
  const after = requests.slice(at + 1);
  const repetition = after.find(({ host }) => host === 'templates');
  if (repetition === undefined) {
    const none = `no further call: ${describeEnding(recording)}`;
    return deviation('a new token and the repeated call', none, call);
  }
  const between = after.slice(0, after.indexOf(repetition));
  if (!between.some(({ host }) => host === 'token')) {
    const expected = 'a new token before the call is repeated';
    return deviation(expected, 'no token request between the calls', call, repetition);
  }
  const parts = ['method', 'path', 'body'] as const;
  const changed = parts.find((part) => repetition[part] !== call[part]);
  if (changed === undefined) return undefined;
  const expected = `the ${changed} of the refused call: ${call[changed] || '(empty)'}`;
  const actual = `the ${changed} ${repetition[changed] || '(empty)'}`;
  return deviation(expected, actual, call, repetition);
}

/**
 * More new tokens than refused calls are a violation. Otherwise several new tokens are only
 * reported.
 */
function renewedForConcurrentCalls(atOnce: number): Rule {
  return (recording) => {
    const sent = tokenRequests(recording);
    const failed = templateCalls(recording).filter(({ answer }) => answer.status === 401);
    const [first] = failed;
    const before = sent.filter(({ atMs }) => first === undefined || atMs <= first.answeredMs);
    // A client that requests a token for each call already fails CLI-TOK-1.
    if (recording.tokens.length > 0 && before.length > 1) {
      const requested = `the client requested ${before.length}`;
      return skipped('prerequisite', `needs one token for all calls, but ${requested}`);
    }
    const renewals = sent.slice(before.length);
    if (renewals.length > failed.length) {
      const expected = `at most ${failed.length} new tokens for ${failed.length} refused calls`;
      return deviation(expected, renewals.length, ...renewals);
    }
    const missingCalls = callCount(atOnce + failed.length)(recording);
    if (missingCalls !== undefined) return missingCalls;
    if (failed.length < 2) return SEQUENTIAL;
    if (renewals.length <= 1) return undefined;
    const reason = `${renewals.length} new tokens for ${failed.length} calls that were refused at once`;
    return { kind: 'observed', reason };
  };
}

/** A call of a burst counts only if it was sent after the response to the previous call. */
function noBurst(recording: Recording): ReturnType<Rule> {
  const all = refused(recording);
  for (const call of all) {
    const burst = all.filter(
      (one) => isSame(one, call) && one.atMs >= call.atMs && one.atMs < call.atMs + BURST_MS,
    );
    const inTurn = burst.filter((one, index) => one.atMs >= (burst[index - 1]?.answeredMs ?? 0));
    if (inTurn.length <= ALLOWED_IN_BURST) continue;
    const made = `${inTurn.length} calls that were refused`;
    return deviation('no further request after the second 401', made, ...inTurn);
  }
  return undefined;
}
