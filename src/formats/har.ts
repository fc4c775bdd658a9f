import type { Entry, Header, Log } from 'har-format';

type Field = readonly [name: string, value: string];
type Members = Readonly<Record<string, unknown>>;

/** One entry of a HAR 1.2 file, as far as it is about HTTP. */
export interface HarEntry {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Field[];
  readonly body?: string | undefined;
  /** Milliseconds since 1970; NaN where the file does not say. */
  readonly at: number;
  readonly durationMs: number;
  /** Undefined where no response came. */
  readonly response?: HarResponse | undefined;
  /** Members whose names begin with an underscore: what a tool adds for itself. */
  readonly own: Members;
}

export interface HarResponse {
  readonly status: number;
  readonly headers: readonly Field[];
  /** The body without its content coding; undefined where the file has none or a part of it. */
  readonly body: Buffer | undefined;
}

export interface Har {
  /** The program that made it. */
  readonly creator: string;
  readonly entries: readonly HarEntry[];
  readonly own: Members;
}

/** A HAR file by its content; undefined for what is none. Entries without an address are left out. */
export function readHar(value: unknown): Har | undefined {
  const { log } = Object(value) as Members;
  const { entries, creator } = Object(log) as Members;
  if (!Array.isArray(entries)) return undefined;
  return {
    creator: String(Object(creator).name ?? ''),
    entries: entries.flatMap((entry) => entryOf(Object(entry)) ?? []),
    own: ownOf(Object(log)),
  };
}

function entryOf(entry: Members): HarEntry | undefined {
  const { request, response, startedDateTime, time } = entry;
  const { method, url, headers, postData } = Object(request);
  if (typeof method !== 'string' || !URL.canParse(url)) return undefined;
  const { status } = Object(response);
  const body = bodyOf(Object(postData));
  return {
    method: method.toUpperCase(),
    url: String(url).replace(/#.*$/, ''),
    headers: fieldsOf(headers),
    ...(body === undefined ? {} : { body }),
    at: Date.parse(String(startedDateTime)),
    durationMs: typeof time === 'number' && time >= 0 ? time : 0,
    ...(status >= 100 ? { response: responseOf(Object(response)) } : {}),
    own: ownOf(entry),
  };
}

/** The text of a request's body; a form may be given by its fields alone. */
function bodyOf({ text, params }: Members): string | undefined {
  if (typeof text === 'string' && text !== '') return text;
  if (!Array.isArray(params) || params.length === 0) return undefined;
  return new URLSearchParams(
    params.map((one): [string, string] => [String(Object(one).name), String(Object(one).value)]),
  ).toString();
}

function responseOf({ status, headers, content }: Members): HarResponse {
  const fields = fieldsOf(headers);
  const { text, encoding } = Object(content) as Members;
  const length = fields.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  // Tools leave out bodies in different ways: what is not said to be empty is not taken for empty.
  const isEmpty = status === 204 || status === 304 || length === '0';
  const body =
    typeof text === 'string' && text !== ''
      ? Buffer.from(text, encoding === 'base64' ? 'base64' : charsetOf(fields))
      : isEmpty
        ? Buffer.alloc(0)
        : undefined;
  return { status: Number(status), headers: fields, body };
}

/** The text of a file is Unicode; what judges a body reads it by its own charset. */
const charsetOf = (headers: readonly Field[]): 'latin1' | 'utf8' =>
  /charset\s*=\s*"?(?:iso-8859-1|latin1|us-ascii)/i.test(
    headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
  )
    ? 'latin1'
    : 'utf8';

/** Fields without the pseudo fields of HTTP/2 and HTTP/3. */
const fieldsOf = (headers: unknown): readonly Field[] =>
  (Array.isArray(headers) ? headers : [])
    .map((field): Field => [String(Object(field).name), String(Object(field).value)])
    .filter(([name]) => !name.startsWith(':'));

const ownOf = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name.startsWith('_')));

/** A HAR 1.2 file. */
export function harFile(
  creator: { readonly name: string; readonly version: string },
  har: Omit<Har, 'creator'>,
): string {
  const log: Log = { version: '1.2', creator, entries: har.entries.map(written), ...har.own };
  return `${JSON.stringify({ log })}\n`;
}

function written({ at, durationMs, own, ...entry }: HarEntry): Entry {
  return {
    startedDateTime: new Date(at).toISOString(),
    time: durationMs,
    request: writtenRequest(entry),
    response: writtenResponse(entry),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...own,
  };
}

type Written = Pick<HarEntry, 'method' | 'url' | 'headers' | 'body' | 'response'>;

function writtenRequest({ method, url, headers, body }: Written): Omit<Entry['request'], 'postData'> {
  const search = url.split('?')[1];
  // HAR 1.2 requires `params` beside `text`, which its type excludes.
  const posted = { mimeType: fieldOf(headers, 'content-type'), params: [], text: body };
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: named(headers),
    queryString: search === undefined ? [] : named([...new URLSearchParams(search)]),
    ...(body === undefined ? {} : { postData: posted }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  };
}

function writtenResponse({ response }: Written): Entry['response'] {
  const headers = response?.headers ?? [];
  const text = response?.body?.toString('utf8') ?? '';
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: named(headers),
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

/** The value of a field; empty where there is none. */
const fieldOf = (fields: readonly Field[], wanted: string): string =>
  fields.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

const named = (fields: readonly Field[]): Header[] => fields.map(([name, value]) => ({ name, value }));
