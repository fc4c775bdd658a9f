import { deviates } from '../../src/harness/index.js';
import { unfinished } from './ending.js';
import { answersOf, tokenRequests } from './recording.js';
import { needCalls, type Scenario } from './scenario.js';
import type { Hindrance } from './script.js';

/** Timers of some platforms fire a little early. Milliseconds. */
const EARLY = 50;
/** A date has whole seconds, and so may have the clock that it is held against. Milliseconds. */
const ROUNDED = 1000;
/** A second try, perhaps with Basic instead of the form, is no loop yet. */
const TRIES = 2;

const hindered = (name: string, title: string, hindrance: Hindrance): Scenario => ({
  id: `clients.token.${name}`,
  clauses: ['CLI-TOK-8'],
  title,
  task: 'list-templates 1',
  script: { tokens: { first: [hindrance] } },
  judge(recording) {
    const { retryAfterSeconds = 0, asDate = false } = hindrance;
    const [first, second] = tokenRequests(recording);
    const pause = `a second token request${retryAfterSeconds > 0 ? ` after ${retryAfterSeconds} s` : ''}`;
    if (first === undefined) return unfinished('a token request', 'none', recording);
    if (second === undefined) return unfinished(pause, 'none', recording, [first]);
    const waited = second.atMs - first.answeredMs;
    if (waited + EARLY + (asDate ? ROUNDED : 0) < retryAfterSeconds * 1000)
      deviates(pause, `one after ${Math.round(waited)} ms`, first.answer, second.answer);
    needCalls(recording, 1);
    return `a pause of ${Math.round(waited)} ms, then the token and the call`;
  },
});

/** What a client does where the token endpoint gives no token. */
export const tokenRefusals: readonly Scenario[] = [
  {
    id: 'clients.token.wrong-secret',
    clauses: ['CLI-TOK-8'],
    title: 'A wrong secret is not retried in a loop',
    task: 'list-templates 1',
    script: { tokens: { refuses: true } },
    hopeless: true,
    judge(recording) {
      const asked = tokenRequests(recording);
      if (asked.length > TRIES) deviates(`at most ${TRIES} token requests`, `${asked.length}`, ...answersOf(asked));
      if (asked.length === 0) unfinished('a token request', 'none', recording);
      return `${asked.length} token request, refused, and then no more`;
    },
  },
  hindered('too-many-requests', 'A 429 of the token endpoint is retried after the pause of Retry-After', {
    status: 429,
    retryAfterSeconds: 2,
  }),
  hindered('unavailable', 'A 503 of the token endpoint is retried after the pause of Retry-After', {
    status: 503,
    retryAfterSeconds: 1,
  }),
  hindered('unavailable-until', 'A Retry-After that is an HTTP date is respected', {
    status: 503,
    retryAfterSeconds: 3,
    asDate: true,
  }),
  hindered('unavailable-silent', 'A 503 without Retry-After is retried', { status: 503 }),
];
