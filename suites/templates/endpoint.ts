import { type Context, describeAnswer, skip } from '../../src/harness/index.js';
import { type Answer, type Header, type Request, renewalMargin, TokenClient } from '../../src/http/index.js';
import type { Client, TemplatesTarget } from '../../src/target/index.js';

/** The template settings of a target; every check of this interface needs them. */
export function templatesOf({ target }: Context): TemplatesTarget {
  if (target.templates === undefined) throw new Error('a template check was put to a target without template settings');
  return target.templates;
}

/** The client under test; checks of this interface need it. */
export const clientOf = (context: Context): Client => templatesOf(context).client ?? { id: '', secret: '' };

export const realmOf = (context: Context): string => `${templatesOf(context).authUrl}/realms/External-Applications`;
export const tokenUrlOf = (context: Context): string => `${realmOf(context)}/protocol/openid-connect/token`;

const FORM: Header = ['Content-Type', 'application/x-www-form-urlencoded'];
const JSON_WANTED: Header = ['Accept', 'application/json'];

export interface TokenAsk {
  readonly method?: string;
  /** Form fields of the body. */
  readonly form?: Readonly<Record<string, string>>;
  /** Fields in the query string. */
  readonly query?: Readonly<Record<string, string>>;
  /** HTTP Basic client authentication (RFC 6749 section 2.3.1). */
  readonly basic?: Client;
  readonly url?: string;
}

/** One request to the token endpoint. */
function tokenRequest(context: Context, { method = 'POST', form, query, basic, url }: TokenAsk): Request {
  const address = url ?? tokenUrlOf(context);
  const authorization: readonly Header[] = basic === undefined ? [] : [['Authorization', basicCredentials(basic)]];
  return {
    interface: 'templates',
    lane: 'token',
    method,
    url: query === undefined ? address : `${address}?${new URLSearchParams(query)}`,
    headers: [JSON_WANTED, ...(form === undefined ? [] : [FORM]), ...authorization],
    ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
  };
}

export const askToken = (context: Context, question: TokenAsk): Promise<Answer> =>
  context.send(tokenRequest(context, question));

/** Id and secret are form-encoded before they are joined (RFC 6749 section 2.3.1). */
const basicCredentials = ({ id, secret }: Client): string =>
  `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString('base64')}`;

const formEncode = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2);

export const GRANT = { grant_type: 'client_credentials' };
export const credentials = ({ id, secret }: Client): Readonly<Record<string, string>> => ({
  client_id: id,
  client_secret: secret,
});

/** An answer of the token endpoint, and when it was asked for in milliseconds since the epoch. */
export interface Issued {
  readonly answer: Answer;
  readonly at: number;
}

async function issue(context: Context, question: TokenAsk, name: string): Promise<Issued> {
  const at = context.clock.now();
  const answer = await askToken(context, question);
  const token = tokenIn(answer);
  if (token !== undefined) context.hide(token, name);
  return { answer, at };
}

const byForm = (client: Client): TokenAsk => ({ form: { ...GRANT, ...credentials(client) } });

/** The token request of the document, sent once in a run: a form with grant type, id and secret. */
export const formToken = (context: Context): Promise<Issued> =>
  context.shared('templates.form-token', (inner) => issue(inner, byForm(clientOf(inner)), 'ACCESS_TOKEN'));

/** The same with HTTP Basic: a second token of the same client. */
export const basicToken = (context: Context): Promise<Issued> =>
  context.shared('templates.basic-token', (inner) =>
    issue(inner, { form: GRANT, basic: clientOf(inner) }, 'SECOND_ACCESS_TOKEN'),
  );

/** A token of the second organization. */
export const otherToken = (context: Context): Promise<Issued> =>
  context.shared('templates.other-token', (inner) => {
    const { otherClient } = templatesOf(inner);
    return issue(
      inner,
      byForm(otherClient ?? skip('configuration', 'needs templates.otherClient')),
      'OTHER_ACCESS_TOKEN',
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

/**
 * The token to call with: the first of the run until shortly before its end, then a new one. Skips where the endpoint
 * gives none, for then nothing behind it can be judged.
 */
export async function accessToken(context: Context): Promise<string> {
  const first = await formToken(context);
  if (isFresh(first, context.clock.now())) return usable(first);
  const client = await context.shared(
    'templates.renewing-client',
    async (inner) =>
      new TokenClient({
        url: tokenUrlOf(inner),
        client: clientOf(inner),
        clock: inner.clock,
        send: async () => (await issue(inner, byForm(clientOf(inner)), 'ACCESS_TOKEN')).answer,
      }),
  );
  return client.token();
}

const usable = ({ answer }: Issued): string =>
  tokenIn(answer) ?? skip('prerequisite', `needs a token, but the token endpoint answers ${describeAnswer(answer)}`);
