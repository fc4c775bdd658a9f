/**
 * The bytes of a response. A list is divided into its records, so that equal records of many pages
 * share memory and parsing.
 */

import { isUtf8 } from 'node:buffer';
import { isObject, jsonValue, type Members } from '../schema/json-value.js';
import { inspectJson, type JsonInspection, mayBeJoined } from './inspect-json.js';

/** Equal parts of bodies are one object, so each part is parsed and redacted once. */
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
/** Before the first record of a list, and after the last record. */
const FIRST = '[{"';
const LAST = '}]';
/** Replaces the records while the rest of a body is parsed. */
const PLACEHOLDER = 'assay:records';
/** The nesting levels around the records: the document and the list. */
const LEVELS = 2;

export class Body {
  /** The text before the records, or the whole body if it is not a list of records. */
  readonly head: Piece;
  /** The body separates records by commas. */
  readonly records: readonly Piece[];
  readonly tail: Piece;
  /** In bytes. */
  readonly length: number;

  constructor(length: number, head: Piece, records: readonly Piece[] = [], tail: Piece = NOTHING) {
    this.length = length;
    this.head = head;
    this.records = records;
    this.tail = tail;
  }

  /** For a response that is read only once. */
  static undivided(bytes: Buffer): Body {
    return new Body(bytes.length, new Piece(bytes));
  }

  /** Joined at each call. */
  get bytes(): Buffer {
    if (this.records.length === 0) return this.head.bytes;
    const list = this.records.flatMap(({ bytes }, index) =>
      index === 0 ? [bytes] : [COMMA, bytes],
    );
    return Buffer.concat([this.head.bytes, ...list, this.tail.bytes]);
  }

  get text(): string {
    return this.head.text + this.records.map(({ text }) => text).join(',') + this.tail.text;
  }

  /** The records are parsed separately. undefined if the body must be parsed as a whole. */
  get json(): unknown {
    const parts = this.records.map(({ record }) => record);
    const around = `${this.head.text}"${PLACEHOLDER}"${this.tail.text}`;
    if (parts.length === 0 || parts.some(({ value }) => value === undefined)) return undefined;
    const inspections = [inspectJson(around), ...parts.map(({ inspection }) => inspection)];
    const document = mayBeJoined(inspections, LEVELS) ? jsonValue(around) : undefined;
    const lists = [document, ...Object.values(Object(document))].filter(isPlaceholder);
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

/**
 * The maximum total size of stored parts in bytes. A run reads the same few thousand records many
 * times.
 */
const MOST_REMEMBERED = 64 * 1024 * 1024;
/** In bytes. Smaller bodies are not stored in shared parts. */
const LEAST_SHARED = 512;
/**
 * A body with more records is not divided. This is ten times the largest page of the vendor. More
 * parts would only use memory.
 */
const MOST_RECORDS = 10_000;
/**
 * The maximum number of stored parts with the same sample. Comparing more parts would take too much
 * time.
 */
const MOST_ALIKE = 8;

export class BodyStore {
  /** The key is a sample number, which is equal for equal parts. */
  readonly #pieces = new Map<number, readonly Piece[]>();
  #remembered = 0;

  /** Text that is not UTF-8 is stored as a whole. */
  keep(bytes: Buffer): Body {
    if (bytes.length < LEAST_SHARED || !isUtf8(bytes)) return Body.undivided(bytes);
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
    const sample = sampleOf(bytes);
    const alike = this.#pieces.get(sample) ?? [];
    const known = alike.find((piece) => piece.bytes.equals(bytes));
    if (known !== undefined) return known;
    if (this.#remembered > MOST_REMEMBERED) {
      this.#pieces.clear();
      this.#remembered = 0;
    }
    const piece = new Piece(Buffer.from(bytes));
    if (alike.length >= MOST_ALIKE) return piece;
    this.#pieces.set(sample, [...alike, piece]);
    this.#remembered += bytes.length;
    return piece;
  }
}

/**
 * Equal for equal bytes. Made from the length and from some bytes at the beginning, in the middle
 * and at the end.
 */
function sampleOf(bytes: Buffer): number {
  const middle = bytes.length >> 1;
  let sample = bytes.length;
  for (let at = 0; at < Math.min(SAMPLED, middle); at += 1) {
    const three =
      (bytes[at] ?? 0) +
      ((bytes[middle + at] ?? 0) << 8) +
      ((bytes[bytes.length - 1 - at] ?? 0) << 16);
    sample = (Math.imul(sample, 31) + three) | 0;
  }
  return sample;
}

/** The bytes that are read at each of the three positions. */
const SAMPLED = 24;
