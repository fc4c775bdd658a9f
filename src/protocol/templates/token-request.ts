import type { Header, Request } from '../../http/request.js';
import type { TemplatesTarget } from '../../settings/target.js';
import { MISTAKES, type Mistake, type Owner, type Sent, sentFor } from './credentials.js';

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

export const realmOf = ({ authUrl = '' }: TemplatesTarget): string => `${authUrl}/realms/External-Applications`;
export const tokenUrlOf = (target: TemplatesTarget): string => `${realmOf(target)}/protocol/openid-connect/token`;

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

const OWNERS: readonly Owner[] = ['first', 'other', 'unsupported', 'nobody'];
const MADE: readonly (Mistake | undefined)[] = [undefined, ...MISTAKES];

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
  for (const client of OWNERS)
    for (const mistake of MADE) {
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

const NAMES: Readonly<Record<Owner, string>> = {
  first: 'the client',
  other: 'the second client',
  unsupported: 'the client without client credentials',
  nobody: 'an unknown client',
};
const WAYS = { form: 'the form', basic: 'HTTP Basic', query: 'the query string' } as const;

/** A question in words: `a token request of the client by HTTP Basic with an empty secret`. */
export function name({ client, mistake, way, raw, reversed, grant, method, address, writing }: TokenQuestion): string {
  return [
    `a token request of ${NAMES[client]} by ${WAYS[way]}`,
    ...(raw ? ['not form-encoded'] : []),
    ...(reversed ? ['in another order'] : []),
    ...(mistake === undefined ? [] : [`with the ${mistake}`]),
    ...(writing === undefined ? [] : [writing]),
    ...(grant === undefined ? [] : [grant === null ? 'without grant_type' : `with grant_type=${grant}`]),
    ...(method === undefined ? [] : ['as GET']),
    ...(address === undefined ? [] : [`at ${address}`]),
  ].join(' ');
}
