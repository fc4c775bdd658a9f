import { type Context, describeAnswer, skip } from '../../src/harness/index.js';
import { type Answer, type Header, type Request, renewalMargin, TokenClient } from '../../src/http/index.js';
import type { Client, TemplatesTarget } from '../../src/target/index.js';

/** The template settings of a target; every check of this interface needs them. */
export function templatesOf({ target }: Context): TemplatesTarget {
  if (target.templates === undefined) throw new Error('a template check was put to a target without template settings');
  return target.templates;
}

/** A client under the name that its settings have, `ETM_CLIENT` for `ETM_CLIENT_ID` and `ETM_CLIENT_SECRET`. */
export interface NamedClient extends Client {
  readonly variable: string;
  /** Where the secret is made from the one of the settings: what was done to it, and the shell word that does it. */
  readonly made?: { readonly about: string; readonly recipe: string };
}

/** The client under test; checks of this interface need it. */
export const clientOf = (context: Context): NamedClient => ({
  ...(templatesOf(context).client ?? { id: '', secret: '' }),
  variable: 'ETM_CLIENT',
});

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
  readonly basic?: NamedClient;
  readonly url?: string;
}

/** One request to the token endpoint. */
function tokenRequest(context: Context, { method = 'POST', form, query, basic, url }: TokenAsk): Request {
  const address = url ?? tokenUrlOf(context);
  const authorization: readonly Header[] =
    basic === undefined ? [] : [['Authorization', basicCredentials(context, basic)]];
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
function basicCredentials(context: Context, { id, secret, variable, made }: NamedClient): string {
  const joined = [id, secret].map(formEncode).join(':');
  const encoded = Buffer.from(joined).toString('base64');
  const [named, word] = [`"$${variable}_ID"`, made?.recipe ?? `"$${variable}_SECRET"`];
  // What needs no encoding can be left to curl; what does is encoded as it is here.
  const whole = made === undefined ? `"$${variable}_ID:$${variable}_SECRET"` : `${named}:${word}`;
  const user = joined === `${id}:${secret}` ? whole : `"$(node -p '${ENCODE}' ${named} ${word})"`;
  context.hide(encoded, `${variable}_BASIC${made === undefined ? '' : `_${made.about}`}`, `-u ${user}`);
  return `Basic ${encoded}`;
}
const ENCODE = 'process.argv.slice(1).map((t) => new URLSearchParams({ t }).toString().slice(2)).join(":")';

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

async function issue(context: Context, question: TokenAsk, source: string): Promise<Issued> {
  const at = context.clock.now();
  const answer = await askToken(context, question);
  hideIssued(context, answer, source);
  return { answer, at };
}

/** Hides the token of an answer, where it holds one; `source` is the command that obtains one like it. */
export function hideIssued(context: Context, answer: Answer, source = 'npx assay token'): void {
  const token = tokenIn(answer);
  if (token !== undefined) context.issued(token, source);
}

const byForm = (client: Client): TokenAsk => ({ form: { ...GRANT, ...credentials(client) } });

/** The token request of the document, sent once in a run: a form with grant type, id and secret. */
export const formToken = (context: Context): Promise<Issued> =>
  context.shared('templates.form-token', (inner) => issue(inner, byForm(clientOf(inner)), 'npx assay token'));

/** The same with HTTP Basic: a second token of the same client. */
export const basicToken = (context: Context): Promise<Issued> =>
  context.shared('templates.basic-token', (inner) =>
    issue(inner, { form: GRANT, basic: clientOf(inner) }, 'npx assay token --basic'),
  );

/** A token of the second organization. */
export const otherToken = (context: Context): Promise<Issued> =>
  context.shared('templates.other-token', (inner) => {
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
        send: async () => (await issue(inner, byForm(clientOf(inner)), 'npx assay token')).answer,
      }),
  );
  return client.token();
}

const usable = ({ answer }: Issued): string =>
  tokenIn(answer) ?? skip('prerequisite', `needs a token, but the token endpoint answers ${describeAnswer(answer)}`);
