import type { Context } from '../../src/harness/index.js';
import { type Answer, TokenClient } from '../../src/http/index.js';
import { clientOf, tokenUrlOf } from './endpoint.js';
import { accessToken, basicToken, isFresh, tokenIn } from './issued-tokens.js';
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
  context.shared('templates.renewal', async (inner) => {
    const token = await accessToken(inner);
    const [header, payload, signature = ''] = token.split('.');
    const spoiled = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    inner.hide(spoiled, 'TOKEN_SPOILED', '"$(npx assay token --tamper tampered-signature)"');
    const answers: Answer[] = [];
    const client = new TokenClient({
      url: tokenUrlOf(inner),
      client: clientOf(inner),
      send: () => secondToken(inner),
      clock: inner.clock,
      holds: { token: spoiled, lifetimeMs: 60_000 },
    });
    const last = await client.call(async (held) => {
      const answer = await askTemplates(inner, `Bearer ${held}`);
      answers.push(answer);
      return answer;
    });
    return { refused: answers[0] ?? last, repeated: answers[1], calls: answers.length, tokenRequests: client.requests };
  });

/** The run's second token, or a new one where that is old. */
export async function secondToken(context: Context): Promise<Answer> {
  const second = await basicToken(context);
  return tokenIn(second.answer) !== undefined && isFresh(second, context.clock.now())
    ? second.answer
    : askToken(context, { form: { ...GRANT, ...credentials(clientOf(context)) } });
}
