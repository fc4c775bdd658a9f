import { callCount, tokenRequestCount } from './counts.js';
import { tokenRequests } from './recording.js';
import { deviation, type Rule, unfinished } from './rule.js';
import type { TemporaryRefusal } from './script.js';
import { listing } from './tasks.js';
import { type ClientTopics, type ScenarioRow, should } from './topic.js';

/** Timers on some platforms fire up to this number of milliseconds too early. */
const EARLY_MS = 50;

/** An HTTP date has whole seconds. */
const ROUNDED_MS = 1000;

/**
 * The clause about token requests that return an error: a 401 is not retried in a loop, and a 429
 * or 5xx is retried after the pause of `Retry-After`.
 */
export const tokenRetry = {
  'CLI-TOK-8': {
    clause: should(
      'a wrong secret (401 from the token endpoint) is not retried in a loop; a 429 or 5xx is retried after a pause that respects `Retry-After`',
    )
      .in('RFC 9110, section 10.2.3')
      .judged('Counts requests and measures the pauses between them.'),
    scenarios: {
      'clients.token.wrong-secret': {
        title: 'A wrong secret',
        // A second request, perhaps with Basic instead of the form, is not yet a loop.
        ...listing(1, { tokens: { refuses: true } }, tokenRequestCount(1, 2)),
        hopeless: true,
      },
      'clients.token.too-many-requests': refusedFirst({ status: 429, retryAfterSeconds: 2 }),
      'clients.token.unavailable': refusedFirst({ status: 503, retryAfterSeconds: 1 }),
      'clients.token.unavailable-until': refusedFirst({
        status: 503,
        retryAfterSeconds: 3,
        asDate: true,
      }),
      'clients.token.unavailable-silent': refusedFirst({ status: 503 }),
    },
  },
} satisfies ClientTopics;

function refusedFirst(refusal: TemporaryRefusal): ScenarioRow {
  const { status, retryAfterSeconds: seconds = 0, asDate = false } = refusal;
  const withDate = asDate ? 'with an HTTP date in' : 'with';
  const field = seconds === 0 ? 'without' : withDate;
  return {
    title: `A ${status} from the token endpoint ${field} Retry-After`,
    ...listing(1, { tokens: { first: [refusal] } }, retriedAfter(seconds, asDate), callCount(1)),
  };
}

export function retriedAfter(seconds: number, asDate: boolean): Rule {
  return (recording) => {
    const [first, second] = tokenRequests(recording);
    const expected = `a second token request${seconds > 0 ? ` after ${seconds} s` : ''}`;
    if (first === undefined) return unfinished('a token request', 'none', recording);
    if (second === undefined) return unfinished(expected, 'none', recording, first);
    const waited = second.atMs - first.answeredMs;
    const tolerance = EARLY_MS + (asDate ? ROUNDED_MS : 0);
    if (waited + tolerance >= seconds * 1000) return undefined;
    return deviation(
      expected,
      `a second token request after ${Math.round(waited)} ms`,
      first,
      second,
    );
  };
}
