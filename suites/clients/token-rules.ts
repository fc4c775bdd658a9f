import { skipped } from '../../src/harness/suite.js';
import {
  bearerOf,
  mostAtOnce,
  type Recorded,
  type Recording,
  TEMPLATES_PATH,
  templateCalls,
  tokenName,
  tokenRequests,
} from './recording.js';
import { deviation, ending, inconclusive, type Rule, unfinished, warning } from './rule.js';

/** So many calls of the template list are needed to judge, with fewer the client did not do its task; and no more. */
export const calls =
  (least: number, most = Number.POSITIVE_INFINITY): Rule =>
  (recording) => {
    const all = templateCalls(recording);
    if (all.length > most)
      return deviation(`${most} calls and no further call`, `${all.length} calls`, ...all);
    const made = all.filter(({ path }) => path === TEMPLATES_PATH);
    return made.length < least
      ? unfinished(`${least} calls of ${TEMPLATES_PATH}`, made.length, recording, ...made.slice(-3))
      : undefined;
  };

/** So many token requests are needed to judge, and no more may be sent. */
export const tokens =
  (least: number, most = Number.POSITIVE_INFINITY): Rule =>
  (recording) => {
    const asked = tokenRequests(recording);
    const count = (limit: number): string =>
      `${limit} token ${limit === 1 ? 'request' : 'requests'}`;
    const { length } = templateCalls(recording);
    if (asked.length > most)
      return deviation(`at most ${count(most)} for ${length} calls`, asked.length, ...asked);
    return asked.length < least
      ? unfinished(count(least), asked.length, recording, ...asked)
      : undefined;
  };

/** A client that makes its calls one after the other has nothing to share. */
const ONE_BY_ONE = skipped(
  'configuration',
  'the client makes its calls sequentially: there is nothing to share',
);
export const together: Rule = (recording) =>
  mostAtOnce(templateCalls(recording)) < 2 ? ONE_BY_ONE : undefined;

/** What a 403 of this API means is not in the document: no more than a warning. */
export const keptAfter403: Rule = (recording) => {
  const made = templateCalls(recording);
  const asked = tokenRequests(recording);
  if (!made.some(({ answer }) => answer.status === 403))
    return unfinished('two calls of the template list', made.length, recording, ...made);
  const expected = 'one token request, because only a 401 invalidates a token';
  return asked.length > 1 ? warning(expected, asked.length, ...asked) : undefined;
};

/**
 * Every token request that was sent is what the document asks for (CLI-TOK-2). A parameter without a value counts as
 * left out (RFC 6749 section 3.2).
 */
export const tokenForms: Rule = (recording) => {
  for (const request of tokenRequests(recording)) {
    const form = new URLSearchParams(request.body);
    const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (request.method !== 'POST' || type !== 'application/x-www-form-urlencoded') {
      const sent = `${request.method} of ${type ?? 'no media type'}`;
      return deviation('POST of application/x-www-form-urlencoded', sent, request);
    }
    const grant = form.get('grant_type');
    if (grant !== 'client_credentials')
      return deviation('grant_type=client_credentials', `grant_type=${grant}`, request);
    const scope = form.getAll('scope').find((value) => value !== '');
    if (scope !== undefined) return deviation('no scope', `scope=${scope}`, request);
  }
  return undefined;
};

export const secretWhole: Rule = (recording) => {
  const asked = tokenRequests(recording);
  if (asked.some(({ answer }) => answer.ok)) return undefined;
  const expected = 'the secret form-encoded in the body, or whole in Basic';
  return deviation(expected, 'another secret: the token endpoint refused it', ...asked);
};

/** Every call of the template API carries a token of the token endpoint as the document writes it. */
export const bearer: Rule = (recording) => {
  for (const call of templateCalls(recording)) {
    const token = bearerOf(call);
    const isIssued = recording.isPart
      ? token !== undefined
      : recording.tokens.some(({ value }) => value === token);
    if (isIssued) continue;
    const value = call.header('authorization');
    const other = value === undefined ? 'no Authorization header' : `Authorization: ${value}`;
    const shown =
      token === undefined ? other : 'Bearer with a token that was not issued to this client';
    return deviation('Authorization: Bearer with a token of the token endpoint', shown, call);
  }
  return undefined;
};

/** Milliseconds between two calls of a task that asks for one every 200 ms, beyond which the machine was to blame. */
const PAUSED = 1000;

/** Milliseconds by which what is written in whole seconds may be off: a date, or the end of a token that was recorded. */
const ROUNDED = 1000;

/** No call goes out with a token that has ended. */
export const renewedInTime: Rule = (recording) => {
  const sinceEnd = (call: Recorded): number =>
    call.atMs -
    (recording.tokens.find(({ value }) => value === bearerOf(call))?.endsMs ??
      Number.POSITIVE_INFINITY);
  const late = templateCalls(recording).filter((call) =>
    recording.isPart ? sinceEnd(call) > ROUNDED : sinceEnd(call) >= 0,
  );
  const call = late.find((one) => recording.isPart || pauseBefore(recording, one) < PAUSED);
  if (call !== undefined) {
    const since = `which had expired ${Math.round(sinceEnd(call))} ms before`;
    const sent = `a call with ${tokenName(recording, bearerOf(call))}, ${since}`;
    return deviation('a new token before the old one expires', sent, call);
  }
  return late.length > 0
    ? inconclusive('this machine delayed the client by more than a second')
    : undefined;
};

/** Milliseconds in which nothing came of the client before this call. */
const pauseBefore = ({ requests }: Recording, { atMs }: Recorded): number =>
  atMs -
  Math.max(
    0,
    ...requests.filter((request) => request.answeredMs <= atMs).map(({ answeredMs }) => answeredMs),
  );

/** A token was renewed, or the calls went on for longer than one lives: else nothing had to be renewed. */
export const longerThan =
  (life: number): Rule =>
  (recording) => {
    const made = templateCalls(recording);
    const seconds = Math.round(((made.at(-1)?.atMs ?? 0) - (made[0]?.atMs ?? 0)) / 100) / 10;
    if (recording.tokens.length > 1 || seconds > life) return undefined;
    const asked = `calls for longer than the token lifetime of ${life} s`;
    return unfinished(asked, `calls over ${seconds} s`, recording, ...made.slice(-1));
  };

export const refusedCalls = (recording: Recording): readonly Recorded[] =>
  templateCalls(recording).filter(
    (call) =>
      call.answer.status === 401 && recording.tokens.some(({ value }) => value === bearerOf(call)),
  );

export const isSame = (one: Recorded, other: Recorded): boolean =>
  one.method === other.method && one.path === other.path && one.body === other.body;

/** What is repeated after a 401 carries another token. */
export const repeatedWithAnother: Rule = (recording) => {
  for (const call of refusedCalls(recording)) {
    const again = templateCalls(recording).find(
      (one) => one.atMs >= call.answeredMs && isSame(one, call),
    );
    if (again === undefined || bearerOf(again) !== bearerOf(call)) continue;
    const sent = `a repetition with ${tokenName(recording, bearerOf(again))}, which was refused`;
    return deviation('a new token before the call is repeated', sent, call, again);
  }
  return undefined;
};

/** After a refused call come a token request and the same call. */
export const repeated: Rule = (recording) => {
  const { requests } = recording;
  const refused = requests.findIndex(
    ({ host, answer }) => host === 'templates' && answer.status === 401,
  );
  const call = requests[refused];
  if (call === undefined) return calls(4)(recording);
  const after = requests.slice(refused + 1);
  const again = after.find(({ host }) => host === 'templates');
  if (again === undefined)
    return deviation(
      'a new token and the repeated call',
      `no further call: ${ending(recording)}`,
      call,
    );
  const between = after.slice(0, after.indexOf(again));
  if (!between.some(({ host }) => host === 'token'))
    return deviation(
      'a new token before the call is repeated',
      'no token request between the calls',
      call,
      again,
    );
  const changed = (['method', 'path', 'body'] as const).find((part) => again[part] !== call[part]);
  if (changed === undefined) return undefined;
  const expected = `the refused call as it was, with the ${changed} ${call[changed] || '(empty)'}`;
  return deviation(expected, `the ${changed} ${again[changed] || '(empty)'}`, call, again);
};

/** Calls at once that are all refused cost a new token each at most, and each is repeated; one for all is better. */
export const renewedAtOnce =
  (atOnce: number): Rule =>
  (recording) => {
    const asked = tokenRequests(recording);
    const refused = templateCalls(recording).filter(({ answer }) => answer.status === 401);
    // Where each call has a token of its own, that is CLI-TOK-1's.
    const before = asked.filter(
      ({ atMs }) => refused[0] === undefined || atMs <= refused[0].answeredMs,
    );
    if (recording.tokens.length > 0 && before.length > 1)
      return skipped(
        'prerequisite',
        `needs one token for all calls, and the client requested ${before.length}`,
      );
    const renewals = asked.slice(before.length);
    if (renewals.length > refused.length)
      return deviation(
        `at most ${refused.length} new tokens for as many refused calls`,
        renewals.length,
        ...renewals,
      );
    const reason = `${renewals.length} new tokens for ${refused.length} calls that were refused at once`;
    const other = renewals.length > 1 ? ({ kind: 'observed', reason } as const) : undefined;
    return calls(atOnce + refused.length)(recording) ?? (refused.length < 2 ? ONE_BY_ONE : other);
  };

/** Timers of some platforms fire a little early. Milliseconds. */
const EARLY = 50;

/** A second token request comes, and not before the pause that the first was asked to make. */
export const retriedAfter =
  (seconds: number, asDate: boolean): Rule =>
  (recording) => {
    const [first, second] = tokenRequests(recording);
    const pause = `a second token request${seconds > 0 ? ` after ${seconds} s` : ''}`;
    if (first === undefined) return unfinished('a token request', 'none', recording);
    if (second === undefined) return unfinished(pause, 'none', recording, first);
    const waited = second.atMs - first.answeredMs;
    const isEarly = waited + EARLY + (asDate ? ROUNDED : 0) < seconds * 1000;
    return isEarly
      ? deviation(pause, `one after ${Math.round(waited)} ms`, first, second)
      : undefined;
  };
