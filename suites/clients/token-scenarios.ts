import type { ClauseId } from './clauses.js';
import { all, type Rule } from './rule.js';
import type { Scenario } from './scenario.js';
import type { Hindrance, Script } from './script.js';
import { notRedirected, secretsInPlace } from './secret-rules.js';
import * as rules from './token-rules.js';

const AT_ONCE = 8;
/** Seconds: less than the task asks for, so that a token ends while the client is still calling. */
const LIFETIME = 3;
/** Milliseconds that a token is under way: who counts its life from its arrival needs a margin of so much. */
const LATE = 200;

type More = Partial<Pick<Scenario, 'everywhere' | 'hopeless' | 'maxRequests'>>;

const token = (
  name: string,
  clause: ClauseId,
  title: string,
  task: string,
  script: Script,
  rule: readonly Rule[],
  more: More = {},
): Scenario => ({
  id: `clients.token.${name}`,
  clauses: [clause],
  title,
  task: `list-templates${task}`,
  script,
  rule: all(...rule),
  ...more,
});

const hindered = (name: string, title: string, hindrance: Hindrance): Scenario => {
  const { retryAfterSeconds = 0, asDate = false } = hindrance;
  const rule = [rules.retriedAfter(retryAfterSeconds, asDate), rules.calls(1)];
  return token(name, 'CLI-TOK-8', title, ' 1', { tokens: { first: [hindrance] } }, rule);
};

const { calls, tokenForms, tokens } = rules;
const hopeless = { hopeless: true };
const renewing = { maxRequests: 1000 };
const revoked: Script = { templates: { rejects: [2] } };
const slow: Script = { tokens: { delayMs: 150 }, templates: { delayMs: 100 } };

/** How a client obtains its token, keeps and shows it, renews it, and what it does where it is given none. */
export const tokenScenarios: readonly Scenario[] = [
  token('reuse', 'CLI-TOK-1', 'Five sequential calls', ' 5', {}, [rules.oneToken, calls(5)]),
  token('at-once', 'CLI-TOK-1', 'Concurrent calls', `-at-once ${AT_ONCE}`, slow, [
    rules.oneToken,
    calls(AT_ONCE),
    rules.together,
  ]),
  token(
    'forbidden',
    'CLI-TOK-1',
    'A call that returns 403',
    ' 3',
    { templates: { forbids: [2] } },
    [rules.keptAfter403],
    hopeless,
  ),
  token('request', 'CLI-TOK-2', 'One call: its token request', ' 1', {}, [tokenForms, tokens(1)], {
    everywhere: tokenForms,
  }),
  token(
    'request-encoded',
    'CLI-TOK-2',
    'A secret with reserved characters',
    ' 1',
    { tokens: { reservedSecret: true } },
    [tokenForms, tokens(1), rules.secretWhole, calls(1)],
  ),
  token('bearer', 'CLI-TOK-7', 'Two calls: their Authorization header', ' 2', {}, [rules.bearer, calls(2)], {
    everywhere: rules.bearer,
  }),
  token(
    'secret-place',
    'CLI-TOK-6',
    'Three calls, one of them refused: where the secret is sent',
    ' 3',
    revoked,
    [calls(3)],
    {
      everywhere: secretsInPlace,
    },
  ),
  token(
    'redirect',
    'CLI-TOK-6',
    'A redirect of the token endpoint to another host',
    ' 1',
    { redirects: 'token' },
    [notRedirected('secret', (host) => host !== 'token')],
    hopeless,
  ),
  token(
    'redirect-call',
    'CLI-TOK-6',
    'A redirect of the template API to another host',
    ' 1',
    { redirects: 'templates' },
    [calls(1), notRedirected('token', (host) => host === 'export')],
    hopeless,
  ),
  token(
    'renewal',
    'CLI-TOK-3',
    'Calls for longer than the lifetime of a token',
    '-for 5',
    { tokens: { lifetimeSeconds: LIFETIME, lateMs: LATE } },
    [rules.renewedInTime, calls(2), rules.longerThan(LIFETIME)],
    renewing,
  ),
  token(
    'renewal-grant',
    'CLI-TOK-2',
    'Calls for longer than the lifetime of a token, with a refresh token offered',
    '-for 5',
    { tokens: { lifetimeSeconds: LIFETIME, offersRefresh: true } },
    [tokenForms, tokens(2), calls(2), rules.longerThan(LIFETIME)],
    renewing,
  ),
  token(
    'refused-grant',
    'CLI-TOK-2',
    'A refused call, with a refresh token offered',
    ' 2',
    { ...revoked, tokens: { offersRefresh: true } },
    [tokenForms, tokens(2)],
  ),
  token('refused-once', 'CLI-TOK-4', 'A call that returns 401 once', ' 3', revoked, [rules.oneRepetition]),
  token(
    'refused-at-once',
    'CLI-TOK-4',
    'Concurrent calls that all return 401',
    `-at-once ${AT_ONCE}`,
    { ...slow, templates: { rejects: [1], delayMs: 100 } },
    [rules.oneRenewal(AT_ONCE)],
  ),
  token(
    'refused-twice',
    'CLI-TOK-5',
    'A call that returns 401 twice',
    ' 1',
    { templates: { rejects: 'all' } },
    [rules.noThirdCall],
    hopeless,
  ),
  token(
    'wrong-secret',
    'CLI-TOK-8',
    'A wrong secret',
    ' 1',
    { tokens: { refuses: true } },
    [rules.noLoop, tokens(1)],
    hopeless,
  ),
  hindered('too-many-requests', 'A 429 from the token endpoint with Retry-After', {
    status: 429,
    retryAfterSeconds: 2,
  }),
  hindered('unavailable', 'A 503 from the token endpoint with Retry-After', { status: 503, retryAfterSeconds: 1 }),
  hindered('unavailable-until', 'A 503 from the token endpoint with an HTTP date in Retry-After', {
    status: 503,
    retryAfterSeconds: 3,
    asDate: true,
  }),
  hindered('unavailable-silent', 'A 503 from the token endpoint without Retry-After', { status: 503 }),
];
