import type { Header, Request } from '../../http/request.js';
import type { Client, TemplatesTarget } from '../../settings/target.js';
import { NEAR, type NearShape, nameOf, type TextShape } from '../shapes/text.js';

export const NOBODY: Client = { id: 'assay-no-such-client', secret: 'assay-wrong-secret' };

/** Id and secret as they are sent; a secret that is left out is undefined. */
export interface Sent {
  readonly id: string;
  readonly secret?: string | undefined;
}

/** Whose credentials a token request has: the setting, what its variables begin with, and the client in words. */
const OWNERS = {
  first: ['client', 'ETM_CLIENT', 'the client'],
  other: ['otherClient', 'ETM_OTHER_CLIENT', 'the second client'],
  unsupported: ['unsupportedClient', 'ETM_UNSUPPORTED_CLIENT', 'the client without client credentials'],
  nobody: [undefined, 'NOBODY', 'an unknown client'],
} as const;
/** `nobody` is a client that no server knows. */
export type Owner = keyof typeof OWNERS;

function clientOf(owner: Owner, target: TemplatesTarget): Client | undefined {
  const [setting] = OWNERS[owner];
  return setting === undefined ? NOBODY : target[setting];
}

/** The name that the settings of a client have: `ETM_CLIENT` for `ETM_CLIENT_ID` and `ETM_CLIENT_SECRET`. */
export const variableOf = (owner: Owner): string => OWNERS[owner][1];

/** One mistake in otherwise right credentials: `secret cut short`. */
export type Mistake = `${'id' | 'secret'} ${NearShape}` | 'secret left out' | 'secret of another client';

/** The part that each mistake is made in, and its shape; those without one are written in their own way. */
const MADE = {
  ...Object.fromEntries(
    (['secret', 'id'] as const).flatMap((part) =>
      Object.entries(NEAR).map(([name, shape]) => [`${part} ${name}`, { part, shape }]),
    ),
  ),
  'secret in a list': { part: 'secret' },
  'secret left out': { part: 'secret' },
  'secret of another client': { part: 'secret' },
} as Readonly<Record<Mistake, { readonly part: 'id' | 'secret'; readonly shape?: TextShape }>>;
export const MISTAKES = Object.keys(MADE) as readonly Mistake[];

/** The part of a mistake, how it is named in a variable, and the shell word that makes it from the variable of the right one. */
export function made(owner: Owner, mistake: Mistake, target: TemplatesTarget) {
  const { part, shape } = MADE[mistake];
  const variable = `${variableOf(owner)}_${part.toUpperCase()}`;
  const other = variable === 'ETM_CLIENT_SECRET' ? 'ETM_OTHER_CLIENT_SECRET' : 'ETM_CLIENT_SECRET';
  const otherwise = mistake === 'secret of another client' ? `"$${other}"` : "''";
  const recipe = shape?.recipe(variable, clientOf(owner, target)?.[part] ?? '') ?? otherwise;
  return { part, about: nameOf(mistake.slice(part.length + 1)), recipe };
}

/** What is sent for a client, with a mistake or without; undefined where the settings do not allow it. */
export function sentFor(owner: Owner, mistake: Mistake | undefined, target: TemplatesTarget): Sent | undefined {
  const client = clientOf(owner, target);
  if (client === undefined || mistake === undefined) return client;
  if (mistake === 'secret left out' || mistake === 'secret in a list') return { ...client, secret: undefined };
  const { part, shape } = MADE[mistake];
  const others = (['first', 'other', 'unsupported'] as const).flatMap((name) => clientOf(name, target) ?? []);
  const another = others.find(({ id, secret }) => id !== client.id && secret !== client.secret);
  const changed = shape === undefined ? another?.secret : shape.change(client[part]);
  if (changed === undefined || changed === client[part] || (part === 'id' && changed === '')) return undefined;
  return { ...client, [part]: changed };
}

/** A request to the token endpoint. Id and secret are those of the target's settings, or made from them. */
export interface TokenQuestion {
  readonly ask: 'token';
  readonly client: Owner;
  readonly mistake?: Mistake | undefined;
  /** Where id and secret stand. */
  readonly way: 'form' | 'basic' | 'query';
  /** In Basic id and secret stand as they are, instead of form-encoded first (RFC 6749 section 2.3.1). */
  readonly raw?: boolean | undefined;
  /** The form begins with id and secret. */
  readonly reversed?: boolean | undefined;
  /** Default client_credentials; null where there is none. */
  readonly grant?: string | null | undefined;
  readonly method?: string | undefined;
  readonly writing?: Writing | undefined;
  /** Another address than the documented one. */
  readonly address?: string | undefined;
}

/** Other ways to write the same request; the last names another client in the form than in Basic. */
export const WRITINGS = ['with needless escapes', 'without Accept', 'naming another client'] as const;
type Writing = (typeof WRITINGS)[number];

const GRANT = 'client_credentials';
const FORM: Header = ['Content-Type', 'application/x-www-form-urlencoded'];
const JSON_WANTED: Header = ['Accept', 'application/json'];

export const REALM_PATH = '/realms/External-Applications';
export const TOKEN_PATH = `${REALM_PATH}/protocol/openid-connect/token`;

export const realmOf = ({ authUrl = '' }: TemplatesTarget): string => `${authUrl}${REALM_PATH}`;
export const tokenUrlOf = ({ authUrl = '' }: TemplatesTarget): string => `${authUrl}${TOKEN_PATH}`;

/** Text as a form writes it, for programs and for a shell. */
const formEncoded = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2);

/** What stands in Basic before it is encoded in base64. */
export const joined = ({ id, secret = '' }: Sent, raw: boolean): string =>
  raw ? `${id}:${secret}` : [id, secret].map(formEncoded).join(':');

export function write(question: TokenQuestion, target: TemplatesTarget): Request {
  const { client, mistake, way, raw = false, grant = GRANT, method = 'POST', address, writing } = question;
  const sent = sentFor(client, mistake, target) ?? { id: '' };
  const grants: [string, string][] = grant === null ? [] : [['grant_type', grant]];
  const pair: [string, string][] = [['client_id', sent.id]];
  if (sent.secret !== undefined) pair.push(['client_secret', sent.secret]);
  if (mistake === 'secret in a list') pair.push(['client_secret[]', 'assay']);
  const all = question.reversed ? [...pair, ...grants] : [...grants, ...pair];
  const named: [string, string][] =
    writing === 'naming another client' ? [['client_id', target.otherClient?.id ?? '']] : [];
  const form = new URLSearchParams(way === 'form' ? all : [...grants, ...named]).toString();
  const url = address ?? tokenUrlOf(target);
  const hasBody = method === 'POST';
  return {
    interface: 'templates',
    lane: 'token',
    method,
    url: way === 'query' ? `${url}?${new URLSearchParams(all)}` : url,
    headers: [
      ...(writing === 'without Accept' ? [] : [JSON_WANTED]),
      ...(hasBody ? [FORM] : []),
      ...(way === 'basic' ? [['Authorization', basicOf(sent, raw)] as const] : []),
    ],
    ...(hasBody ? { body: writing === 'with needless escapes' ? escaped(form) : form } : {}),
  };
}

/** The first letter of the id is escaped, which says the same. */
const escaped = (form: string): string =>
  form.replace(/(?<=\bclient_id=)[A-Za-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`);

export const basicOf = (sent: Sent, raw: boolean): string =>
  `Basic ${Buffer.from(joined(sent, raw)).toString('base64')}`;

/** The question of a token request that has credentials of the settings, or made from them; undefined for any other. */
export function read(request: Request, target: TemplatesTarget): TokenQuestion | undefined {
  const { url, body = '', headers = [], method } = request;
  const [address = '', query = ''] = url.split('?');
  const basic = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const fields = new URLSearchParams(query || body);
  if (address !== tokenUrlOf(target) && (request.lane !== 'token' || method !== 'POST' || !fields.has('grant_type')))
    return undefined;
  const way = basic !== undefined ? 'basic' : query === '' ? 'form' : 'query';
  const grant = fields.get('grant_type');
  const seen = {
    ask: 'token',
    way,
    ...([...fields.keys()][0] === 'client_id' && grant !== null ? { reversed: true } : {}),
    ...(grant === GRANT ? {} : { grant }),
    ...(method === 'GET' ? { method } : {}),
    ...(address === tokenUrlOf(target) ? {} : { address }),
    ...writingOf(request, way, fields),
  } as const;
  const [id, secret] = [fields.get('client_id'), fields.get('client_secret')];
  const pair = Buffer.from(basic?.slice('Basic '.length) ?? '', 'base64').toString();
  const isSent = (sent: Sent): boolean =>
    way === 'basic'
      ? [true, false].some((raw) => joined(sent, raw) === pair)
      : sent.id === (id ?? '') && (sent.secret ?? null) === secret;
  for (const client of Object.keys(OWNERS) as Owner[])
    for (const mistake of [undefined, ...MISTAKES]) {
      const sent = sentFor(client, mistake, target);
      if (sent === undefined || !isSent(sent)) continue;
      for (const spelling of way === 'basic' ? [{}, { raw: true } as const] : [{}]) {
        const question = { ...seen, client, ...(mistake === undefined ? {} : { mistake }), ...spelling };
        const written = write(question, target);
        const authorization = written.headers?.find(([name]) => name === 'Authorization')?.[1];
        if (written.url === url && (written.body ?? '') === body && authorization === basic) return question;
      }
    }
  return undefined;
}

function writingOf({ headers = [], body = '' }: Request, way: string, fields: URLSearchParams): { writing?: Writing } {
  if (!headers.some(([name]) => /^accept$/i.test(name))) return { writing: 'without Accept' };
  if (/\bclient_id=%[46-7]/.test(body)) return { writing: 'with needless escapes' };
  return way === 'basic' && fields.has('client_id') ? { writing: 'naming another client' } : {};
}

const WAYS = { form: 'the form', basic: 'HTTP Basic', query: 'the query string' } as const;

/** A question in words: `a token request of the client by HTTP Basic with an empty secret`. */
export function name({ client, mistake, way, raw, reversed, grant, method, address, writing }: TokenQuestion): string {
  return [
    `a token request of ${OWNERS[client][2]} by ${WAYS[way]}`,
    ...(raw ? ['not form-encoded'] : []),
    ...(reversed ? ['in another order'] : []),
    ...(mistake === undefined ? [] : [`with the ${mistake}`]),
    ...(writing === undefined ? [] : [writing]),
    ...(grant === undefined ? [] : [grant === null ? 'without grant_type' : `with grant_type=${grant}`]),
    ...(method === undefined ? [] : ['as GET']),
    ...(address === undefined ? [] : [`at ${address}`]),
  ].join(' ');
}
