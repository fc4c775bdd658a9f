/**
 * Converts the description of a token request to an HTTP request, and an HTTP request to its
 * description.
 */

import type { Header, Request } from '../../http/request.js';
import type { Client, TemplatesTarget } from '../../settings/target.js';
import { areOfClient, BODY_FIELDS, CLIENT_FIELDS } from '../client-headers.js';
import { NEAR, type NearShape, nameOf, type TextShape } from '../shapes/text.js';

export const NOBODY: Client = { id: 'assay-no-such-client', secret: 'assay-wrong-secret' };

/** The id and secret that a request contains. */
export interface Sent {
  readonly id: string;
  readonly secret?: string | undefined;
}

/**
 * For each client: the setting that contains its credentials, the beginning of the names of its
 * variables, and a description.
 */
const OWNERS = {
  first: ['client', 'ETM_CLIENT', 'the client'],
  other: ['otherClient', 'ETM_OTHER_CLIENT', 'the second client'],
  unsupported: [
    'unsupportedClient',
    'ETM_UNSUPPORTED_CLIENT',
    'the client without client credentials',
  ],
  nobody: [undefined, 'NOBODY', 'an unknown client'],
} as const;
/** `nobody` is a client that does not exist. */
export type Owner = keyof typeof OWNERS;

function clientOf(owner: Owner, target: TemplatesTarget): Client | undefined {
  const [setting] = OWNERS[owner];
  return setting === undefined ? NOBODY : target[setting];
}

/** For `first` the result is `ETM_CLIENT`, the beginning of `ETM_CLIENT_ID`. */
export const variableOf = (owner: Owner): string => OWNERS[owner][1];

/** One mistake in otherwise valid credentials, such as `secret cut short`. */
export type Mistake =
  | `${'id' | 'secret'} ${NearShape}`
  | 'secret left out'
  | 'secret of another client';

/**
 * For each mistake: whether it changes the id or the secret, and the shape that computes the
 * change. For mistakes without a shape, `sentFor` and `fieldsOf` make the change.
 */
const MISTAKE_SHAPES = {
  ...Object.fromEntries(
    (['secret', 'id'] as const).flatMap((part) =>
      Object.entries(NEAR).map(([name, shape]) => [`${part} ${name}`, { part, shape }]),
    ),
  ),
  // The list is written in brackets, not as the shape `in a list` writes it.
  'secret in a list': { part: 'secret' },
  'secret left out': { part: 'secret' },
  'secret of another client': { part: 'secret' },
} as Readonly<Record<Mistake, { readonly part: 'id' | 'secret'; readonly shape?: TextShape }>>;

export const MISTAKES = Object.keys(MISTAKE_SHAPES) as readonly Mistake[];

/**
 * `part` is the credential that the mistake changes. `recipe` is the shell word that computes the
 * changed credential, and `about` is a part of the name of the variable that contains it.
 */
export function mistakeDetails(owner: Owner, mistake: Mistake, target: TemplatesTarget) {
  const { part, shape } = MISTAKE_SHAPES[mistake];
  const variable = `${variableOf(owner)}_${part.toUpperCase()}`;
  const other = variable === 'ETM_CLIENT_SECRET' ? 'ETM_OTHER_CLIENT_SECRET' : 'ETM_CLIENT_SECRET';
  const otherRecipe = mistake === 'secret of another client' ? `"$${other}"` : "''";
  const recipe = shape?.recipe(variable, clientOf(owner, target)?.[part] ?? '') ?? otherRecipe;
  return { part, about: nameOf(mistake.slice(part.length + 1)), recipe };
}

/**
 * Returns the id and the secret to send. Returns undefined if the client is not configured, or if
 * the mistake cannot be made with the configured credentials.
 */
export function sentFor(
  owner: Owner,
  mistake: Mistake | undefined,
  target: TemplatesTarget,
): Sent | undefined {
  const client = clientOf(owner, target);
  if (client === undefined || mistake === undefined) return client;
  if (mistake === 'secret left out' || mistake === 'secret in a list')
    return { ...client, secret: undefined };
  const { part, shape } = MISTAKE_SHAPES[mistake];
  const others = (['first', 'other', 'unsupported'] as const).flatMap(
    (name) => clientOf(name, target) ?? [],
  );
  const another = others.find(({ id, secret }) => id !== client.id && secret !== client.secret);
  const changed = shape === undefined ? another?.secret : shape.change(client[part]);
  if (changed === undefined || changed === client[part] || (part === 'id' && changed === ''))
    return undefined;
  return { ...client, [part]: changed };
}

/** The description of a token request. */
export interface TokenQuestion {
  readonly ask: 'token';
  readonly client: Owner;
  readonly mistake?: Mistake | undefined;
  /** The part of the request that contains id and secret. */
  readonly way: 'form' | 'basic' | 'query';
  /** Basic contains id and secret raw instead of form-encoded (RFC 6749 section 2.3.1). */
  readonly raw?: boolean | undefined;
  /** The form contains id and secret before the grant type. */
  readonly reversed?: boolean | undefined;
  /** The value of `grant_type`. Default `client_credentials`; null leaves out the field. */
  readonly grant?: string | null | undefined;
  readonly method?: string | undefined;
  readonly writing?: Writing | undefined;
  /** The URL without its query. Default: the documented URL. */
  readonly address?: string | undefined;
}

/**
 * Unusual ways to write a request. With `naming another client`, credentials are sent by HTTP Basic
 * and the form contains the id of another client.
 */
export const WRITINGS = [
  'with needless escapes',
  'without Accept',
  'naming another client',
  'with capitals in Content-Type',
  'with a charset in Content-Type',
  'with client_secret twice',
  'with client_id twice',
  'with grant_type twice',
  'with scope twice',
  'with grant_type in the query',
  'with the same credentials in the form',
  'with the credentials of another client in the form',
  'with Basic that is not base64',
  'with Basic without a colon',
  'with Basic that is not base64 beside the form',
  'with Basic without a colon beside the form',
  'with Basic without credentials beside the form',
  'with Basic that has an asterisk',
  'with Basic and letters behind its end',
  'with a Referer of another site',
  'with an offer of h2c',
  'with an Expect: 100-continue',
  'with a cookie',
] as const;
export type Writing = (typeof WRITINGS)[number];

/** The name of a writing on the command line, such as `with-a-cookie`. */
export const optionOf = (writing: Writing): string =>
  writing.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The values of `Authorization` that contain no id and secret. */
const UNREADABLE_BASIC: Readonly<Record<string, string>> = {
  'with Basic that is not base64': 'Basic *assay*',
  'with Basic without a colon': `Basic ${Buffer.from('assay').toString('base64')}`,
  'with Basic without credentials': 'Basic',
};

const BESIDE_THE_FORM = ' beside the form';
const GRANT_IN_QUERY = 'with grant_type in the query';

const GRANT = 'client_credentials';
export const FORM = 'application/x-www-form-urlencoded';
/** Media types are compared without regard to case, and may have parameters (RFC 9110 8.3.1). */
const FORM_TYPES: Readonly<Record<string, string>> = {
  'with capitals in Content-Type': 'Application/X-WWW-Form-Urlencoded',
  'with a charset in Content-Type': `${FORM}; charset=UTF-8`,
};
const JSON_WANTED: Header = ['Accept', 'application/json'];

export const REALM_PATH = '/realms/External-Applications';
export const TOKEN_PATH = `${REALM_PATH}/protocol/openid-connect/token`;

export const realmOf = ({ authUrl = '' }: TemplatesTarget): string => `${authUrl}${REALM_PATH}`;

export const tokenUrlOf = ({ authUrl = '' }: TemplatesTarget): string => `${authUrl}${TOKEN_PATH}`;

/** The text as the value of a form field. The name of the field and `=` are cut off. */
const formEncoded = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2);

/** The credentials of HTTP Basic before base64 encoding. */
export const basicPair = ({ id, secret = '' }: Sent, raw: boolean): string =>
  raw ? `${id}:${secret}` : [id, secret].map(formEncoded).join(':');

/** True if form encoding changes the id or the secret of the client. */
export function isWrittenInTwoWays(owner: Owner, target: TemplatesTarget): boolean {
  const client = clientOf(owner, target);
  return client !== undefined && basicPair(client, true) !== basicPair(client, false);
}

export function write(question: TokenQuestion, target: TemplatesTarget): Request {
  const { client, mistake, way, raw = false, method = 'POST', writing } = question;
  const sent = sentFor(client, mistake, target) ?? { id: '' };
  const url = question.address ?? tokenUrlOf(target);
  const fields = fieldsOf(question, sent);
  const inQuery = queryOf(question, fields);
  const query = inQuery.length === 0 ? '' : `?${new URLSearchParams([...inQuery])}`;
  const headers: Header[] = writing === 'without Accept' ? [] : [JSON_WANTED];
  headers.push(...fieldsOfClient(writing));
  const body = bodyOf(question, fields, target);
  if (body !== undefined) headers.push(['Content-Type', FORM_TYPES[writing ?? ''] ?? FORM]);
  const unreadable = UNREADABLE_BASIC[writing?.replace(BESIDE_THE_FORM, '') ?? ''];
  if (way === 'basic')
    headers.push(['Authorization', unreadable ?? writtenBasic(basicOf(sent, raw), writing)]);
  return {
    interface: 'templates',
    lane: 'token',
    method,
    url: `${url}${query}`,
    headers,
    reveal: ['Cookie'],
    ...(body === undefined ? {} : { body }),
  };
}

/** How Basic with the right credentials becomes invalid base64. */
interface BasicFault {
  /** The end of the name of the variable that contains the faulty value. */
  readonly about: string;
  /** The faulty value, and the options of `sed` that make it from the right one. */
  readonly fault: (base64: string) => { readonly value: string; readonly sed: string };
}

/**
 * base64 has no asterisk, and nothing may follow its padding, so a decoder must reject both
 * (RFC 4648 section 3.3).
 */
export const BASIC_FAULTS: Readonly<Partial<Record<Writing, BasicFault>>> = {
  'with Basic that has an asterisk': {
    about: 'ASTERISK',
    fault: (base64) => ({ value: base64.replace(/^.{4}/, '$&*'), sed: 's/^.\\{4\\}/&*/' }),
  },
  'with Basic and letters behind its end': {
    about: 'LETTERS_BEHIND',
    fault(base64) {
      const behind = base64.endsWith('=') ? 'assay' : '==assay';
      return { value: `${base64}${behind}`, sed: `s/$/${behind}/` };
    },
  },
};

function writtenBasic(basic: string, writing: Writing | undefined): string {
  const [scheme, base64 = ''] = basic.split(' ');
  const faulty = writing && BASIC_FAULTS[writing]?.fault(base64).value;
  return faulty === undefined ? basic : `${scheme} ${faulty}`;
}

/** The header fields that a writing such as `with a cookie` adds. */
const fieldsOfClient = (writing = ''): readonly Header[] =>
  Object.entries({ ...CLIENT_FIELDS, ...BODY_FIELDS }).find(
    ([name]) => writing === `with ${name}`,
  )?.[1] ?? [];

type Fields = readonly [name: string, value: string][];

const grantOf = ({ grant = GRANT }: TokenQuestion): Fields =>
  grant === null ? [] : [['grant_type', grant]];

function fieldsOf(question: TokenQuestion, { id, secret }: Sent): Fields {
  const pair: [string, string][] = [['client_id', id]];
  if (secret !== undefined) pair.push(['client_secret', secret]);
  if (question.mistake === 'secret in a list') pair.push(['client_secret[]', 'assay']);
  const grant = grantOf(question);
  return question.reversed ? [...pair, ...grant] : [...grant, ...pair];
}

/** The fields that the URL contains. */
function queryOf(question: TokenQuestion, fields: Fields): Fields {
  if (question.way === 'query') return fields;
  return question.writing === GRANT_IN_QUERY ? grantOf(question) : [];
}

/** If id and secret are not sent in the form, the form contains only the other fields. */
function bodyOf(
  question: TokenQuestion,
  fields: Fields,
  target: TemplatesTarget,
): string | undefined {
  const { way, writing, method = 'POST' } = question;
  if (method !== 'POST') return undefined;
  const inForm = way === 'form' ? fields : grantOf(question);
  const all = [
    ...(writing === GRANT_IN_QUERY ? inForm.filter(([name]) => name !== 'grant_type') : inForm),
    ...addedFields(question, fields, target),
  ];
  const form = new URLSearchParams(all).toString();
  return writing === 'with needless escapes' ? escaped(form) : form;
}

/** Fields that are not part of a documented request. */
function addedFields(
  { writing }: TokenQuestion,
  fields: Fields,
  { otherClient }: TemplatesTarget,
): Fields {
  const { id = '', secret = '' } = otherClient ?? {};
  const credentials = fields.filter(([name]) => name !== 'grant_type');
  if (writing?.endsWith(BESIDE_THE_FORM)) return credentials;
  switch (writing) {
    case 'naming another client':
      return [['client_id', id]];
    case 'with the credentials of another client in the form':
      return [
        ['client_id', id],
        ['client_secret', secret],
      ];
    case 'with the same credentials in the form':
      return credentials;
    case 'with client_secret twice':
      return fields.filter(([name]) => name === 'client_secret');
    case 'with client_id twice':
      return fields.filter(([name]) => name === 'client_id');
    case 'with grant_type twice':
      return [['grant_type', GRANT]];
    case 'with scope twice':
      return [
        ['scope', ''],
        ['scope', ''],
      ];
    default:
      return [];
  }
}

/** Percent-encodes the first character of the id if it is a letter. */
const escaped = (form: string): string =>
  form.replace(/(?<=\bclient_id=)[A-Za-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`);

export const basicOf = (sent: Sent, raw: boolean): string =>
  `Basic ${Buffer.from(basicPair(sent, raw)).toString('base64')}`;

/**
 * Describes a token request. Returns undefined for other requests, and for credentials that are not
 * made from the settings. The description is searched: among all clients, mistakes and writings,
 * it is the first that `write` converts to this very request.
 */
export function read(request: Request, target: TemplatesTarget): TokenQuestion | undefined {
  const { url, body = '', headers = [] } = request;
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const basic = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const isGrantInQuery = [...new URLSearchParams(query).keys()].join() === 'grant_type';
  const fields = new URLSearchParams(isGrantInQuery ? `${query}&${body}` : query || body);
  if (!isTokenRequest(request, address === tokenUrlOf(target), fields)) return undefined;
  const way = wayOf(basic, isGrantInQuery ? '' : query);
  const seen = conditionsOf(request, { way, fields, address, target });
  const pair = Buffer.from(basic?.slice('Basic '.length) ?? '', 'base64').toString();
  const known = [...possibleSenders(target)].filter(
    ({ credentials }) =>
      (way === 'basic' && isPair(credentials, pair)) || isInFields(credentials, fields),
  );
  // Basic credentials that cannot be read are sent for an unknown client.
  const senders = [...known, ...(way === 'basic' ? [{ conditions: UNKNOWN_CLIENT }] : [])];
  const encodings = way === 'basic' ? [{}, { raw: true }] : [{}];
  const writings = [{}, ...WRITINGS.map((writing) => ({ writing }))];
  return senders
    .flatMap(({ conditions }) => encodings.map((encoding) => ({ ...conditions, ...encoding })))
    .flatMap((sent) => writings.map((as): TokenQuestion => ({ ...seen, ...sent, ...as })))
    .find((question) => isWrittenAs(question, request, target));
}

const UNKNOWN_CLIENT = { client: 'nobody' } as const;

/**
 * A form with a grant type that is sent to another URL is also a token request, because the
 * discovery document may name another URL.
 */
const isTokenRequest = (
  { lane, method }: Request,
  isHere: boolean,
  fields: URLSearchParams,
): boolean => isHere || (lane === 'token' && method === 'POST' && fields.has('grant_type'));

function wayOf(basic: string | undefined, query: string): TokenQuestion['way'] {
  if (basic !== undefined) return 'basic';
  return query === '' ? 'form' : 'query';
}

interface RequestParts {
  readonly way: TokenQuestion['way'];
  readonly fields: URLSearchParams;
  readonly address: string;
  readonly target: TemplatesTarget;
}

/** Returns the description without the client, the mistake and the encoding of Basic. */
function conditionsOf(request: Request, { way, fields, address, target }: RequestParts) {
  const grant = fields.get('grant_type');
  const isReversed = [...fields.keys()][0] === 'client_id' && grant !== null;
  return {
    ask: 'token',
    way,
    ...(isReversed ? { reversed: true } : {}),
    ...(grant === GRANT ? {} : { grant }),
    ...(request.method === 'GET' ? { method: 'GET' } : {}),
    ...(address === tokenUrlOf(target) ? {} : { address }),
  } as const;
}

/** Yields the credentials of each client without a mistake, and with each mistake. */
function* possibleSenders(target: TemplatesTarget) {
  for (const client of Object.keys(OWNERS) as Owner[]) {
    for (const mistake of [undefined, ...MISTAKES]) {
      const credentials = sentFor(client, mistake, target);
      const conditions = mistake === undefined ? { client } : { client, mistake };
      if (credentials !== undefined) yield { credentials, conditions };
    }
  }
}

const isPair = (sent: Sent, pair: string): boolean =>
  basicPair(sent, true) === pair || basicPair(sent, false) === pair;

const isInFields = (sent: Sent, fields: URLSearchParams): boolean =>
  sent.id === (fields.get('client_id') ?? '') &&
  (sent.secret ?? null) === fields.get('client_secret');

function isWrittenAs(question: TokenQuestion, request: Request, target: TemplatesTarget): boolean {
  const written = write(question, target);
  const isSame = (name: string): boolean => fieldOf(written, name) === fieldOf(request, name);
  return (
    written.url === request.url &&
    (written.body ?? '') === (request.body ?? '') &&
    isSame('authorization') &&
    typeOf(written) === typeOf(request) &&
    clientFieldsOf(written) === clientFieldsOf(request) &&
    (fieldOf(written, 'accept') === undefined) === (fieldOf(request, 'accept') === undefined)
  );
}

const fieldOf = ({ headers = [] }: Request, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

const clientFieldsOf = ({ headers = [] }: Request): string =>
  JSON.stringify(headers.filter((field) => areOfClient([field])));

/** Other media types than those of `FORM_TYPES` do not count. */
function typeOf(request: Request): string | undefined {
  const type = fieldOf(request, 'content-type');
  return Object.values(FORM_TYPES).find((one) => one === type);
}

const WAYS = { form: 'the form', basic: 'HTTP Basic', query: 'the query string' } as const;

/**
 * Returns a description in words, such as `a token request of the client by HTTP Basic with the
 * secret cut short`.
 */
export function name({
  client,
  mistake,
  way,
  raw,
  reversed,
  grant,
  method,
  address,
  writing,
}: TokenQuestion): string {
  return [
    `a token request of ${OWNERS[client][2]} by ${WAYS[way]}`,
    ...(raw ? ['not form-encoded'] : []),
    ...(reversed ? ['in another order'] : []),
    ...(mistake === undefined ? [] : [`with the ${mistake}`]),
    ...(writing === undefined ? [] : [writing]),
    ...(grant === undefined
      ? []
      : [grant === null ? 'without grant_type' : `with grant_type=${grant}`]),
    ...(method === undefined ? [] : ['as GET']),
    ...(address === undefined ? [] : [`at ${address}`]),
  ].join(' ');
}
