/** Reads and writes HAR 1.2 files, the common format for recorded HTTP traffic. */

import type { Entry, Header, Log } from 'har-format';
import { defined } from '../defined.js';
import { membersOf, numberOfValue, textOfValue } from '../schema/json-value.js';

type Field = readonly [name: string, value: string];
type Members = Readonly<Record<string, unknown>>;

/** One entry, reduced to its HTTP exchange. */
export interface HarEntry {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Field[];
  readonly body?: string | undefined;
  /** The time of the request in milliseconds since 1970; NaN if the file does not contain it. */
  readonly at: number;
  readonly durationMs: number;
  readonly response?: HarResponse | undefined;
  /** Members with a leading underscore, which tools add. */
  readonly own: Members;
  /** The size of the request body in bytes, if the file contains it. */
  readonly bodySize?: number | undefined;
}

export interface HarResponse {
  readonly status: number;
  readonly headers: readonly Field[];
  /**
   * The decompressed body; undefined if the body is incomplete or unknown. Reading a file sets only
   * `content`, which `src/traffic` decodes.
   */
  readonly body?: Buffer | undefined;
  /** The body as recorded. It may be incomplete or encoded. */
  readonly content?: Content | undefined;
}

export interface Content {
  readonly text?: string | undefined;
  /** `base64` or another encoding that the recorder names; undefined for plain text. */
  readonly encoding?: string | undefined;
  /** The size in bytes, if the file contains it. */
  readonly size?: number | undefined;
  readonly mimeType?: string | undefined;
}

export interface Har {
  readonly creator: string;
  readonly entries: readonly HarEntry[];
  readonly own: Members;
}

/**
 * Reads parsed JSON. Returns undefined if the value is not a HAR file. Entries without a
 * method or a valid URL are left out.
 */
export function readHar(value: unknown): Har | undefined {
  const { log } = membersOf(value);
  const { entries, creator } = membersOf(log);
  if (!Array.isArray(entries)) return undefined;
  return {
    creator: textOfValue(membersOf(creator).name ?? ''),
    entries: entries.flatMap((entry) => entryOf(membersOf(entry)) ?? []),
    own: ownOf(membersOf(log)),
  };
}

/** Returns undefined if the entry has no method or no valid URL. */
export function entryOf(entry: Members): HarEntry | undefined {
  const { request, response, startedDateTime, time } = entry;
  const { method, url, headers, postData, bodySize } = membersOf(request);
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { status } = membersOf(response);
  const body = bodyOf(membersOf(postData));
  return {
    method: method.toUpperCase(),
    url: url.replace(/#.*$/, ''),
    headers: fieldsOf(headers),
    ...defined({ body }),
    at: Date.parse(textOfValue(startedDateTime)),
    durationMs: typeof time === 'number' && time >= 0 ? time : 0,
    ...(numberOfValue(status) >= 100 ? { response: responseOf(membersOf(response)) } : {}),
    own: ownOf({ ...entry, ...ownOf(membersOf(request)), ...ownOf(membersOf(response)) }),
    ...(typeof bodySize === 'number' && bodySize > 0 ? { bodySize } : {}),
  };
}

/** The body of a request. Some recorders list only the fields of a form, without its text. */
function bodyOf({ text, params }: Members): string | undefined {
  if (typeof text === 'string' && text !== '') return text;
  if (!Array.isArray(params) || params.length === 0) return undefined;
  return new URLSearchParams(
    params.map((one): [string, string] => [
      textOfValue(membersOf(one).name),
      textOfValue(membersOf(one).value),
    ]),
  ).toString();
}

function responseOf({ status, headers, content }: Members): HarResponse {
  const { text, encoding, size, mimeType } = membersOf(content);
  return {
    status: numberOfValue(status),
    headers: fieldsOf(headers),
    content: {
      ...(typeof text === 'string' ? { text } : {}),
      ...(typeof encoding === 'string' && encoding !== ''
        ? { encoding: encoding.toLowerCase() }
        : {}),
      ...(typeof size === 'number' && size >= 0 ? { size } : {}),
      ...(typeof mimeType === 'string' ? { mimeType } : {}),
    },
  };
}

/**
 * Reads header fields from a list or from the members of an object. The pseudo-header fields of
 * HTTP/2 and HTTP/3, such as `:path`, are left out.
 */
const fieldsOf = (headers: unknown): readonly Field[] =>
  (Array.isArray(headers)
    ? headers.map(pairOf)
    : Object.entries(membersOf(headers)).flatMap(pairsOf)
  ).filter(([name]) => !name.startsWith(':'));

/** Reads a header field from a pair, or from an object that has its name in `name` or `key`. */
function pairOf(field: unknown): Field {
  if (Array.isArray(field)) return [textOfValue(field[0]), textOfValue(field[1])];
  const { name, key, value } = membersOf(field);
  return [textOfValue(name ?? key), textOfValue(value ?? '')];
}

const pairsOf = ([name, value]: [string, unknown]): readonly Field[] =>
  (Array.isArray(value) ? value : [value]).map((one): Field => [name, textOfValue(one)]);

/**
 * Recorders report a response from the client's cache in their own members, such as `_fromCache` or
 * `_fetchType: "Disk Cache"`.
 */
export const isFromCache = ({ own }: Pick<HarEntry, 'own'>): boolean =>
  own._fromServiceWorker === true ||
  Object.entries(own).some(
    ([name, value]) =>
      (/cache/i.test(name) && value !== false && value !== null && value !== '') ||
      (typeof value === 'string' && /\bcache\b/i.test(value) && /type|from|source/i.test(name)),
  );

/** The members that a tool added to HAR, whose names begin with an underscore. */
const ownOf = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name.startsWith('_')));

/** Returns the text of a HAR file. */
export function harFile(
  creator: { readonly name: string; readonly version: string },
  har: Omit<Har, 'creator'>,
): string {
  const log: Log = { version: '1.2', creator, entries: har.entries.map(harEntryOf), ...har.own };
  return `${JSON.stringify({ log })}\n`;
}

function harEntryOf({ at, durationMs, own, ...entry }: HarEntry): Entry {
  return {
    startedDateTime: new Date(at).toISOString(),
    time: durationMs,
    request: harRequestOf(entry),
    response: harResponseOf(entry),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...own,
  };
}

type WrittenEntry = Pick<HarEntry, 'method' | 'url' | 'headers' | 'body' | 'response'>;

function harRequestOf({
  method,
  url,
  headers,
  body,
}: WrittenEntry): Omit<Entry['request'], 'postData'> {
  const search = url.split('?')[1];
  // HAR 1.2 requires `params` beside `text`, although the type does not allow both.
  const posted = { mimeType: fieldOf(headers, 'content-type'), params: [], text: body };
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headerObjects(headers),
    queryString: search === undefined ? [] : headerObjects([...new URLSearchParams(search)]),
    ...(body === undefined ? {} : { postData: posted }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  };
}

function harResponseOf({ response }: WrittenEntry): Entry['response'] {
  const headers = response?.headers ?? [];
  const text = response?.body?.toString('utf8') ?? '';
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headerObjects(headers),
    content: {
      size: Buffer.byteLength(text),
      mimeType: fieldOf(headers, 'content-type') || 'x-unknown',
      ...(text === '' ? {} : { text }),
    },
    redirectURL: fieldOf(headers, 'location'),
    headersSize: -1,
    bodySize: -1,
  };
}

const fieldOf = (fields: readonly Field[], wanted: string): string =>
  fields.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

const headerObjects = (fields: readonly Field[]): Header[] =>
  fields.map(([name, value]) => ({ name, value }));
