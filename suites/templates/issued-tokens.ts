import { type Context, describeAnswer, skip } from '../../src/harness/index.js';
import { type Answer, renewalMargin, TokenClient } from '../../src/http/index.js';
import type { Client } from '../../src/settings/index.js';
import { clientOf, type NamedClient, templatesOf, tokenUrlOf } from './endpoint.js';
import { askToken, credentials, GRANT, joinedIn, type Spelling, type TokenAsk } from './token-request.js';

/** An answer of the token endpoint, and when it was asked for in milliseconds since the epoch. */
export interface Issued {
  readonly answer: Answer;
  readonly at: number;
}

async function issue(context: Context, question: TokenAsk, source: string): Promise<Issued> {
  const at = context.run.clock.now();
  const answer = await askToken(context, question);
  hideIssued(context, answer, source);
  return { answer, at };
}

/** Hides the token of an answer, where it holds one; `source` is the command that obtains one like it. */
export function hideIssued(context: Context, answer: Answer, source = 'npx assay token'): void {
  const token = tokenIn(answer);
  if (token !== undefined) context.secrets.registerToken(token, source);
}

const byForm = (client: Client): TokenAsk => ({ form: { ...GRANT, ...credentials(client) } });

/** The token request of the document, sent once in a run: a form with grant type, id and secret. */
export const formToken = (context: Context): Promise<Issued> =>
  context.facts.learn('templates.form-token', (inner) => issue(inner, byForm(clientOf(inner)), 'npx assay token'));

/** What a client was given with HTTP Basic. */
interface IssuedBasic extends Issued {
  /** The spelling that gave a token; form-encoded where none did. */
  readonly spelling: Spelling;
}

/** The same with HTTP Basic: a second token of the same client. Where form-encoding gives none, id and secret go as they are. */
export const basicToken = (context: Context): Promise<IssuedBasic> =>
  context.facts.learn('templates.basic-token', async (inner) => {
    const basic = clientOf(inner);
    const ask = (spelling: Spelling): Promise<Issued> =>
      issue(inner, { form: GRANT, basic, spelling }, 'npx assay token --basic');
    const encoded: IssuedBasic = { ...(await ask('form-encoded')), spelling: 'form-encoded' };
    if (joinedIn(basic, 'raw') === joinedIn(basic, 'form-encoded')) return encoded;
    if (tokenIn(encoded.answer) !== undefined) {
      inner.facts.recordDialect({ basic: 'form-encoded' });
      return encoded;
    }
    const raw = await ask('raw');
    if (tokenIn(raw.answer) === undefined) return encoded;
    inner.facts.recordDialect({ basic: 'raw' });
    return { ...raw, spelling: 'raw' };
  });

/** Ways to ask for a token: the fields of a form may come in any order. */
export type Way = 'form' | 'form in another order' | 'basic';

/** A token request of a client in one of the ways, in the spelling that this target takes. */
export async function tokenOf(context: Context, client: NamedClient, way: Way): Promise<Issued> {
  const source = `npx assay token${client.variable === 'ETM_OTHER_CLIENT' ? ' --client other' : ''}${way === 'basic' ? ' --basic' : ''}`;
  if (way === 'form') return issue(context, byForm(client), source);
  if (way !== 'basic') return issue(context, { form: { ...credentials(client), ...GRANT } }, source);
  return issue(context, { form: GRANT, basic: client, spelling: (await basicToken(context)).spelling }, source);
}

/** A token of the second organization. */
export const otherToken = (context: Context): Promise<Issued> =>
  context.facts.learn('templates.other-token', (inner) => {
    const { otherClient } = templatesOf(inner);
    return issue(
      inner,
      byForm(otherClient ?? skip('configuration', 'needs templates.otherClient')),
      'npx assay token --client other',
    );
  });

/** The access token in an answer of the token endpoint: one that a header can carry (RFC 6750 section 2.1), or undefined. */
export function tokenIn(answer: Answer): string | undefined {
  const { access_token: token } = (answer.json ?? {}) as { readonly access_token?: unknown };
  return answer.ok && typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

/** Milliseconds that an issued token lives, as expires_in says; 0 where it says nothing. */
export function lifetimeOf({ answer }: Issued): number {
  const { expires_in: seconds } = (answer.json ?? {}) as { readonly expires_in?: unknown };
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 0;
}

/** Whether an issued token has a good part of its life before it. */
export const isFresh = (issued: Issued, now: number): boolean => {
  const lifetime = lifetimeOf(issued);
  return lifetime === 0 || now < issued.at + lifetime - renewalMargin(lifetime);
};

/** Whether an issued token cannot have ended: its end is written in whole seconds, and may come a second early. */
export const isAlive = (issued: Issued, now: number): boolean => {
  const lifetime = lifetimeOf(issued);
  return lifetime === 0 || now < issued.at + lifetime - 1000;
};

/** Tokens that were answered, and those of them that were refused afterwards although they had time left. */
interface Met {
  readonly answered: Set<string>;
  readonly forgotten: Set<string>;
}

export const metTokens = (context: Context): Promise<Met> =>
  context.facts.learn(
    'templates.met-tokens',
    async () => ({ answered: new Set<string>(), forgotten: new Set<string>() }),
    'on nothing else',
  );

/**
 * The token to call with: the first of the run until shortly before its end, or until the target has forgotten it, as it
 * may in a deploy; then a new one. Skips where the endpoint gives none, for then nothing behind it can be judged.
 */
export async function accessToken(context: Context): Promise<string> {
  const first = await formToken(context);
  const { forgotten } = await metTokens(context);
  if (isFresh(first, context.run.clock.now()) && !forgotten.has(tokenIn(first.answer) ?? '')) return usable(first);
  const client = await context.facts.learn(
    'templates.renewing-client',
    async (inner) =>
      new TokenClient({
        url: tokenUrlOf(inner),
        client: clientOf(inner),
        clock: inner.run.clock,
        send: async () => (await issue(inner, byForm(clientOf(inner)), 'npx assay token')).answer,
      }),
  );
  const token = await client.token();
  return forgotten.has(token) ? client.replace(token) : token;
}

/** A token that nobody else of the run has. */
export const newToken = (context: Context): Promise<Issued> =>
  issue(context, byForm(clientOf(context)), 'npx assay token');

const usable = ({ answer }: Issued): string =>
  tokenIn(answer) ?? skip('prerequisite', `needs a token, but the token endpoint answers ${describeAnswer(answer)}`);
