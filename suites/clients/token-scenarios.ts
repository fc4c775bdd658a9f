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

function hindered(hindrance: Hindrance): ScenarioRow {
  const { status, retryAfterSeconds: seconds = 0, asDate = false } = hindrance;
  const pause = seconds === 0 ? 'without' : asDate ? 'with an HTTP date in' : 'with';
  return {
    title: `A ${status} from the token endpoint ${pause} Retry-After`,
    task: 'list-templates 1',
    script: { tokens: { first: [hindrance] } },
    rules: [rules.retriedAfter(seconds, asDate), calls(1)],
  };
}

/** How a client obtains its token, keeps and shows it, renews it, and what it does where it is given none. */
export const tokenScenarios = scenariosIn({
  'CLI-TOK-1 clients.token.reuse': {
    title: 'Five sequential calls',
    task: 'list-templates 5',
    script: {},
    rules: [tokens(0, 1), calls(5)],
  },
  'CLI-TOK-1 clients.token.at-once': {
    title: 'Concurrent calls',
    task: `list-templates-at-once ${AT_ONCE}`,
    script: slow,
    rules: [tokens(0, 1), calls(AT_ONCE), rules.together],
  },
  'CLI-TOK-1 clients.token.forbidden': {
    title: 'A call that returns 403',
    task: 'list-templates 3',
    script: { templates: { forbids: [2] } },
    rules: [rules.keptAfter403],
    hopeless: true,
  },
  'CLI-TOK-2 clients.token.request': {
    title: 'One call: its token request',
    task: 'list-templates 1',
    script: {},
    rules: [tokenForms, tokens(1)],
    everywhere: tokenForms,
  },
  'CLI-TOK-2 clients.token.request-encoded': {
    title: 'A secret with reserved characters',
    task: 'list-templates 1',
    script: { tokens: { reservedSecret: true } },
    rules: [tokenForms, tokens(1), rules.secretWhole, calls(1)],
  },
  'CLI-TOK-7 clients.token.bearer': {
    title: 'Two calls: their Authorization header',
    task: 'list-templates 2',
    script: {},
    rules: [rules.bearer, calls(2)],
    everywhere: rules.bearer,
  },
  'CLI-TOK-6 clients.token.secret-place': {
    title: 'Three calls, one of them refused: where the secret is sent',
    task: 'list-templates 3',
    script: revoked,
    rules: [calls(3)],
    everywhere: secretsInPlace,
  },
  'CLI-TOK-6 clients.token.redirect': {
    title: 'A redirect of the token endpoint to another host',
    task: 'list-templates 1',
    script: { redirects: 'token' },
    rules: [notRedirected('secret', (host) => host !== 'token')],
    hopeless: true,
  },
  'CLI-TOK-6 clients.token.redirect-call': {
    title: 'A redirect of the template API to another host',
    task: 'list-templates 1',
    script: { redirects: 'templates' },
    rules: [calls(1), notRedirected('token', (host) => host === 'export')],
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
    task: 'list-templates 2',
    script: { ...revoked, tokens: { offersRefresh: true } },
    rules: [tokenForms, tokens(2)],
  },
  'CLI-TOK-4 clients.token.refused-once': {
    title: 'A call that returns 401 once',
    task: 'list-templates 3',
    script: revoked,
    rules: [rules.repeatedWithAnother, rules.repeated, tokens(2, 2), calls(4, 4)],
  },
  'CLI-TOK-4 clients.token.refused-at-once': {
    title: 'Concurrent calls that all return 401',
    task: `list-templates-at-once ${AT_ONCE}`,
    script: { ...slow, templates: { rejects: [1], delayMs: 100 } },
    rules: [rules.oneRenewal(AT_ONCE)],
  },
  'CLI-TOK-5 clients.token.refused-twice': {
    title: 'A call that returns 401 twice',
    task: 'list-templates 1',
    script: { templates: { rejects: 'all' } },
    rules: [tokens(0, 2), calls(2, 2)],
    hopeless: true,
  },
  'CLI-TOK-8 clients.token.wrong-secret': {
    title: 'A wrong secret',
    task: 'list-templates 1',
    script: { tokens: { refuses: true } },
    // A second try, perhaps with Basic instead of the form, is no loop yet.
    rules: [tokens(1, 2)],
    hopeless: true,
  },
  'CLI-TOK-8 clients.token.too-many-requests': hindered({ status: 429, retryAfterSeconds: 2 }),
  'CLI-TOK-8 clients.token.unavailable': hindered({ status: 503, retryAfterSeconds: 1 }),
  'CLI-TOK-8 clients.token.unavailable-until': hindered({ status: 503, retryAfterSeconds: 3, asDate: true }),
  'CLI-TOK-8 clients.token.unavailable-silent': hindered({ status: 503 }),
});
