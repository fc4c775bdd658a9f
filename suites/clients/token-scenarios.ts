import type { Rule } from './rule.js';
import { type ScenarioRow, scenariosIn } from './scenario.js';
import type { Hindrance, Script } from './script.js';
import { notRedirected, secretsInPlace } from './secret-rules.js';
import * as rules from './token-rules.js';

const AT_ONCE = 8;
/** Seconds: less than the task asks for, so that a token ends while the client is still calling. */
const LIFETIME = 3;
/** Milliseconds that a token is under way: who counts its life from its arrival needs a margin of so much. */
const LATE = 200;

const { calls, tokenForms, tokens } = rules;
const revoked: Script = { templates: { rejects: [2] } };
const slow: Script = { tokens: { delayMs: 150 }, templates: { delayMs: 100 } };

/** So many calls of the template list, one after the other. */
const listing = (count: number, script: Script, ...inTurn: readonly Rule[]) => ({
  task: `list-templates ${count}`,
  script,
  rules: inTurn,
});

function hindered(hindrance: Hindrance): ScenarioRow {
  const { status, retryAfterSeconds: seconds = 0, asDate = false } = hindrance;
  const pause = seconds === 0 ? 'without' : asDate ? 'with an HTTP date in' : 'with';
  return {
    title: `A ${status} from the token endpoint ${pause} Retry-After`,
    ...listing(
      1,
      { tokens: { first: [hindrance] } },
      rules.retriedAfter(seconds, asDate),
      calls(1),
    ),
  };
}

/** How a client obtains its token, keeps and shows it, renews it, and what it does where it is given none. */
export const tokenScenarios = scenariosIn({
  'CLI-TOK-1 clients.token.reuse': {
    title: 'Five sequential calls',
    ...listing(5, {}, tokens(0, 1), calls(5)),
  },
  'CLI-TOK-1 clients.token.at-once': {
    title: 'Concurrent calls',
    task: `list-templates-at-once ${AT_ONCE}`,
    script: slow,
    rules: [tokens(0, 1), calls(AT_ONCE), rules.together],
  },
  'CLI-TOK-1 clients.token.forbidden': {
    title: 'A call that returns 403',
    ...listing(3, { templates: { forbids: [2] } }, rules.keptAfter403),
    hopeless: true,
  },
  'CLI-TOK-2 clients.token.request': {
    title: 'One call: its token request',
    ...listing(1, {}, tokenForms, tokens(1)),
    everywhere: tokenForms,
  },
  'CLI-TOK-2 clients.token.request-encoded': {
    title: 'A secret with reserved characters',
    ...listing(
      1,
      { tokens: { reservedSecret: true } },
      tokenForms,
      tokens(1),
      rules.secretWhole,
      calls(1),
    ),
  },
  'CLI-TOK-7 clients.token.bearer': {
    title: 'Two calls: their Authorization header',
    ...listing(2, {}, rules.bearer, calls(2)),
    everywhere: rules.bearer,
  },
  'CLI-TOK-6 clients.token.secret-place': {
    title: 'Three calls, one of them refused: where the secret is sent',
    ...listing(3, revoked, calls(3)),
    everywhere: secretsInPlace,
  },
  'CLI-TOK-6 clients.token.redirect': {
    title: 'A redirect of the token endpoint to another host',
    ...listing(1, { redirects: 'token' }, notRedirected('secret')),
    hopeless: true,
  },
  'CLI-TOK-6 clients.token.redirect-call': {
    title: 'A redirect of the template API to another host',
    ...listing(1, { redirects: 'templates' }, calls(1), notRedirected('token')),
    hopeless: true,
  },
  'CLI-TOK-3 clients.token.renewal': {
    title: 'Calls for longer than the lifetime of a token',
    task: 'list-templates-for 5',
    script: { tokens: { lifetimeSeconds: LIFETIME, lateMs: LATE } },
    rules: [rules.renewedInTime, calls(2), rules.longerThan(LIFETIME)],
    maxRequests: 1000,
  },
  'CLI-TOK-2 clients.token.renewal-grant': {
    title: 'Calls for longer than the lifetime of a token, with a refresh token offered',
    task: 'list-templates-for 5',
    script: { tokens: { lifetimeSeconds: LIFETIME, offersRefresh: true } },
    rules: [tokenForms, tokens(2), calls(2), rules.longerThan(LIFETIME)],
    maxRequests: 1000,
  },
  'CLI-TOK-2 clients.token.refused-grant': {
    title: 'A refused call, with a refresh token offered',
    ...listing(2, { ...revoked, tokens: { offersRefresh: true } }, tokenForms, tokens(2)),
  },
  'CLI-TOK-4 clients.token.refused-once': {
    title: 'A call that returns 401 once',
    ...listing(3, revoked, rules.repeatedWithAnother, rules.repeated, tokens(2, 2), calls(4, 4)),
  },
  'CLI-TOK-4 clients.token.refused-at-once': {
    title: 'Concurrent calls that all return 401',
    task: `list-templates-at-once ${AT_ONCE}`,
    script: { ...slow, templates: { rejects: [1], delayMs: 100 } },
    rules: [rules.renewedAtOnce(AT_ONCE)],
  },
  'CLI-TOK-5 clients.token.refused-twice': {
    title: 'A call that returns 401 twice',
    ...listing(1, { templates: { rejects: 'all' } }, tokens(0, 2), calls(2, 2)),
    hopeless: true,
  },
  'CLI-TOK-8 clients.token.wrong-secret': {
    title: 'A wrong secret',
    // A second try, perhaps with Basic instead of the form, is no loop yet.
    ...listing(1, { tokens: { refuses: true } }, tokens(1, 2)),
    hopeless: true,
  },
  'CLI-TOK-8 clients.token.too-many-requests': hindered({ status: 429, retryAfterSeconds: 2 }),
  'CLI-TOK-8 clients.token.unavailable': hindered({ status: 503, retryAfterSeconds: 1 }),
  'CLI-TOK-8 clients.token.unavailable-until': hindered({
    status: 503,
    retryAfterSeconds: 3,
    asDate: true,
  }),
  'CLI-TOK-8 clients.token.unavailable-silent': hindered({ status: 503 }),
});
