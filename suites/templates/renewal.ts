/** Tests the reuse of a token (TOK-LIFE-1) and its renewal after a 401 (TOK-LIFE-2). */

import {
  type Answer,
  type Context,
  describeAnswer,
  deviates,
  skip,
  warns,
} from '../../src/harness/index.js';
import { isAliveAt, lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { ask, templatesOf } from './ask.js';
import { forgedToken } from './forgeries.js';
import * as tokens from './tokens.js';
import { BY_FORM, callWith } from './topic.js';

/**
 * The check fails only if this many tokens are refused, because a restarted server may forget
 * earlier tokens. The check is skipped if more tokens than this expired, one after the other,
 * before they could be used.
 */
const MAX_TOKENS = 3;

/** `expires_in` has whole seconds, so a token may expire this much before its announced end. */
const BEFORE_END_MS = 1500;

/**
 * The announced end of a token may be this inaccurate: a server that returns a token again rounds
 * both the end and the remaining lifetime to whole seconds.
 */
const ROUNDED_TWICE_MS = 2000;

/** If a token is refused this shortly before its end, this is not a violation. */
const AT_END_MS = 50;

/** Sends a call with the token of a response, even if the same call was sent before. */
export const callAgain = (context: Context, issued: Answer): Promise<Answer> =>
  ask(context, callWith(tokenIn(issued) ?? ''), { fresh: true });

/**
 * A token must be accepted many times, also after the client requested other tokens (TOK-LIFE-1).
 */
export async function expectReusable(context: Context): Promise<string> {
  const first = await tokens.formTokenResponse(context);
  tokens.needToken(first);
  const calls = Math.max(2, context.budget.requests);
  const later = await laterRequests(context);
  const { refusals, expired } = await refusedTokens(context, first, later, calls);
  // The last refusal is the best evidence: the first token may have been used before this check.
  const refusal = refusals.at(-1);
  if (refusal !== undefined) {
    const { expected, sentence, answers } = refusal;
    const actual = describeAnswer(answers.at(-1) ?? first);
    if (refusals.length === MAX_TOKENS)
      deviates({ expected, actual, sentence: sentence(actual) }, ...answers);
    const which = refusals.length === 1 ? 'the next' : 'a later';
    const onlyHere = `${actual}, but not with ${which} token`;
    warns({ expected, actual: onlyHere, sentence: sentence(onlyHere) }, ...answers);
  }
  if (expired > MAX_TOKENS) {
    return skip('prerequisite', 'the token expired before it could be used again');
  }
  const more = later.length === 1 ? '1 more token' : `${later.length} more tokens`;
  const used = `${calls + 1} calls with one token, ${more} requested`;
  const lifetime = lifetimeOf(first);
  const isNear = lifetime <= context.target.patienceMs && lifetime > 2 * BEFORE_END_MS;
  if (!isNear) return used;
  await expectValidToTheEnd(context, first);
  return `${used}, and again shortly before it expired`;
}

/** Returns as many token requests as the budget allows besides three calls with the first token. */
async function laterRequests(context: Context): Promise<readonly TokenQuestion[]> {
  const { question: byBasic } = await tokens.basicTokenExchange(context);
  const hasOther = templatesOf(context.target).otherClient !== undefined;
  const ofOther: readonly TokenQuestion[] = hasOther ? [{ ...BY_FORM, client: 'other' }] : [];
  const possible = [byBasic, { ...BY_FORM, reversed: true }, ...ofOther];
  return context.budget.take(possible, { least: 1, reserved: 3 });
}

interface Refusal {
  readonly expected: string;
  readonly sentence: (actual: string) => string;
  readonly answers: readonly Answer[];
}

/**
 * Tries one token after another until a token is accepted in every call. `expired` is the number
 * of tokens in a row that expired.
 */
async function refusedTokens(
  context: Context,
  first: Answer,
  later: readonly TokenQuestion[],
  calls: number,
) {
  const refusals: Refusal[] = [];
  let expired = 0;
  for (let turn = 0; refusals.length < MAX_TOKENS && expired <= MAX_TOKENS; turn += 1) {
    const issued = turn === 0 ? first : await tokens.newTokenResponse(context);
    const others: Answer[] = [];
    for (const question of later) {
      others.push(await ask(context, question, { fresh: turn > 0 }));
    }
    const found = await refusalOf(context, issued, others, calls);
    if (found === undefined) break;
    expired = found === 'expired' ? expired + 1 : 0;
    if (found !== 'expired') refusals.push(found);
  }
  return { refusals, expired };
}

/**
 * Makes the number of calls with one token besides the first one, which other checks may have sent,
 * and returns the first refusal. The result is `expired` if the
 * token expired before it was refused, and undefined if all calls are accepted. `others` are
 * responses with tokens that were issued later.
 */
async function refusalOf(
  context: Context,
  first: Answer,
  others: readonly Answer[],
  calls: number,
): Promise<Refusal | 'expired' | undefined> {
  // For a token with a short lifetime, a smaller inaccuracy is assumed. Otherwise the token would
  // count as expired from the start.
  const roundedMs = Math.min(ROUNDED_TWICE_MS, Math.max(1000, lifetimeOf(first) / 2));
  const isExpired = (): boolean => !isAliveAt(first, context.run.clock.now(), roundedMs);
  const opening = await ask(context, callWith(tokenIn(first) ?? ''));
  const issued = others.findLast((other) => tokenIn(other) !== undefined);
  if (issued !== undefined && !opening.ok && !isExpired()) {
    const next = await ask(context, callWith(tokenIn(issued) ?? ''));
    if (next.ok)
      return {
        expected: 'a token accepted after another has been issued, because it has not expired',
        sentence: (actual) =>
          `a token is refused after another has been issued, with ${actual}; it must be accepted, because it has not expired`,
        answers: [first, ...others, opening],
      };
  }
  await tokens.controlResponse(context);
  if (isExpired()) return 'expired';
  const token = opening.ok ? 'a token that was accepted before' : 'a token';
  const answers: Answer[] = [opening];
  for (let call = 2; call < calls + 2; call += 1) {
    const answer = await callAgain(context, first);
    answers.push(answer);
    if (answer.ok) continue;
    if (isExpired()) return 'expired';
    return {
      expected: `the token accepted${opening.ok ? ' again' : ''}, call ${call}`,
      sentence: (actual) =>
        `${token} gets ${actual} in call ${call}; it must be accepted until it expires`,
      answers,
    };
  }
  return undefined;
}

async function expectValidToTheEnd(context: Context, issued: Answer): Promise<void> {
  const end = issued.sentAt + lifetimeOf(issued);
  await tokens.waitUntil(context, end - BEFORE_END_MS);
  const answer = await callAgain(context, issued);
  if (answer.ok || context.run.clock.now() >= end - AT_END_MS) return;
  const actual = describeAnswer(answer);
  const deviation = {
    expected: 'the token accepted until shortly before it expires',
    actual,
    sentence: `a token gets ${actual} shortly before it expires; it must be accepted`,
  };
  deviates(deviation, answer);
}

/**
 * A call with an invalid token must return 401, and the repeated call with a new token must be
 * accepted (TOK-LIFE-2).
 */
export async function expectRenewal(context: Context): Promise<string> {
  await tokens.controlResponse(context);
  const once = await renewal(context);
  // A restarted server may have forgotten an earlier token, but not a token that is issued now.
  const isRefused = once.repeated?.ok === false;
  const { refused, issued, repeated } = isRefused
    ? await renew(context, tokens.newTokenResponse, true)
    : once;
  if (issued === undefined || repeated === undefined) {
    const actual = describeAnswer(refused);
    return deviates({ expected: 'status 401 for an invalid token', actual }, refused);
  }
  if (repeated.ok) return '2 calls, 1 token request';
  if (!isAliveAt(issued, repeated.receivedAt)) {
    skip('data', 'needs a token that is valid for longer than a call');
  }
  const actual = describeAnswer(repeated);
  const deviation = {
    expected: 'the repeated call accepted',
    actual,
    sentence: `the call that is repeated with a new token gets ${actual}; it must be accepted`,
  };
  return deviates(deviation, refused, repeated);
}

/** Calls `renew` with the second token of the run. This happens once, and its result is reused. */
export const renewal = (context: Context): ReturnType<typeof renew> =>
  context.facts.learn('templates.renewal', (inner) => renew(inner, secondToken, false));

/**
 * Makes a call with a tampered token. If it returns 401, obtains a new token and repeats the call.
 */
async function renew(
  context: Context,
  next: (context: Context) => Promise<Answer>,
  fresh: boolean,
) {
  const tampered = await forgedToken(context, 'tampered-signature');
  const refused = await ask(context, callWith(tampered), { fresh });
  if (refused.status !== 401) return { refused, issued: undefined, repeated: undefined };
  const issued = await next(context);
  const repeated = await ask(context, callWith(tokens.needToken(issued)), { fresh });
  return { refused, issued, repeated };
}

/** The second token of the run, or a new token if there is none or it is about to expire. */
export async function secondToken(context: Context): Promise<Answer> {
  const { answer } = await tokens.basicTokenExchange(context);
  const isUsable = tokenIn(answer) !== undefined && tokens.isFresh(answer, context.run.clock.now());
  return isUsable ? answer : tokens.newTokenResponse(context);
}
