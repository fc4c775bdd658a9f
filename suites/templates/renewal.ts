import type { Context } from '../../src/harness/index.js';
import { type Answer, type SendOptions, TokenClient } from '../../src/http/index.js';
import { clientOf, tokenUrlOf } from './endpoint.js';
import { accessToken, basicToken, isFresh, newToken, tokenIn } from './issued-tokens.js';
import { askTemplates } from './templates.js';
import { askToken, credentials, GRANT } from './token-request.js';

/** Seconds that a verifier may allow a clock (ETM-AUTH-3). */
export const LEEWAY = 60;

/** A call with a spoiled token, and what the retry rule made of it (TOK-LIFE-2). */
interface Renewal {
  readonly refused: Answer;
  readonly repeated: Answer | undefined;
  readonly calls: number;
  readonly tokenRequests: number;
}

/** Our own token client holds a spoiled token and calls; its one new token is the second one of the run. */
export const renewal = (context: Context): Promise<Renewal> =>
  context.facts.learn('templates.renewal', (inner) => renew(inner, () => secondToken(inner), {}));

/** The same with a token that is issued then: what was issued before may be forgotten in a deploy. */
export const renewalAgain = (context: Context): Promise<Renewal> =>
  renew(context, async () => (await newToken(context)).answer, { fresh: true });

async function renew(context: Context, send: () => Promise<Answer>, options: SendOptions): Promise<Renewal> {
  const token = await accessToken(context);
  const [header, payload, signature = ''] = token.split('.');
  const spoiled = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  context.secrets.register(spoiled, 'TOKEN_SPOILED', '"$(npx assay token --tamper tampered-signature)"');
  const answers: Answer[] = [];
  const client = new TokenClient({
    url: tokenUrlOf(context),
    client: clientOf(context),
    send,
    clock: context.run.clock,
    holds: { token: spoiled, lifetimeMs: 60_000 },
  });
  const last = await client.call(async (held) => {
    const answer = await askTemplates(context, `Bearer ${held}`, '', options);
    answers.push(answer);
    return answer;
  });
  return { refused: answers[0] ?? last, repeated: answers[1], calls: answers.length, tokenRequests: client.requests };
}

/** The run's second token, or a new one where that is old. */
export async function secondToken(context: Context): Promise<Answer> {
  const second = await basicToken(context);
  return tokenIn(second.answer) !== undefined && isFresh(second, context.run.clock.now())
    ? second.answer
    : askToken(context, { form: { ...GRANT, ...credentials(clientOf(context)) } });
}
