import { deviates, inconclusive } from '../../src/harness/index.js';
import { Redactor } from '../../src/http/index.js';
import {
  answersOf,
  bearerOf,
  formOf,
  type Recorded,
  type Recording,
  TOKEN_PATH,
  templateCalls,
  tokenRequests,
} from './recording.js';
import { needCalls, type Scenario } from './scenario.js';

const AT_ONCE = 8;

/** How a client obtains its token, keeps it, and shows it. */
export const tokenUse: readonly Scenario[] = [
  {
    id: 'clients.token.reuse',
    clauses: ['CLI-TOK-1'],
    title: 'Five calls in a row cost one token request',
    task: 'list-templates 5',
    script: {},
    judge(recording) {
      needCalls(recording, 5);
      return oneToken(recording);
    },
  },
  {
    id: 'clients.token.at-once',
    clauses: ['CLI-TOK-1'],
    title: 'Calls that start at once share one token request',
    task: `list-templates-at-once ${AT_ONCE}`,
    script: { tokens: { delayMs: 150 }, templates: { delayMs: 100 } },
    judge(recording) {
      needCalls(recording, AT_ONCE);
      const witness = oneToken(recording);
      const together = mostAtOnce(templateCalls(recording));
      if (together < 2) inconclusive('the calls came one after the other, so that nothing was shared');
      return `${witness}, up to ${together} at once`;
    },
  },
  {
    id: 'clients.token.request',
    clauses: ['CLI-TOK-2'],
    title: 'The token request is a form with the client-credentials grant and without a scope',
    task: 'list-templates 1',
    script: {},
    judge: expectTokenRequests,
  },
  {
    id: 'clients.token.bearer',
    clauses: ['CLI-TOK-7'],
    title: 'Every call carries its bearer token',
    task: 'list-templates 2',
    script: {},
    judge(recording) {
      needCalls(recording, 2);
      const calls = templateCalls(recording);
      const bare = calls.find((call) => !recording.tokens.some(({ value }) => value === bearerOf(call)));
      if (bare !== undefined)
        deviates('Authorization: Bearer with a token of the token endpoint', shown(bare), bare.answer);
      return `${calls.length} calls with a bearer token`;
    },
  },
  {
    id: 'clients.token.secret-place',
    clauses: ['CLI-TOK-6'],
    title: 'The secret goes to the token endpoint alone, and never in an address',
    task: 'list-templates 3',
    script: { templates: { rejects: [2] } },
    judge(recording) {
      const { given, tokens, requests } = recording;
      const secret = new Redactor([{ name: 'secret', value: given.clientSecret }]);
      const token = new Redactor(tokens.map(({ value }) => ({ name: 'token', value })));
      for (const one of requests) {
        const address = one.answer.request.url;
        const content = [...(one.answer.request.headers ?? []).flat(), one.body].join('\n');
        if (secret.leakIn(address) !== undefined)
          deviates('no secret in an address', `it stands in that of ${one.method} ${one.path}`, one.answer);
        const atHome = one.host === 'token' && one.path === TOKEN_PATH && one.method === 'POST';
        if (!atHome && secret.leakIn(content) !== undefined)
          deviates(
            'the secret at the token endpoint alone',
            `sent with ${one.method} ${one.path} (${one.host})`,
            one.answer,
          );
        const stray =
          (one.host === 'export' || one.host === 'platform') && token.leakIn(`${address}\n${content}`) !== undefined;
        if (stray) deviates('the token at the template API alone', `sent to the ${one.host} server`, one.answer);
      }
      needCalls(recording, 3);
      return `the secret in ${tokenRequests(recording).length} token requests and in none of the ${templateCalls(recording).length} calls`;
    },
  },
];

/** Every token request is what the document asks for (CLI-TOK-2). */
export function expectTokenRequests(recording: Recording): string {
  const asked = tokenRequests(recording);
  if (asked.length === 0) inconclusive('the client asked for no token');
  for (const one of asked) {
    const form = formOf(one);
    const type = one.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (one.method !== 'POST' || type !== 'application/x-www-form-urlencoded')
      deviates('POST of application/x-www-form-urlencoded', `${one.method} of ${type ?? 'no media type'}`, one.answer);
    const grant = form.get('grant_type');
    if (grant !== 'client_credentials') deviates('grant_type=client_credentials', `grant_type=${grant}`, one.answer);
    if (form.has('scope')) deviates('no scope', `scope=${form.get('scope')}`, one.answer);
  }
  return `${asked.length} token requests by client credentials, without scope`;
}

function oneToken(recording: Recording): string {
  const asked = tokenRequests(recording);
  const calls = templateCalls(recording);
  if (asked.length > 1) deviates(`one token request for ${calls.length} calls`, `${asked.length}`, ...answersOf(asked));
  return `${calls.length} calls with one token request`;
}

const mostAtOnce = (calls: readonly Recorded[]): number =>
  Math.max(...calls.map(({ atMs }) => calls.filter((other) => other.atMs <= atMs && other.answeredMs > atMs).length));

const shown = (call: Recorded): string => {
  const value = call.header('authorization');
  return value === undefined ? 'no Authorization header' : `Authorization: ${value}`;
};
