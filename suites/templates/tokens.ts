import {
  type Answer,
  type Context,
  describeAnswer,
  optional,
  skip,
} from '../../src/harness/suite.js';
import { renewalMargin } from '../../src/http/token-client.js';
import { isAliveAt, lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { CallQuestion } from '../../src/protocol/templates/question.js';
import {
  isWrittenInTwoWays,
  type TokenQuestion,
} from '../../src/protocol/templates/token-request.js';
import { ask, seenOf, templatesOf } from './ask.js';
import type { Issued } from './facts.js';
import { asTaken, BY_BASIC, BY_FORM, callWith } from './topic.js';

export const formToken = (context: Context): Promise<Answer> => ask(context, BY_FORM);

/** A token that no other check of the run uses. */
export const newToken = (context: Context): Promise<Answer> =>
  ask(context, BY_FORM, { fresh: true });

/**
 * Whether Basic takes id and secret as they are, instead of form-encoded (RFC 6749 section 2.3.1).
 * It is learned with the first client whose credentials have reserved characters; false where no
 * client has any.
 */
const takesRawBasic = (context: Context): Promise<boolean> =>
  context.facts.learn('templates.raw-basic', async (inner) => {
    const settings = templatesOf(inner.target);
    const client = (['first', 'other'] as const).find((one) => isWrittenInTwoWays(one, settings));
    if (client === undefined) return false;
    for (const raw of [false, true]) {
      const answer = await ask(inner, asTaken({ ...BY_BASIC, client }, raw));
      if (tokenIn(answer) === undefined) continue;
      inner.facts.recordDialect({ basic: raw ? 'raw' : 'form-encoded' });
      return raw;
    }
    return false;
  });

/**
 * The token request by Basic and its response, with id and secret written in the way that the
 * target takes.
 */
export const basicToken = (context: Context): Promise<Issued> =>
  context.facts.learn('templates.basic', async (inner) => {
    const question = asTaken(BY_BASIC, await takesRawBasic(inner));
    return { question, answer: await ask(inner, question) };
  });

/** The token requests of the document, by form and by Basic. */
export const documentedRequests = async (context: Context): Promise<readonly TokenQuestion[]> => [
  BY_FORM,
  (await basicToken(context)).question,
];

export async function waitUntil({ run: { clock } }: Context, time: number): Promise<void> {
  const left = time - clock.now();
  if (left > 0) await clock.sleep(left);
}

/** The token of a response. Skips where there is none. */
export const needToken = (issued: Answer): string =>
  tokenIn(issued) ??
  skip('prerequisite', `needs a token, but the token endpoint returns ${describeAnswer(issued)}`);

/** Whether an issued token has enough of its lifetime left to be used. */
export const isFresh = (issued: Answer, now: number): boolean =>
  isAliveAt(issued, now, renewalMargin(lifetimeOf(issued)));

/**
 * The token to call with: the first of the run until shortly before it expires, or until the target
 * has forgotten it, as it may when it is deployed; then a new one.
 */
export async function accessToken(context: Context): Promise<string> {
  needToken(await formToken(context));
  const { forgotten } = await seenOf(context);
  const held = await context.facts.learn('templates.held-token', async (inner) => ({
    issued: formToken(inner),
  }));
  const { issued } = held;
  const answer = await optional(issued);
  const token = answer && tokenIn(answer);
  if (answer && token && isFresh(answer, context.run.clock.now()) && !forgotten.has(token)) {
    return token;
  }
  // Only the first of several checks that find the same old token requests a new one.
  if (held.issued === issued) held.issued = newToken(context);
  return needToken(await held.issued);
}

/**
 * A procedure whose calls are made with a fresh token, or without it after the target has issued
 * one.
 */
export const withFreshToken =
  (calls: (token: string, context: Context) => readonly CallQuestion[]) =>
  async (context: Context): Promise<readonly CallQuestion[]> =>
    calls(await accessToken(context), context);

/** The milliseconds that pass at most between the issue of a token and a call. */
const BRIEF = 2000;

/** How often the list is requested with another token. */
const TRIES = 3;

/**
 * The list of templates, requested with a fresh token. Where that expired before the response, or
 * was accepted once and is refused now, the next token is used: a 401 costs one new token and one
 * repetition (TOK-LIFE-2).
 */
export async function askWithToken(context: Context): Promise<Answer> {
  const { answered, forgotten } = await seenOf(context);
  for (let turn = 0; turn < TRIES; turn += 1) {
    const token = await accessToken(context);
    const wasAnswered = answered.has(token);
    const answer = await ask(context, callWith(token));
    if (answer.ok) return answer;
    if (answer.status === 401 && wasAnswered) {
      forgotten.add(token);
      continue;
    }
    const lifetime = lifetimeOf(await formToken(context));
    // The end of a token is written in whole seconds, so that it may come a second early.
    const mayHaveEnded = lifetime > 0 && lifetime <= BRIEF;
    if (!mayHaveEnded && token === (await accessToken(context))) return answer;
  }
  return skip('data', 'needs a token that is valid for longer than a call');
}

/**
 * The list of templates with a fresh token: the positive control of every refusal. Skips where it
 * is refused.
 */
export async function withToken(context: Context): Promise<Answer> {
  const answer = await askWithToken(context);
  if (answer.ok) return answer;
  const control = 'the same request with a fresh token must be accepted';
  return skip('prerequisite', `${control}, but returns ${describeAnswer(answer)}`);
}
