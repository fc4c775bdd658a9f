import { deviates, inconclusive, skip } from '../../src/harness/index.js';
import { ending, unfinished } from './ending.js';
import {
  answersOf,
  bearerOf,
  type Recorded,
  type Recording,
  templateCalls,
  tokenName,
  tokenRequests,
} from './recording.js';
import { needCalls, type Scenario } from './scenario.js';
import { expectTokenRequests } from './token-requests.js';

/** Seconds: half of what the task asks for, so that a token ends while the client is still calling. */
const LIFETIME = 2;
/** Milliseconds that a token is under way: who counts its life from its arrival needs a margin of so much. */
const LATE = 150;
/** Milliseconds between two calls of a task that asks for one every 200 ms, beyond which the machine was to blame. */
const PAUSED = 1000;

/** How a client renews its token, and what it does when a token is refused. */
export const tokenLife: readonly Scenario[] = [
  {
    id: 'clients.token.renewal',
    clauses: ['CLI-TOK-3'],
    title: 'No call goes out with a token that has ended',
    task: 'list-templates-for 4',
    script: { tokens: { lifetimeSeconds: LIFETIME, lateMs: LATE } },
    maxRequests: 1000,
    judge(recording) {
      const calls = templateCalls(recording);
      const late = calls.filter((call) => isLate(recording, call));
      const [telling] = late.filter((call) => pauseBefore(recording, call) < PAUSED);
      if (telling !== undefined) {
        const since = Math.round(telling.atMs - (endOf(recording, telling) ?? 0));
        deviates(
          'a new token before the old one ends',
          `a call with ${tokenName(recording, bearerOf(telling))}, which had ended ${since} ms before`,
          telling.answer,
        );
      }
      if (late.length > 0) inconclusive('the machine held the client up for longer than a second');
      needLifetime(recording);
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
      const witness = expectTokenRequests(recording, 2);
      needLifetime(recording);
      return witness;
    },
  },
  {
    id: 'clients.token.refused-grant',
    clauses: ['CLI-TOK-2'],
    title: 'A refused token is replaced by the same request again, even where a refresh token is offered',
    task: 'list-templates 2',
    script: { tokens: { offersRefresh: true }, templates: { rejects: [2] } },
    judge: (recording) => expectTokenRequests(recording, 2),
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
    id: 'clients.token.refused-at-once',
    clauses: ['CLI-TOK-4'],
    title: 'Calls at once that are all refused share one new token',
    task: 'list-templates-at-once 8',
    script: { tokens: { delayMs: 150 }, templates: { rejects: [1], delayMs: 100 } },
    judge(recording) {
      const asked = tokenRequests(recording);
      const calls = templateCalls(recording);
      const refused = calls.filter(({ answer }) => answer.status === 401);
      const [first] = recording.tokens;
      // Where each call has a token of its own, that is CLI-TOK-1's.
      const before = asked.filter(({ atMs }) => refused[0] === undefined || atMs <= refused[0].answeredMs);
      if (first !== undefined && before.length > 1)
        skip('prerequisite', `needs one token for all calls, and the client asked for ${before.length}`);
      const renewals = asked.slice(before.length);
      if (renewals.length > 1)
        deviates(`one new token for ${refused.length} refused calls`, `${renewals.length}`, ...answersOf(renewals));
      needCalls(recording, 8 + refused.length);
      if (refused.length < 2)
        skip('configuration', 'the client makes its calls one after the other, so that they share nothing');
      return `${refused.length} calls refused at once, one new token, each repeated once`;
    },
  },
  {
    id: 'clients.token.refused-twice',
    clauses: ['CLI-TOK-5'],
    title: 'A second 401 in a row is the end',
    task: 'list-templates 1',
    script: { templates: { rejects: 'all' } },
    hopeless: true,
    judge(recording) {
      const calls = templateCalls(recording);
      const asked = tokenRequests(recording);
      if (calls.length > 2) deviates('two calls and then no more', `${calls.length} calls`, ...answersOf(calls));
      if (asked.length > 2) deviates('at most two token requests', `${asked.length}`, ...answersOf(asked));
      if (calls.length < 2) unfinished('the refused call once more', `${calls.length} calls`, recording, calls);
      return 'two calls, both 401, and no third';
    },
  },
];

/** Second call refused, token renewed, call repeated as it was, third call with the new token. */
function expectOneRepetition(recording: Recording): string {
  const { requests } = recording;
  const refused = requests.findIndex(({ host, answer }) => host === 'templates' && answer.status === 401);
  const call = requests[refused];
  if (call === undefined)
    return unfinished('three calls of the template list', String(templateCalls(recording).length), recording);
  const after = requests.slice(refused + 1);
  const [renewal, again] = [
    after.findIndex(({ host }) => host === 'token'),
    after.find(({ host }) => host === 'templates'),
  ];
  if (again === undefined)
    return deviates('a new token and the call once more', `no further call: ${ending(recording)}`, call.answer);
  if (renewal < 0 || renewal > after.indexOf(again) || bearerOf(again) === bearerOf(call))
    deviates(
      'a new token before the call is repeated',
      `a repetition with ${tokenName(recording, bearerOf(again))}, which was refused`,
      again.answer,
    );
  const changed = (['method', 'path', 'body'] as const).find((part) => again[part] !== call[part]);
  if (changed !== undefined)
    deviates(
      `the refused call as it was, with the ${changed} ${call[changed] || '(empty)'}`,
      `the ${changed} ${again[changed] || '(empty)'}`,
      call.answer,
      again.answer,
    );
  const asked = tokenRequests(recording);
  if (asked.length !== 2) deviates('one new token', `${asked.length - 1}`, ...answersOf(asked));
  const calls = templateCalls(recording);
  if (calls.length > 4) deviates('one repetition', `${calls.length - 3}`, ...answersOf(calls));
  if (calls.length < 4) unfinished('three calls and one repetition', `${calls.length} calls`, recording, calls);
  return 'a call was refused, one new token obtained, the call repeated once, and the next one went with the new token';
}

const isLate = (recording: Recording, call: Recorded): boolean =>
  (endOf(recording, call) ?? Number.POSITIVE_INFINITY) <= call.atMs;

/** Milliseconds in which nothing came of the client before this call. */
const pauseBefore = ({ requests }: Recording, { atMs }: Recorded): number =>
  atMs - Math.max(0, ...requests.filter((request) => request.answeredMs <= atMs).map(({ answeredMs }) => answeredMs));

const endOf = ({ tokens }: Recording, call: Recorded): number | undefined =>
  tokens.find(({ value }) => value === bearerOf(call))?.endsMs;

/** A token was renewed, or the calls went on for longer than one lives: else nothing had to be renewed. */
function needLifetime(recording: Recording): void {
  needCalls(recording, 2);
  const calls = templateCalls(recording);
  if (recording.tokens.length < 2 && seconds(calls) <= LIFETIME)
    unfinished(
      `calls for longer than a token's life of ${LIFETIME} s`,
      `calls over ${seconds(calls)} s`,
      recording,
      calls.slice(-1),
    );
}

const seconds = (calls: readonly Recorded[]): number =>
  Math.round(((calls.at(-1)?.atMs ?? 0) - (calls[0]?.atMs ?? 0)) / 100) / 10;
