/** Obtains the tokens of a run, and sends calls with a fresh token. */

import {
  type Answer,
  type Context,
  describeAnswer,
  optional,
  skip,
} from '../../src/harness/index.js';
import { describeWithoutToken, renewalMargin } from '../../src/http/token-client.js';
import { isAliveAt, lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { CallQuestion } from '../../src/protocol/templates/question.js';
import {
  isWrittenInTwoWays,
  type TokenQuestion,
} from '../../src/protocol/templates/token-request.js';
import { ask, seenOf, templatesOf } from './ask.js';
import type { Issued } from './facts.js';
import { BY_BASIC, BY_FORM, callWith, withRawBasic } from './topic.js';

/** Returns the response to the token request by form. The request is sent once in a run. */
export const formTokenResponse = (context: Context): Promise<Answer> => ask(context, BY_FORM);

/** Requests a new token by form, even if the run already has one. */
export const newTokenResponse = (context: Context): Promise<Answer> =>
  ask(context, BY_FORM, { fresh: true });

/**
 * Whether the server reads id and secret of Basic credentials raw instead of form-encoded (RFC 6749
 * section 2.3.1). This is tested with a client whose credentials have reserved characters. Returns
 * false if there is no such client, or if the server refuses both forms.
 */
const takesRawBasic = (context: Context): Promise<boolean> =>
  context.facts.learn('templates.raw-basic', async (inner) => {
    const settings = templatesOf(inner.target);
    const client = (['first', 'other'] as const).find((one) => isWrittenInTwoWays(one, settings));
    if (client === undefined) return false;
    for (const raw of [false, true]) {
      const answer = await ask(inner, withRawBasic({ ...BY_BASIC, client }, raw));
      if (tokenIn(answer) === undefined) continue;
      inner.facts.recordDialect({ basic: raw ? 'raw' : 'form-encoded' });
      return raw;
    }
    return false;
  });

/**
 * Returns the token request by Basic and its response. Id and secret are raw or form-encoded,
 * whichever the server reads.
 */
export const basicTokenExchange = (context: Context): Promise<Issued> =>
  context.facts.learn('templates.basic', async (inner) => {
    const question = withRawBasic(BY_BASIC, await takesRawBasic(inner));
    return { question, answer: await ask(inner, question) };
  });

/** The two documented token requests. Basic has the encoding that the server reads. */
export const documentedRequests = async (context: Context): Promise<readonly TokenQuestion[]> => [
  BY_FORM,
  (await basicTokenExchange(context)).question,
];

/** `time` is in milliseconds since 1970. */
export async function waitUntil({ run: { clock } }: Context, time: number): Promise<void> {
  const left = time - clock.now();
  if (left > 0) await clock.sleep(left);
}

/** Skips the check if the response has no token. */
export const needToken = (issued: Answer): string =>
  tokenIn(issued) ??
  skip(
    'prerequisite',
    `needs a token, but the token endpoint returns ${describeWithoutToken(issued)}`,
  );

/** Whether the token has so much time left that a call with it arrives before it expires. */
export const isFresh = (issued: Answer, now: number): boolean =>
  isAliveAt(issued, now, renewalMargin(lifetimeOf(issued)));

/**
 * The current token of the run, at first that of `formTokenResponse`. A new token replaces the
 * current token if it is about to expire or was forgotten by the server, for example after a
 * restart.
 */
export async function accessToken(context: Context): Promise<string> {
  needToken(await formTokenResponse(context));
  const { forgotten } = await seenOf(context);
  const current = await context.facts.learn('templates.held-token', async (inner) => ({
    issued: formTokenResponse(inner),
  }));
  const { issued } = current;
  const answer = await optional(issued);
  const token = answer && tokenIn(answer);
  if (answer && token && isFresh(answer, context.run.clock.now()) && !forgotten.has(token)) {
    return token;
  }
  // If several checks need to replace the same token, only the first check requests a new token.
  if (current.issued === issued) current.issued = newTokenResponse(context);
  return needToken(await current.issued);
}

/**
 * Returns a function that obtains a token and then makes calls. If no token can be obtained, the
 * check is skipped, even if its calls need no token.
 */
export const withFreshToken =
  (calls: (token: string, context: Context) => readonly CallQuestion[]) =>
  async (context: Context): Promise<readonly CallQuestion[]> =>
    calls(await accessToken(context), context);

/** A token with at most this lifetime may expire before a call arrives. */
const SHORT_LIFETIME_MS = 2000;

/** The template list is requested with at most this number of tokens. */
const MAX_TRIES = 3;

/**
 * Requests the template list with a token. If the token expired before the response, or was
 * accepted before and is refused now, the request is repeated with the next token (TOK-LIFE-2).
 */
export async function askWithToken(context: Context): Promise<Answer> {
  const { acceptedTokens, forgotten } = await seenOf(context);
  for (let turn = 0; turn < MAX_TRIES; turn += 1) {
    const token = await accessToken(context);
    const wasAccepted = acceptedTokens.has(token);
    const answer = await ask(context, callWith(token));
    if (answer.ok) return answer;
    if (answer.status === 401 && wasAccepted) {
      forgotten.add(token);
      continue;
    }
    const lifetime = lifetimeOf(await formTokenResponse(context));
    // `expires_in` has whole seconds, so a token may expire one second early.
    const mayHaveEnded = lifetime > 0 && lifetime <= SHORT_LIFETIME_MS;
    if (!mayHaveEnded && token === (await accessToken(context))) return answer;
  }
  return skip('data', 'needs a token that is valid for longer than a call');
}

/**
 * Returns the template list that is requested with a valid token. Skips the check if this request
 * is refused, because then the refusal of another request proves nothing.
 */
export async function controlResponse(context: Context): Promise<Answer> {
  const answer = await askWithToken(context);
  if (answer.ok) return answer;
  const control = 'the same request with a fresh token must be accepted';
  return skip('prerequisite', `${control}, but returns ${describeAnswer(answer)}`);
}
