import { deviates, inconclusive } from '../../src/harness/index.js';
import { answersOf, templateCalls, tokenRequests } from './recording.js';
import { ending, type Scenario } from './scenario.js';
import type { Hindrance } from './script.js';

/** Timers of some platforms fire a little early. Milliseconds. */
const EARLY = 50;
/** A second try, perhaps with Basic instead of the form, is no loop yet. */
const TRIES = 2;

const hindered = (name: string, hindrance: Hindrance): Scenario => ({
  id: `clients.token.${name}`,
  clauses: ['CLI-TOK-8'],
  title: `A ${hindrance.status} of the token endpoint is retried after the pause of Retry-After`,
  task: 'list-templates 1',
  script: { tokens: { first: [hindrance] } },
  judge(recording) {
    const asked = tokenRequests(recording);
    const [first, second] = asked;
    if (first === undefined) return inconclusive('the client asked for no token');
    const pause = `a second token request after ${hindrance.retryAfterSeconds} s`;
    if (second === undefined) return deviates(pause, `none: ${ending(recording)}`, first.answer);
    const waited = second.atMs - first.answeredMs;
    if (waited + EARLY < hindrance.retryAfterSeconds * 1000)
      deviates(pause, `one after ${Math.round(waited)} ms`, first.answer, second.answer);
    if (templateCalls(recording).length === 0) inconclusive(`no call followed: ${ending(recording)}`);
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
    judge(recording) {
      const asked = tokenRequests(recording);
      if (asked.length > TRIES) deviates(`at most ${TRIES} token requests`, `${asked.length}`, ...answersOf(asked));
      if (asked.length === 0) inconclusive('the client asked for no token');
      return `${asked.length} token request, refused, and then no more`;
    },
  },
  hindered('too-many-requests', { status: 429, retryAfterSeconds: 2 }),
  hindered('unavailable', { status: 503, retryAfterSeconds: 1 }),
];
