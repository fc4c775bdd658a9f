import { callCount } from './counts.js';
import { bearerOf, type Recorded, type Recording, templateCalls, tokenName } from './recording.js';
import { deviation, inconclusive, type Rule, unfinished } from './rule.js';
import { type ClientTopics, must } from './topic.js';

/**
 * The lifetime of a token in seconds. The task takes longer, so the token expires during the task.
 */
export const LIFETIME = 3;

/**
 * The token response is delayed by this time. A client that counts the lifetime from the arrival of
 * the response still uses the token for this time after it expired.
 */
const DELAY_MS = 200;

/**
 * The client makes a call about every 200 ms. A pause of `PAUSED_MS` means that the machine delayed
 * the client.
 */
const PAUSED_MS = 1000;

/**
 * The tolerance for recorded traffic. `expires_in` has whole seconds, so the time at which a token
 * expired is not exact.
 */
const TOLERANCE_MS = 1000;

/** The clause that a client renews its token before the token expires. */
export const tokenExpiry = {
  'CLI-TOK-3': {
    clause: must(
      'a client requests a new token shortly before the old one expires, and sends no API call with an expired token',
    )
      .in('Authentication, Export-template API, item 8')
      .judged('Compares the time of each call with the time at which its token expires.'),
    scenarios: {
      'clients.token.renewal': {
        title: 'API calls that continue for longer than a token is valid',
        task: 'list-templates-for 5',
        script: { tokens: { lifetimeSeconds: LIFETIME, lateMs: DELAY_MS } },
        rules: [renewedInTime, callCount(2), longerThan(LIFETIME)],
        maxRequests: 1000,
      },
    },
    traffic: {
      'clients.traffic.expired': {
        title: 'Calls of the template API and the lifetime of their tokens',
        tests: (recording) => (recording.tokens.length === 0 ? [] : templateCalls(recording)),
        rule: renewedInTime,
      },
    },
  },
} satisfies ClientTopics;

function renewedInTime(recording: Recording): ReturnType<Rule> {
  const sinceExpiry = (call: Recorded): number => {
    const token = recording.tokens.find(({ value }) => value === bearerOf(call));
    return call.atMs - (token?.endsMs ?? Number.POSITIVE_INFINITY);
  };
  const late = templateCalls(recording).filter((call) =>
    recording.isTraffic ? sinceExpiry(call) > TOLERANCE_MS : sinceExpiry(call) >= 0,
  );
  const call = late.find((one) => recording.isTraffic || pauseBefore(recording, one) < PAUSED_MS);
  if (call !== undefined) {
    const since = `which had expired ${Math.round(sinceExpiry(call))} ms before`;
    const sent = `a call with ${tokenName(recording, bearerOf(call))}, ${since}`;
    return deviation('a new token before the old one expires', sent, call);
  }
  if (late.length === 0) return undefined;
  return inconclusive('this machine delayed the client by more than a second');
}

function pauseBefore({ requests }: Recording, { atMs }: Recorded): number {
  const answered = requests.map(({ answeredMs }) => answeredMs).filter((at) => at <= atMs);
  return atMs - Math.max(0, ...answered);
}

/**
 * Requires that the calls continue for more than `life` seconds, or that the client renewed its
 * token.
 */
export function longerThan(life: number): Rule {
  return (recording) => {
    const made = templateCalls(recording);
    const tookMs = (made.at(-1)?.atMs ?? 0) - (made[0]?.atMs ?? 0);
    const seconds = Math.round(tookMs / 100) / 10;
    if (recording.tokens.length > 1 || seconds > life) return undefined;
    const expected = `API calls that continue for more than ${life} s, the lifetime of a token`;
    return unfinished(expected, `calls over ${seconds} s`, recording, ...made.slice(-1));
  };
}
