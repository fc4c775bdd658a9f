/**
 * The bytes of a response. A list is divided into its records, so that equal records of many pages
 * share memory and parsing. The list is found and divided by fixed texts such as `},{"`, without
 * parsing. If a record itself contains a list of objects, its parts are not JSON objects. This is
 * noticed when they are parsed, and the body is then parsed as a whole.
 */

import { isUtf8 } from 'node:buffer';
import { isObject, jsonValue, type Members, membersOf } from '../schema/json-value.js';
import { inspectJson, type JsonInspection, mayBeJoined } from './inspect-json.js';

/** A part of a body. Equal parts share one object, so they are parsed and redacted only once. */
export class Piece {
  readonly bytes: Buffer;
  #length: number | undefined;
  #record: ParsedPiece | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Decoded as UTF-8 at each call, because a text needs up to twice the memory of its bytes. */
  get text(): string {
    return this.bytes.toString();
  }

  /** In characters. The length of a `Body` is in bytes. */
  get length(): number {
    this.#length ??= this.text.length;
    return this.#length;
  }

  /** `value` is undefined if the part is not a JSON object. */
  get record(): ParsedPiece {
    this.#record ??= parsed(this.text);
    return this.#record;
  }
}

interface ParsedPiece {
  readonly inspection: JsonInspection;
  readonly value: Members | undefined;
}

function parsed(text: string): ParsedPiece {
  const inspection = inspectJson(text);
  const value = inspection.fault === undefined ? jsonValue(text) : undefined;
  return { inspection, value: isObject(value) ? value : undefined };
}

/** Separates two records of a list, in JSON without blanks. */
export const BOUNDARY = '},{"';
/** The beginning of a list and of its first record. */
const FIRST = '[{"';
/** The end of the last record and of the list. */
const LAST = '}]';
/** Replaces the records while the rest of a body is parsed. */
const PLACEHOLDER = 'assay:records';
/** The nesting levels around the records: the document and the list. */
const LEVELS = 2;

export class Body {
  /** The text before the records, or the whole body if it is not a list of records. */
  readonly head: Piece;
  /** The records without the commas between them. */
  readonly records: readonly Piece[];
  readonly tail: Piece;
  /** The number of bytes of the whole body. */
  readonly length: number;

  constructor(length: number, head: Piece, records: readonly Piece[] = [], tail: Piece = NOTHING) {
    this.length = length;
    this.head = head;
    this.records = records;
    this.tail = tail;
  }

  /** Makes a body of one part. It is used for a body that is not worth dividing. */
  static undivided(bytes: Buffer): Body {
    return new Body(bytes.length, new Piece(bytes));
  }

  /** The parts are joined at every access, to save memory. */
  get bytes(): Buffer {
    if (this.records.length === 0) return this.head.bytes;
    const list = this.records.flatMap(({ bytes }, index) =>
      index === 0 ? [bytes] : [COMMA, bytes],
    );
    return Buffer.concat([this.head.bytes, ...list, this.tail.bytes]);
  }

  /** The text of the head. A byte order mark at its beginning is removed. */
  get beginning(): string {
    return this.head.text.replace(/^\uFEFF/, '');
  }

  get text(): string {
    return this.beginning + this.records.map(({ text }) => text).join(',') + this.tail.text;
  }

  /**
   * The value, made from separately parsed records. It is undefined if the body must be parsed as a
   * whole.
   */
  get json(): unknown {
    const parts = this.records.map(({ record }) => record);
    const around = `${this.beginning}"${PLACEHOLDER}"${this.tail.text}`;
    if (parts.length === 0 || parts.some(({ value }) => value === undefined)) return undefined;
    const inspections = [inspectJson(around), ...parts.map(({ inspection }) => inspection)];
    const document = mayBeJoined(inspections, LEVELS) ? jsonValue(around) : undefined;
    const lists = [document, ...Object.values(membersOf(document))].filter(isPlaceholder);
    const [list] = lists;
    if (list === undefined || lists.length > 1) return undefined;
    list.length = 0;
    for (const { value } of parts) list.push(value);
    return document;
  }
}

const isPlaceholder = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length === 1 && value[0] === PLACEHOLDER;

const NOTHING = new Piece(Buffer.alloc(0));
const COMMA = Buffer.from(',');

/** If the stored parts have more bytes than this, all of them are removed. */
const MOST_REMEMBERED = 64 * 1024 * 1024;
/** Bodies with fewer bytes are not stored in shared parts. */
const LEAST_SHARED = 512;
/**
 * A body with this number of records is not divided, because many parts need much memory. Usual
 * pages have fewer records.
 */
const MOST_RECORDS = 10_000;
/**
 * The maximum number of stored parts with the same hash. Comparing more parts would take too much
 * time.
 */
const MOST_ALIKE = 8;

/** Makes bodies whose equal parts are one object. */
export class BodyStore {
  /** The keys are the hashes of the parts. */
  readonly #pieces = new Map<number, readonly Piece[]>();
  #remembered = 0;

  /** Makes a body from its bytes. A body that is not UTF-8 is not divided. */
  keep(bytes: Buffer): Body {
    if (bytes.length < LEAST_SHARED || !isUtf8(bytes)) return Body.undivided(bytes);
    // The records stand between the first `[` and the last `]`.
    const begin = bytes.indexOf(FIRST) + 1;
    const end = bytes.lastIndexOf(LAST) + 1;
    if (begin === 0 || end <= begin) return new Body(bytes.length, this.#pieceOf(bytes));
    const records: Piece[] = [];
    let at = begin;
    for (
      let next = bytes.indexOf(BOUNDARY, at);
      next >= 0 && next < end;
      next = bytes.indexOf(BOUNDARY, at)
    ) {
      // The record ends with the `}` of the boundary. The next one begins after the comma.
      records.push(this.#pieceOf(bytes.subarray(at, next + 1)));
      at = next + 2;
      if (records.length === MOST_RECORDS) return new Body(bytes.length, this.#pieceOf(bytes));
    }
    records.push(this.#pieceOf(bytes.subarray(at, end)));
    // The bytes are copied, so that the whole body is not kept in memory.
    const head = new Piece(Buffer.from(bytes.subarray(0, begin)));
    const tail = new Piece(Buffer.from(bytes.subarray(end)));
    return new Body(bytes.length, head, records, tail);
  }

  #pieceOf(bytes: Buffer): Piece {
    const hash = hashOf(bytes);
    const alike = this.#pieces.get(hash) ?? [];
    const known = alike.find((piece) => piece.bytes.equals(bytes));
    if (known !== undefined) return known;
    if (this.#remembered > MOST_REMEMBERED) {
      this.#pieces.clear();
      this.#remembered = 0;
    }
    const piece = new Piece(Buffer.from(bytes));
    if (alike.length >= MOST_ALIKE) return piece;
    this.#pieces.set(hash, [...alike, piece]);
    this.#remembered += bytes.length;
    return piece;
  }
}

/**
 * Computes a hash from the length and from some bytes at the beginning, in the middle and at the
 * end.
 */
function hashOf(bytes: Buffer): number {
  const middle = bytes.length >> 1;
  let hash = bytes.length;
  for (let at = 0; at < Math.min(SAMPLED, middle); at += 1) {
    const three =
      (bytes[at] ?? 0) +
      ((bytes[middle + at] ?? 0) << 8) +
      ((bytes[bytes.length - 1 - at] ?? 0) << 16);
    hash = (Math.imul(hash, 31) + three) | 0;
  }
  return hash;
}

/** The maximum number of bytes that the hash uses at each of the three positions. */
const SAMPLED = 24;
