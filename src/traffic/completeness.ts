/**
 * Decides which parts of a recorded exchange are complete. Recording tools drop, cut and replace
 * parts. A rule must not test an incomplete part.
 */

import { isUtf8 } from 'node:buffer';
import type { Content, HarEntry, HarResponse } from '../formats/har.js';
import {
  codingOf,
  codingsOf,
  decodedFrom,
  type Gap,
  type Gaps,
  type Header,
  type Part,
} from '../http/index.js';
import { percentDecoded } from '../percent-decoded.js';
import { headerOf } from './canonical.js';
import { looksReplaced, MAX_VALUE_LENGTH, type StandIns } from './stand-ins.js';

/**
 * Properties of the whole recording, from which the completeness of a single exchange is inferred.
 */
export interface Usual {
  /** Recognizes placeholders that a tool wrote in place of values. */
  readonly standIns: StandIns;
  /**
   * The names of header fields that occur in requests of the recording. Only names that
   * `tellingFields` returns are listed.
   */
  readonly seen: ReadonlySet<string>;
  /** Whether a tool wrote the recording as HAR. Some of these tools drop header fields. */
  readonly isOfTool: boolean;
}

export interface Parts {
  /** Set if a part of the request is unknown. No rule can then test the exchange. */
  readonly obstacle?: Gap | undefined;
  /** Set if fields of the request may be missing. */
  readonly requestHeaders?: Gap | undefined;
  /** Whether a request without Accept was really sent without it. Some recorders drop the field. */
  readonly isAcceptKnown: boolean;
  readonly gaps: Gaps;
  /** undefined if the body is incomplete. */
  readonly body: Buffer | undefined;
}

export function partsOf(entry: HarEntry, usual: Usual): Parts {
  const { response } = entry;
  const read = response === undefined ? { body: undefined } : bodyOf(response, usual);
  const requestHeaders = requestHeadersGap(entry, usual);
  return {
    obstacle: requestLineGap(entry) ?? requestBodyGap(entry, usual),
    requestHeaders,
    isAcceptKnown: requestHeaders === undefined && usual.seen.has(ACCEPT),
    gaps: {
      headers: response && responseHeadersGap(response),
      fields: response && replacedFields(response, usual),
      body: read.gap,
    },
    body: read.body,
  };
}

const gapOf = (part: Part, state: Gap['state'], why: string): Gap => ({ part, state, why });

/** Clients add these fields to each request, in any version of HTTP. */
const AUTOMATIC = ['user-agent', 'accept-encoding'];

const ACCEPT = 'accept';
const CREDENTIAL = /^(?:authorization|cookie|x-.*(?:auth|token|key).*)$/i;

/**
 * The names of those header fields by which the completeness of a request is tested: fields that
 * clients add automatically, Accept, and `credential` for any field with a credential.
 */
export const tellingFields = (headers: readonly Header[]): readonly string[] => [
  ...[...AUTOMATIC, ACCEPT].filter((name) => headerOf(headers, name) !== undefined),
  ...(headers.some(([name]) => CREDENTIAL.test(name)) ? ['credential'] : []),
];

function requestLineGap({ url }: HarEntry): Gap | undefined {
  const [path = '', query = ''] = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/\?(.*)/s);
  const values = query
    .split('&')
    .map((field) => (field.split(/=(.*)/s)[1] ?? '').replaceAll('+', ' '));
  const isReplaced = [...path.split('/'), ...values].some((text) =>
    looksReplaced(percentDecoded(text)),
  );
  return isReplaced
    ? gapOf('request line', 'damaged', 'a part of the address was replaced')
    : undefined;
}

function requestHeadersGap({ headers }: HarEntry, usual: Usual): Gap | undefined {
  const { seen } = usual;
  if (headers.length === 0) return gapOf('request headers', 'absent', 'none recorded');
  const present = tellingFields(headers);
  const lacking = expectedFields(usual).find((name) => seen.has(name) && !present.includes(name));
  if (lacking !== undefined)
    return gapOf('request headers', 'damaged', `without ${lacking}, which other requests have`);
  const isDropped = !seen.has(ACCEPT) && !seen.has('credential');
  return isDropped
    ? gapOf('request headers', 'damaged', 'no request has Accept or a credential')
    : undefined;
}

/**
 * The names of header fields that complete requests contain. If only some requests contain such a
 * field, the requests without it are incomplete. A tool may have dropped the automatic fields from
 * all requests. Then only Accept and the credential are expected.
 */
function expectedFields({ seen, isOfTool }: Usual): readonly string[] {
  const isAutomaticDropped = isOfTool && !AUTOMATIC.some((name) => seen.has(name));
  return isAutomaticDropped ? [ACCEPT, 'credential'] : AUTOMATIC;
}

function requestBodyGap(
  { headers, body, bodySize }: HarEntry,
  { standIns }: Usual,
): Gap | undefined {
  const declared = numberOf(headerOf(headers, 'content-length'));
  const size = Math.max(declared ?? 0, bodySize ?? 0);
  if (body === undefined)
    return size > 0 ? gapOf('request body', 'absent', 'not recorded') : undefined;
  if (Buffer.byteLength(body) < size)
    return gapOf('request body', 'damaged', 'shorter than its size');
  const isReplaced = standIns.has(body) || standIns.replacedIn(body, true) !== undefined;
  return isReplaced ? gapOf('request body', 'damaged', 'replaced by a placeholder') : undefined;
}

/**
 * An origin server sends `Date` in each response (RFC 9110 section 6.6.1), so headers without it
 * may be incomplete.
 */
function responseHeadersGap({ headers }: HarResponse): Gap | undefined {
  if (headers.length === 0) return gapOf('response headers', 'absent', 'none recorded');
  if (headerOf(headers, 'date') !== undefined) return undefined;
  return gapOf('response headers', 'damaged', 'without Date, so other fields may be missing, too');
}

/**
 * Returns the gaps of fields whose values are placeholders, by their names in lower case. A
 * Content-Type that differs from the recorded type of the content counts as replaced, too.
 */
function replacedFields(
  { headers, content }: HarResponse,
  { standIns }: Usual,
): ReadonlyMap<string, Gap> {
  const replaced = gapOf('response headers', 'damaged', 'values replaced by a placeholder');
  const fields = new Map(
    headers.flatMap(([name, value]) =>
      standIns.has(value) ? [[name.toLowerCase(), replaced] as const] : [],
    ),
  );
  const type = typeOf(headerOf(headers, 'content-type'));
  const mimeType = typeOf(content?.mimeType);
  if (type !== '' && mimeType.includes('/') && mimeType !== 'x-unknown' && mimeType !== type)
    fields.set(
      'content-type',
      gapOf('response headers', 'damaged', 'Content-Type is not the type of the content'),
    );
  return fields;
}

const typeOf = (field: string | undefined): string =>
  (field?.split(';')[0] ?? '').trim().toLowerCase();

interface ReadBody {
  readonly body: Buffer | undefined;
  readonly gap?: Gap;
}

const bodyGap = (state: Gap['state'], why: string): ReadBody => ({
  body: undefined,
  gap: gapOf('response body', state, why),
});

/** Statuses without a body (RFC 9110 sections 15.3.5 and 15.4.5). */
const BODILESS = new Set([204, 304]);

/** The body without its content coding, or the reason why the body is incomplete. */
function bodyOf(response: HarResponse, { standIns }: Usual): ReadBody {
  const { content, headers, status } = response;
  if (content === undefined)
    return response.body === undefined
      ? bodyGap('absent', 'not recorded')
      : { body: response.body };
  const length = numberOf(headerOf(headers, 'content-length'));
  const { text = '' } = content;
  // Tools omit bodies in different ways, so a body counts as empty only if the status allows no
  // body or Content-Length is 0.
  if (text === '')
    return BODILESS.has(status) || length === 0
      ? { body: Buffer.alloc(0) }
      : bodyGap('absent', 'not recorded');
  const read = bytesIn(content, headers);
  if (read.body === undefined) return read;
  if (
    text.length <= MAX_VALUE_LENGTH &&
    standIns.has(text.trim().replace(/^"(.*)"$/s, '$1')) &&
    !isJson(text)
  )
    return bodyGap('damaged', 'replaced by a placeholder');
  const isSent = length === read.body.length;
  return sizeGap(read.body, response) ?? textGap(read.body, { status, isSent }, standIns) ?? read;
}

/** A JSON object, array or null. */
const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;
const BASE64URL = /^[A-Za-z0-9_\s-]*={0,2}\s*$/;

/** The original bytes, from the text that the recorder wrote. */
function bytesIn(content: Content, headers: readonly Header[]): ReadBody {
  const { text = '', encoding, size } = content;
  if (encoding !== undefined && encoding !== 'base64')
    return bodyGap('damaged', `in an unknown encoding (${encoding})`);
  const plain = encodedIn(text, headers);
  if (encoding === undefined) {
    if (plain === undefined) return bodyGap('damaged', 'characters that its charset does not have');
    return misreadIn(text, plain, size) ?? withoutCoding(plain, headers);
  }
  const isBase64 = BASE64.test(text) || BASE64URL.test(text);
  const bytes = Buffer.from(text, 'base64');
  const isCoded = codingOf(bytes) !== undefined || codingsOf(headers).length > 0;
  if (isBase64 && (isCoded || bytes.length === size || plain?.length !== size))
    return withoutCoding(bytes, headers);
  // Plain text that has the stated size was labelled base64 by mistake.
  if (plain !== undefined && plain.length === size) return { body: plain };
  return bodyGap('damaged', 'labelled base64, but not in base64');
}

/** UTF-8 that was read as Latin-1 or Windows-1252. A letter such as ü became two characters. */
const MISREAD = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0192\u02c6-\u02dc\u2013-\u2122]/;

/**
 * Restores UTF-8 that a recorder read as another charset. Returns undefined if the text does not
 * look like this. Returns a gap if the size does not confirm the restored bytes.
 */
function misreadIn(text: string, plain: Buffer, size: number | undefined): ReadBody | undefined {
  if (plain.length === size || !MISREAD.test(text)) return undefined;
  const bytes = Buffer.from(text, 'latin1');
  if (isLatin1(text) && isUtf8(bytes) && bytes.length === size) return { body: bytes };
  return bodyGap('damaged', 'UTF-8 that was read as another charset');
}

/** Decompresses a body, which some recorders store compressed. */
function withoutCoding(bytes: Buffer, headers: readonly Header[]): ReadBody {
  const codings = codingsOf(headers);
  const shown = codingOf(bytes);
  const isText = isUtf8(bytes) && !bytes.includes(0);
  if (shown === undefined && (isText || codings.length === 0)) return { body: bytes };
  const decodedBody = decodedFrom(bytes, codings.length > 0 ? codings : [shown ?? '']);
  return decodedBody === undefined
    ? bodyGap('damaged', 'still compressed, and cannot be read')
    : { body: decodedBody };
}

/** Rules read a body in the charset of the response, so the text is encoded in this charset. */
function encodedIn(text: string, headers: readonly Header[]): Buffer | undefined {
  const [, charset = 'utf-8'] =
    /charset\s*=\s*"?([^";\s]+)/i.exec(headerOf(headers, 'content-type') ?? '') ?? [];
  if (/^utf-?8$/i.test(charset) || isAscii(text)) return Buffer.from(text);
  if (/^(?:iso-8859-1|latin1|us-ascii)$/i.test(charset))
    return isLatin1(text) ? Buffer.from(text, 'latin1') : undefined;
  if (/^utf-?16(?:le)?$/i.test(charset)) return Buffer.from(text, 'utf16le');
  if (/^utf-?16be$/i.test(charset)) return Buffer.from(text, 'utf16le').swap16();
  return undefined;
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;
const isLatin1 = (text: string): boolean => Buffer.from(text, 'latin1').toString('latin1') === text;

/** Finds a body whose size contradicts the sizes that the recording states. */
function sizeGap(body: Buffer, response: HarResponse): ReadBody | undefined {
  const { headers, content = {} } = response;
  const length = numberOf(headerOf(headers, 'content-length'));
  const statedSize = content.size === 0 ? undefined : content.size;
  // For a compressed body, both Content-Length and the stated size may be the compressed size.
  const isCoded = codingsOf(headers).length > 0;
  const isSizeOfBody = (size: number | undefined): boolean =>
    size !== undefined && (size === body.length || otherSizes(body, headers).includes(size));
  const isBodyShorterThan = (size: number | undefined): boolean =>
    size !== undefined && body.length < size && !isSizeOfBody(size);
  if (isBodyShorterThan(statedSize)) return bodyGap('damaged', 'shorter than its size');
  if (!isCoded && isBodyShorterThan(length))
    return bodyGap('damaged', 'shorter than Content-Length');
  if ((isCoded || !isSizeOfBody(length)) && endsEarly(body))
    return bodyGap('damaged', 'JSON that ends early');
  const size = statedSize ?? length;
  if (isCoded || size === undefined || isSizeOfBody(size)) return undefined;
  return bodyGap('damaged', 'longer than its size, so it was converted or replaced');
}

/**
 * Sizes that recorders may state instead of the length of the body: the number of characters, the
 * number of bytes with a byte order mark, or the number of bytes in UTF-16.
 */
function otherSizes(body: Buffer, headers: readonly Header[]): readonly number[] {
  if (!isUtf8(body)) return [];
  const text = body.toString();
  const marked = isJson(text) ? [body.length + MARK.length] : [];
  const isWide = /charset\s*=\s*"?utf-?16/i.test(headerOf(headers, 'content-type') ?? '');
  return [text.length, ...marked, ...(isWide ? [2 * text.length, 2 * text.length + 2] : [])];
}

const MARK = Buffer.from('\ufeff');

/** A JSON string. Its end may be missing. */
const STRING = /"(?:[^"\\]|\\.)*"?/gs;

/**
 * Whether an object or array is not closed. The last character may still be a closing bracket, if
 * the text was cut after an inner value.
 */
function endsEarly(body: Buffer): boolean {
  const text = body.toString().trim();
  if (!/^[{[]/.test(text)) return false;
  if (!/[}\]]$/.test(text)) return true;
  if (isJson(text)) return false;
  const outside = text.replace(STRING, '');
  const opened = outside.match(/[{[]/g)?.length ?? 0;
  const closed = outside.match(/[}\]]/g)?.length ?? 0;
  return opened > closed;
}

/** Finds a body whose text was replaced, or that lost characters in a conversion. */
function textGap(
  body: Buffer,
  { status, isSent }: { readonly status: number; readonly isSent: boolean },
  standIns: StandIns,
): ReadBody | undefined {
  if (!isUtf8(body)) return undefined;
  const text = body.toString();
  if (text.includes('\ufffd')) return bodyGap('damaged', 'characters lost in a conversion');
  const replaced = standIns.replacedIn(text, status >= 400, isSent);
  return replaced === undefined
    ? undefined
    : bodyGap('damaged', 'values replaced by a placeholder');
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
