/**
 * The response to a request, as it arrived or was recorded. The body is decoded and parsed on
 * demand.
 */

import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Body, type Piece } from './body.js';
import { type Gaps, NotWhole } from './gaps.js';
import { faultOfJson } from './inspect-json.js';
import type { Header, Request } from './request.js';

/** The texts and parsed values of larger bodies may be garbage-collected and made again. */
const LARGEST_KEPT_BYTES = 1024 * 1024;

interface ResponseParts {
  readonly status: number;
  readonly headers: readonly Header[];
  /** The body after transfer and content coding were removed. */
  readonly body: Buffer | Body;
  /** The parts that a recording lacks. Default: none. */
  readonly gaps?: Gaps | undefined;
}

interface Occurrence {
  /** The number of the exchange in the run or recording. */
  readonly exchange: number;
  /** Milliseconds since the epoch. Default 0, which means unknown. */
  readonly sentAt?: number;
  /** Milliseconds since the epoch. Default: `sentAt`. */
  readonly receivedAt?: number;
}

export class Answer {
  readonly status: number;
  /**
   * The header fields as they were sent or recorded. A recording may lack or replace fields.
   * `header` throws for these fields.
   */
  readonly headers: readonly Header[];
  readonly gaps: Gaps;
  readonly exchange: number;
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly #content: Body;

  constructor(
    readonly request: Request,
    { status, headers, body, gaps = {} }: ResponseParts,
    { exchange, sentAt = 0, receivedAt = sentAt }: Occurrence,
  ) {
    this.status = status;
    this.headers = headers;
    this.gaps = gaps;
    this.exchange = exchange;
    this.sentAt = sentAt;
    this.receivedAt = receivedAt;
    this.#content = body instanceof Body ? body : Body.undivided(body);
  }

  /**
   * The body in parts. Equal parts of several answers are one object. Throws `NotWhole` if the body
   * was not recorded completely.
   */
  get content(): Body {
    if (this.gaps.body !== undefined) throw new NotWhole(this.gaps.body);
    return this.#content;
  }

  /** Whether this response came before the request of the other one was sent. */
  isBefore({ sentAt, exchange }: Answer): boolean {
    return this.receivedAt <= sentAt && this.exchange < exchange;
  }

  /** Whether all parts are present. Only a recorded answer can lack parts. */
  get isWhole(): boolean {
    const { headers, fields, body } = this.gaps;
    return headers === undefined && body === undefined && (fields?.size ?? 0) === 0;
  }

  get body(): Buffer {
    const known = this.#body?.deref();
    if (known !== undefined) return known;
    const made = this.content.bytes;
    this.#body = new WeakRef(made);
    return made;
  }
  #body: WeakRef<Buffer> | undefined;

  /** The size of the body in bytes. */
  get size(): number {
    return this.content.length;
  }

  /**
   * Returns the values of a header field, joined with commas (RFC 9110 section 5.3). The result is
   * undefined if the field is missing. Throws `NotWhole` for a field that a recording may have lost
   * or replaced.
   */
  header(name: string): string | undefined {
    const gap = this.gaps.fields?.get(name.toLowerCase());
    if (gap !== undefined) throw new NotWhole(gap);
    const value = this.#recorded(name);
    if (value === undefined && this.gaps.headers !== undefined)
      throw new NotWhole(this.gaps.headers);
    return value;
  }

  #recorded(name: string): string | undefined {
    const values = this.headers
      .filter(([field]) => field.toLowerCase() === name.toLowerCase())
      .map(([, value]) => value);
    return values.length === 0 ? undefined : values.join(', ');
  }

  /** The media type in lower case, without parameters. It is empty if no media type was sent. */
  get mediaType(): string {
    return (this.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  }

  get text(): string {
    const known = this.#text?.deref();
    if (known !== undefined) return known.value;
    const made = {
      value: this.isListInUtf8
        ? this.content.text
        : decoderOf(this.#charset, false).decode(this.body),
    };
    this.#text = new WeakRef(made);
    if (this.content.records.length === 0 && this.size <= LARGEST_KEPT_BYTES) this.#kept.push(made);
    return made.value;
  }
  #text: WeakRef<{ readonly value: string }> | undefined;

  /** The parsed body, or undefined if `jsonFault` contains a reason why it cannot be parsed. */
  get json(): unknown {
    return this.#parse().value;
  }

  get jsonFault(): string | undefined {
    return this.#parse().fault;
  }

  #parse(): Parsed {
    const known = this.#parsed?.deref();
    if (known !== undefined) return known;
    const value = this.isListInUtf8 ? this.content.json : undefined;
    const made = value === undefined ? this.#parsedAsWhole() : { value, fault: undefined };
    this.#parsed = new WeakRef(made);
    // The parsed value of a list needs little memory besides its records, which are shared.
    if (value !== undefined || this.size <= LARGEST_KEPT_BYTES) this.#kept.push(made);
    return made;
  }
  #parsed: WeakRef<Parsed> | undefined;

  /** Equal bodies that are not divided are one object, and share their value. */
  #parsedAsWhole(): Parsed {
    const { head, records } = this.content;
    const charset = this.#charset;
    const shared = records.length === 0 ? wholeValues.get(head) : undefined;
    const known = shared?.charset === charset ? shared.value.deref() : undefined;
    if (known !== undefined) return { value: known, fault: undefined };
    const parsed = parse(this.body, charset, this.text);
    const { value } = parsed;
    if (records.length === 0 && typeof value === 'object' && value !== null)
      wholeValues.set(head, { charset, value: new WeakRef(value) });
    return parsed;
  }
  /**
   * Keeps texts and parsed values in memory. Large texts and values may be garbage-collected, so
   * that many large answers fit into memory.
   */
  readonly #kept: object[] = [];

  /** Whether the body is a list in UTF-8 whose records can be decoded separately. */
  get isListInUtf8(): boolean {
    return this.content.records.length > 0 && /^utf-?8$/i.test(this.#charset);
  }

  get #charset(): string {
    return charsetOf(this.#recorded('content-type'));
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
}

const charsetOf = (contentType = ''): string =>
  /charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';

/** Decodes a body with the charset of its Content-Type, and removes a byte order mark. */
export const textOf = (body: Buffer, contentType: string | undefined): string =>
  decoderOf(charsetOf(contentType), false).decode(body);

interface Parsed {
  readonly value: unknown;
  readonly fault: string | undefined;
}

/** The values of bodies that are not divided. */
const wholeValues = new WeakMap<
  Piece,
  { readonly charset: string; readonly value: WeakRef<object> }
>();

function parse(body: Buffer, charset: string, text: string): Parsed {
  const fault = isDecodable(body, charset) ? faultOfJson(text) : `bytes that are not ${charset}`;
  if (fault !== undefined) return { value: undefined, fault };
  try {
    return { value: JSON.parse(text), fault: undefined };
  } catch {
    return { value: undefined, fault: 'not valid JSON' };
  }
}

/** JSON must be UTF-8 (RFC 8259 section 8.1) unless its charset says otherwise. */
function isDecodable(body: Buffer, charset: string): boolean {
  if (/^utf-?8$/i.test(charset)) return isUtf8(body);
  try {
    decoderOf(charset, true).decode(body);
    return true;
  } catch {
    return false;
  }
}

function decoderOf(charset: string, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal });
  } catch {
    return new TextDecoder('utf-8', { fatal });
  }
}
