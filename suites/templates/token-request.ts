import type { Context } from '../../src/harness/index.js';
import type { Answer, Header, Request } from '../../src/http/index.js';
import type { Client } from '../../src/settings/index.js';
import { type NamedClient, tokenUrlOf } from './endpoint.js';

const FORM: Header = ['Content-Type', 'application/x-www-form-urlencoded'];
const JSON_WANTED: Header = ['Accept', 'application/json'];

/** How id and secret stand in Basic: form-encoded as RFC 6749 says, or as they are, as many servers take them (TOK-REQ-2). */
export type Spelling = 'form-encoded' | 'raw';

export interface TokenAsk {
  readonly method?: string;
  /** Form fields of the body. */
  readonly form?: Readonly<Record<string, string>>;
  /** Fields in the query string. */
  readonly query?: Readonly<Record<string, string>>;
  /** HTTP Basic client authentication (RFC 6749 section 2.3.1). */
  readonly basic?: NamedClient;
  /** How id and secret are written in Basic. Default form-encoded. */
  readonly spelling?: Spelling;
  readonly url?: string;
}

/** One request to the token endpoint. */
function tokenRequest(context: Context, { method = 'POST', form, query, basic, spelling, url }: TokenAsk): Request {
  const address = url ?? tokenUrlOf(context);
  const authorization: readonly Header[] =
    basic === undefined ? [] : [['Authorization', basicCredentials(context, basic, spelling)]];
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
  context.ask(tokenRequest(context, question));

/** What stands in Basic before it is encoded in base64. */
export const joinedIn = ({ id, secret }: Client, spelling: Spelling): string =>
  spelling === 'raw' ? `${id}:${secret}` : [id, secret].map(formEncode).join(':');

function basicCredentials(context: Context, client: NamedClient, spelling: Spelling = 'form-encoded'): string {
  const { variable, made, madeId } = client;
  const joined = joinedIn(client, spelling);
  const encoded = Buffer.from(joined).toString('base64');
  const [named, word] = [madeId ?? `"$${variable}_ID"`, made?.recipe ?? `"$${variable}_SECRET"`];
  // What needs no encoding can be left to curl; what does is encoded as it is here.
  const whole =
    made === undefined && madeId === undefined ? `"$${variable}_ID:$${variable}_SECRET"` : `${named}:${word}`;
  const user = joined === joinedIn(client, 'raw') ? whole : `"$(node -p '${ENCODE}' ${named} ${word})"`;
  const about = [made?.about, madeId === undefined ? undefined : 'OTHER_ID', spelling === 'raw' ? 'RAW' : undefined];
  const suffix = about.flatMap((part) => (part === undefined ? [] : [`_${part}`])).join('');
  context.secrets.register(encoded, `${variable}_BASIC${suffix}`, `-u ${user}`);
  return `Basic ${encoded}`;
}
const ENCODE = 'process.argv.slice(1).map((t) => new URLSearchParams({ t }).toString().slice(2)).join(":")';

const formEncode = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2);

export const GRANT = { grant_type: 'client_credentials' };
export const credentials = ({ id, secret }: Client): Readonly<Record<string, string>> => ({
  client_id: id,
  client_secret: secret,
});
