import {
  type Answer,
  type Context,
  describeAnswer,
  optional,
  skip,
} from '../../src/harness/suite.js';
import { renewalMargin } from '../../src/http/token-client.js';
import { isAliveAt, lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import { joined, type TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { ask, callWith, type Issued, seenOf, templatesOf } from './ask.js';

/** The token request of the document: a form with grant type, id and secret. */
export const BY_FORM: TokenQuestion = { ask: 'token', client: 'first', way: 'form' };
const BY_BASIC: TokenQuestion = { ...BY_FORM, way: 'basic' };

export const formToken = (context: Context): Promise<Answer> => ask(context, BY_FORM);

/** A token that nobody else of the run has. */
export const newToken = (context: Context): Promise<Answer> =>
  ask(context, BY_FORM, { fresh: true });

/** The token request by Basic, with id and secret form-encoded or as they are, whichever is taken, and what it gave. */
export const basicToken = (context: Context): Promise<Issued> =>
  context.facts.learn('templates.basic', async (inner) => {
    const { client = { id: '' } } = templatesOf(inner.target);
    const encoded = { question: BY_BASIC, answer: await ask(inner, BY_BASIC) };
    if (joined(client, true) === joined(client, false)) return encoded;
    const raw = { ...BY_BASIC, raw: true };
    const found =
      tokenIn(encoded.answer) === undefined
        ? { question: raw, answer: await ask(inner, raw) }
        : encoded;
    if (tokenIn(found.answer) === undefined) return encoded;
    inner.facts.recordDialect({ basic: found.question.raw ? 'raw' : 'form-encoded' });
    return found;
  });

export async function waitUntil({ run: { clock } }: Context, time: number): Promise<void> {
  const left = time - clock.now();
  if (left > 0) await clock.sleep(left);
}

/** The token of a response; skips where there is none, for then nothing behind it can be judged. */
export const needToken = (issued: Answer): string =>
  tokenIn(issued) ??
  skip('prerequisite', `needs a token, but the token endpoint returns ${describeAnswer(issued)}`);

/** A token request in the spelling of Basic that this target takes, `raw` or not. */
export const asTaken = (question: TokenQuestion, raw: boolean | undefined): TokenQuestion =>
  question.way === 'basic' && raw === true ? { ...question, raw } : question;

/** Whether an issued token has a good part of its life before it. */
export const isFresh = (issued: Answer, now: number): boolean =>
  isAliveAt(issued, now, renewalMargin(lifetimeOf(issued)));

/**
 * The token to call with: the first of the run until shortly before its end, or until the target has forgotten it, as it
 * may in a deploy; then a new one.
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
  if (answer && token && isFresh(answer, context.run.clock.now()) && !forgotten.has(token))
    return token;
  // Who comes first renews it for all.
  if (held.issued === issued) held.issued = newToken(context);
  return needToken(await held.issued);
}

/** Milliseconds of life that a token may lose between its issue and a call. */
const BRIEF = 2000;

/**
 * The collection with a fresh token; where that ended before it was answered, or was answered once and is refused now,
 * with the next one: a 401 costs one new token and one repetition (TOK-LIFE-2).
 */
export async function askWithToken(context: Context): Promise<Answer> {
  const { answered, forgotten } = await seenOf(context);
  for (let turn = 0; turn < 3; turn += 1) {
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

/** The collection with a fresh token: the positive control of every refusal. Skips where it is not given. */
export async function withToken(context: Context): Promise<Answer> {
  const answer = await askWithToken(context);
  if (answer.ok) return answer;
  const told = `the same request with a fresh token must be accepted, but returns ${describeAnswer(answer)}`;
  return skip('prerequisite', told);
}
