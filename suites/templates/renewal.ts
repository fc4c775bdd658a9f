import type { Context } from '../../src/harness/suite.js';
import type { Answer } from '../../src/http/answer.js';
import type { SendOptions } from '../../src/http/request.js';
import { TokenClient } from '../../src/http/token-client.js';
import { tokenIn } from '../../src/protocol/templates/answer.js';
import { tokenUrlOf } from '../../src/protocol/templates/token-request.js';
import { ask, templatesOf } from './ask.js';
import { accessToken, basicToken, isFresh, newToken } from './tokens.js';

/** Seconds that a verifier may allow a clock (ETM-AUTH-3). */
export const LEEWAY = 60;

/** A call with a spoiled token, and what the retry rule made of it (TOK-LIFE-2). */
interface Renewal {
  readonly refused: Answer;
  readonly repeated: Answer | undefined;
  readonly calls: number;
  readonly tokenRequests: number;
  /** Milliseconds from the request for the new token to the answer of the repeated call. */
  readonly tookMs: number;
}

/** Our own token client holds a spoiled token and calls; its one new token is the second one of the run. */
export const renewal = (context: Context): Promise<Renewal> =>
  context.facts.learn('templates.renewal', (inner) => renew(inner, () => secondToken(inner), {}));

/** The same with a token that is issued then: what was issued before may be forgotten in a deploy. */
export const renewalAgain = (context: Context): Promise<Renewal> =>
  renew(context, () => newToken(context), { fresh: true });

async function renew(context: Context, send: () => Promise<Answer>, options: SendOptions): Promise<Renewal> {
  const token = await accessToken(context);
  const [header, payload, signature = ''] = token.split('.');
  const spoiled = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  context.secrets.register(spoiled, 'TOKEN_SPOILED', '"$(npx --no -- assay token --tamper tampered-signature)"');
  const answers: Answer[] = [];
  let issuedAt = Number.POSITIVE_INFINITY;
  const settings = templatesOf(context.target);
  const client = new TokenClient({
    url: tokenUrlOf(settings),
    client: settings.client ?? { id: '', secret: '' },
    send: async () => {
      const answer = await send();
      issuedAt = answer.sentAt;
      return answer;
    },
    clock: context.run.clock,
    holds: { token: spoiled, lifetimeMs: 60_000 },
  });
  const last = await client.call(async (held) => {
    const answer = await ask(context, { ask: 'templates', authorization: `Bearer ${held}` }, options);
    answers.push(answer);
    return answer;
  });
  return {
    refused: answers[0] ?? last,
    repeated: answers[1],
    calls: answers.length,
    tokenRequests: client.requests,
    tookMs: last.receivedAt - issuedAt,
  };
}

/** The run's second token, or a new one where that is old. */
export async function secondToken(context: Context): Promise<Answer> {
  const { answer } = await basicToken(context);
  return tokenIn(answer) !== undefined && isFresh(answer, context.run.clock.now()) ? answer : newToken(context);
}
