/** Describes requests to the platform API, and converts them to and from HTTP requests. */

import type { Header, Request } from '../../http/request.js';
import { shortened } from '../../in-words.js';
import {
  areOfBrowser,
  areOfProxy,
  BROWSER,
  CLIENT_FIELDS,
  type ClientField,
  clientOf,
  proxyOf,
} from '../client-headers.js';
import { isHostileQuery } from '../hostile.js';

export interface PlatformAddress {
  readonly baseUrl: string;
  /** Paths below `/platform/v2/`. */
  readonly collections: readonly string[];
  /** The configured headers, such as a credential. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The number of entities on a page without `limit` (Limits; Endpoints, C. Platform API). */
export const DEFAULT_LIMIT = 50;

/**
 * A request of the platform API. `limit`, `cursor` and `previous` may be texts, to send values that
 * are not numbers. The document (the specification) does not define these.
 */
export interface Question {
  readonly collection: string;
  readonly limit?: number | string | undefined;
  readonly cursor?: number | string | undefined;
  readonly previous?: number | string | undefined;
  /**
   * The query string itself, without its question mark, instead of the parameters. It contains a
   * value that no correct client sends.
   */
  readonly search?: string | undefined;
  /** Sends parameters and headers in reverse order. */
  readonly reversed?: boolean | undefined;
  /** Default GET. */
  readonly method?: string | undefined;
  /** Leaves out the configured headers. */
  readonly anonymous?: boolean | undefined;
  /** Adds the header fields that a browser, a proxy or another client would add. Default: none. */
  readonly client?: 'browser' | 'proxy' | ClientField | undefined;
}

export const PARAMETERS = ['limit', 'cursor', 'previous'] as const;

/** The parameters of 2^31 or more. Some databases cannot compare such integers with ids. */
export const beyond31Bits = (question: Question): readonly (typeof PARAMETERS)[number][] =>
  PARAMETERS.filter((name) => {
    const value = question[name];
    return typeof value === 'number' && value >= 2 ** 31;
  });

const ACCEPT: Header = ['Accept', 'application/json'];

/** In a URL, the name of a collection follows this path. */
export const PLATFORM_PATH = '/platform/v2/';
const rootOf = ({ baseUrl }: PlatformAddress): string => `${baseUrl}${PLATFORM_PATH}`;

export function write(question: Question, target: PlatformAddress): Request {
  const { collection, reversed = false, method, anonymous = false, client } = question;
  const inOrder = <T>(items: readonly T[]): T[] => (reversed ? items.toReversed() : [...items]);
  const parameters = PARAMETERS.flatMap((name): [string, string][] =>
    question[name] === undefined ? [] : [[name, String(question[name])]],
  );
  const written = String(new URLSearchParams(inOrder(parameters)));
  const { search = written } = question;
  return {
    interface: 'platform',
    ...(method === undefined ? {} : { method }),
    url: `${rootOf(target)}${collection}${search === '' ? '' : `?${search}`}`,
    headers: [
      ...inOrder<Header>([ACCEPT, ...(anonymous ? [] : Object.entries(target.headers))]),
      ...fieldsOf(client, target),
    ],
  };
}

function fieldsOf(client: Question['client'], { baseUrl }: PlatformAddress): readonly Header[] {
  if (client === undefined) return [];
  if (client === 'browser') return BROWSER;
  return client === 'proxy' ? proxyOf(baseUrl) : CLIENT_FIELDS[client];
}

/** The client that adds these header fields; undefined for any other fields. */
function clientWith(added: readonly Header[]): Question['client'] {
  const client = clientOf(added);
  if (client !== undefined) return client;
  if (areOfBrowser(added)) return 'browser';
  return areOfProxy(added) ? 'proxy' : undefined;
}

/**
 * Reads a request to a configured collection. Returns undefined for any other request, and if a
 * parameter is unknown or repeated.
 */
export function read(
  { url, method, headers = [] }: Request,
  target: PlatformAddress,
): Question | undefined {
  // The group keeps a query that contains another question mark in one part.
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  const collection = path.startsWith(rootOf(target)) ? path.slice(rootOf(target).length) : '';
  if (!target.collections.includes(collection)) return undefined;
  const sent = new Map(headers);
  const isAnonymous = Object.entries(target.headers).some(
    ([name, value]) => sent.get(name) !== value,
  );
  const parameters = isHostileQuery(search) ? [] : [...new URLSearchParams(search)];
  const query = isHostileQuery(search) ? { search } : readParameters(parameters);
  if (query === undefined) return undefined;
  const names = parameters.map(([name]) => name);
  const client = clientWith(
    headers.filter(([field]) => field !== ACCEPT[0] && !Object.hasOwn(target.headers, field)),
  );
  return {
    collection,
    ...query,
    ...(isReversed(names, headers) ? { reversed: true } : {}),
    ...(method === undefined || method === 'GET' ? {} : { method }),
    ...(isAnonymous ? { anonymous: true } : {}),
    ...(client === undefined ? {} : { client }),
  };
}

/** Returns undefined if a parameter is unknown or repeated. */
function readParameters(
  parameters: readonly (readonly [string, string])[],
): Partial<Question> | undefined {
  const question: { -readonly [N in (typeof PARAMETERS)[number]]?: number | string } = {};
  for (const [name, value] of parameters) {
    const known = PARAMETERS.find((parameter) => parameter === name);
    if (known === undefined || question[known] !== undefined) return undefined;
    question[known] =
      /^(?:0|[1-9]\d*)$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  return question;
}

/**
 * Whether the parameters are in reverse order. With fewer than two parameters, the order of the
 * headers decides.
 */
function isReversed(names: readonly string[], headers: readonly Header[]): boolean {
  const positions = names.map((name) => (PARAMETERS as readonly string[]).indexOf(name));
  return positions.length > 1
    ? positions.some((position, at) => position < (positions[at - 1] ?? -1))
    : headers.length > 1 && headers[0]?.[0] !== ACCEPT[0];
}

const describeClient = (client: NonNullable<Question['client']>): string =>
  client === 'browser' || client === 'proxy'
    ? `with the header fields of a ${client}`
    : `with ${client}`;

/** Describes a request, for example `limit=1 with cursor=12 on sites`. */
export function name({
  collection,
  reversed = false,
  method,
  anonymous = false,
  client,
  search,
  ...query
}: Question): string {
  const parts = PARAMETERS.flatMap((parameter) =>
    query[parameter] === undefined ? [] : [`${parameter}=${query[parameter]}`],
  );
  return [
    ...(method === undefined ? [] : [method]),
    ...(search === undefined ? [] : [`the query ${shortened(search)}`]),
    ...(search !== undefined || parts.length > 0 ? parts : ['no parameters']).slice(0, 1),
    ...parts.slice(1).map((part) => `with ${part}`),
    ...(reversed ? ['in reverse order'] : []),
    `on ${collection}`,
    ...(anonymous ? ['without authentication'] : []),
    ...(client === undefined ? [] : [describeClient(client)]),
  ].join(' ');
}
