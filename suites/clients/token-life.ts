import { deviates, inconclusive } from '../../src/harness/index.js';
import { answersOf, bearerOf, type Recorded, type Recording, templateCalls, tokenRequests } from './recording.js';
import { ending, needCalls, type Scenario } from './scenario.js';
import { expectTokenRequests } from './token-use.js';

const LIFETIME = 2;

/** How a client renews its token, and what it does when a token is refused. */
export const tokenLife: readonly Scenario[] = [
  {
    id: 'clients.token.renewal',
    clauses: ['CLI-TOK-3'],
    title: 'No call goes out with a token that has ended',
    task: 'list-templates-for 4',
    script: { tokens: { lifetimeSeconds: LIFETIME } },
    maxRequests: 1000,
    judge(recording) {
      const calls = templateCalls(recording);
      const late = calls.find((call) => (endOf(recording, call) ?? Number.POSITIVE_INFINITY) <= call.atMs);
      if (late !== undefined) {
        const since = Math.round(late.atMs - (endOf(recording, late) ?? 0));
        deviates(
          'a new token before the old one ends',
          `a call with a token that ended ${since} ms before`,
          late.answer,
        );
      }
      needLifetimes(recording);
      return `${calls.length} calls over ${seconds(calls)} s with ${recording.tokens.length} tokens of ${LIFETIME} s`;
    },
  },
  {
    id: 'clients.token.renewal-grant',
    clauses: ['CLI-TOK-2'],
    title: 'A token is renewed by the same request again, even where a refresh token is offered',
    task: 'list-templates-for 4',
    script: { tokens: { lifetimeSeconds: LIFETIME, offersRefresh: true } },
    maxRequests: 1000,
    judge(recording) {
      const witness = expectTokenRequests(recording);
      needLifetimes(recording);
      if (tokenRequests(recording).length < 2) inconclusive('the client never asked for a second token');
      return witness;
    },
  },
  {
    id: 'clients.token.refused-once',
    clauses: ['CLI-TOK-4'],
    title: 'A 401 costs one new token and one repetition of the call',
    task: 'list-templates 3',
    script: { templates: { rejects: [2] } },
    judge: expectOneRepetition,
  },
  {
    id: 'clients.token.refused-twice',
    clauses: ['CLI-TOK-5'],
    title: 'A second 401 in a row is the end',
    task: 'list-templates 1',
    script: { templates: { rejects: 'all' } },
    judge(recording) {
      const calls = templateCalls(recording);
      const asked = tokenRequests(recording);
      if (calls.length > 2) deviates('two calls and then no more', `${calls.length} calls`, ...answersOf(calls));
      if (asked.length > 2) deviates('at most two token requests', `${asked.length}`, ...answersOf(asked));
      if (calls.length < 2) inconclusive(`the client did not repeat the call that was refused: ${ending(recording)}`);
      return 'two calls, both 401, and no third';
    },
  },
];

/** Second call refused, token renewed, call repeated as it was, third call with the new token. */
function expectOneRepetition(recording: Recording): string {
  needCalls(recording, 2);
  const { requests } = recording;
  const refused = requests.findIndex(({ host, answer }) => host === 'templates' && answer.status === 401);
  const call = requests[refused];
  if (call === undefined) return inconclusive('no call was refused');
  const after = requests.slice(refused + 1);
  const [renewal, again] = [
    after.findIndex(({ host }) => host === 'token'),
    after.find(({ host }) => host === 'templates'),
  ];
  if (again === undefined)
    return deviates('a new token and the call once more', `no further call: ${ending(recording)}`, call.answer);
  if (renewal < 0 || renewal > after.indexOf(again) || bearerOf(again) === bearerOf(call))
    deviates('a new token before the call is repeated', 'a repetition with the token that was refused', again.answer);
  if (again.method !== call.method || again.path !== call.path || again.query.toString() !== call.query.toString())
    deviates(`${call.method} ${call.path} once more`, `${again.method} ${again.path}`, again.answer);
  const asked = tokenRequests(recording);
  if (asked.length !== 2) deviates('one new token', `${asked.length - 1}`, ...answersOf(asked));
  const calls = templateCalls(recording);
  if (calls.length > 4) deviates('one repetition', `${calls.length - 3}`, ...answersOf(calls));
  if (calls.length < 4) inconclusive(`the client did not make all three calls: ${ending(recording)}`);
  return 'a call was refused, one new token obtained, the call repeated once, and the next one went with the new token';
}

const endOf = ({ tokens }: Recording, call: Recorded): number | undefined =>
  tokens.find(({ value }) => value === bearerOf(call))?.endsMs;

/** The calls must go on for longer than a token lives, else nothing had to be renewed. */
function needLifetimes(recording: Recording): void {
  needCalls(recording, 2);
  const calls = templateCalls(recording);
  if (seconds(calls) <= LIFETIME)
    inconclusive(
      `the calls ended after ${seconds(calls)} s, within one token's life of ${LIFETIME} s: ${ending(recording)}`,
    );
}

const seconds = (calls: readonly Recorded[]): number =>
  Math.round(((calls.at(-1)?.atMs ?? 0) - (calls[0]?.atMs ?? 0)) / 100) / 10;
