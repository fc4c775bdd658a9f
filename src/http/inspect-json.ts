/**
 * Inspects JSON text before it is parsed, to refuse documents that are too deep or too large, or
 * that contain an unusable string or number.
 */

import { isObject, jsonValue, type Members } from '../schema/json-value.js';

/** Recursive code may fail on deeper documents. The interfaces need only a few levels. */
const MAX_DEPTH = 200;
/** The largest page of an interface has about a hundredth of this number of values. */
const MAX_VALUES = 1_000_000;
/** A record has about a hundredth of this number of columns. */
const MAX_MEMBERS = 50_000;

const [QUOTE, BACKSLASH, COMMA, COLON, LOWER_U] = [34, 92, 44, 58, 117];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

export interface JsonInspection {
  /**
   * Why the text must not be parsed: it is nested too deep, has too many values or members, half a
   * surrogate pair (RFC 8259 section 8.2), or a number beyond the range of a double (section 6).
   */
  readonly fault?: string;
  /**
   * The number of values, up to the fault if there is one. Commas are counted, so an empty list or
   * object counts as if it had an element.
   */
  readonly values: number;
  /** The largest number of nested lists and objects. */
  readonly depth: number;
}

/** Reads the text once, without building values. */
export function inspectJson(text: string): JsonInspection {
  const mayHaveHalves = !text.isWellFormed() || ESCAPED_HALF.test(text);
  const endOfString = mayHaveHalves ? endOfCheckedString : endOfSafeString;
  let depth = 0;
  let deepest = 0;
  let values = 1;
  const faulty = (fault: string): JsonInspection => ({ fault, values, depth: deepest });
  const members = new Uint32Array(MAX_DEPTH + 1);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at + 1);
      if (end < 0) return faulty('a string with half a surrogate pair');
      at = end;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      deepest = Math.max(deepest, depth);
      if (depth > MAX_DEPTH) return faulty(`JSON nested more than ${MAX_DEPTH} deep`);
      members[depth] = 0;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if (code === COLON) {
      const count = (members[depth] ?? 0) + 1;
      members[depth] = count;
      if (count > MAX_MEMBERS) return faulty(`a JSON object of more than ${MAX_MEMBERS} members`);
    } else if (code === COMMA) {
      values += 1;
      if (values > MAX_VALUES) return faulty(`JSON of more than ${MAX_VALUES} values`);
    } else if (isDigit(code)) {
      const end = endOfNumber(text, at);
      if (end < 0) return faulty('a number out of range');
      at = end - 1;
    }
  }
  return { values, depth: deepest };
}

export const faultOfJson = (text: string): string | undefined => inspectJson(text).fault;

/** Like `jsonValue`, but returns undefined also for JSON that is too deep or too large. */
export const boundedJson = (text: string): unknown =>
  faultOfJson(text) === undefined ? jsonValue(text) : undefined;

/** The members of a part of a JWT (RFC 7519 section 3). Undefined if it is not a JSON object. */
export function jwtPart(part: string): Members | undefined {
  const value = boundedJson(Buffer.from(part, 'base64url').toString());
  return isObject(value) ? value : undefined;
}

/** Whether separately inspected parts may be parsed as one document with `levels` more levels. */
export const mayBeJoined = (parts: readonly JsonInspection[], levels: number): boolean =>
  parts.every(({ fault, depth }) => fault === undefined && depth + levels <= MAX_DEPTH) &&
  parts.reduce((sum, { values }) => sum + values, 0) <= MAX_VALUES;

/** An escape sequence for half a surrogate pair. The other half may follow it. */
const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;

/**
 * Returns the index of the closing quote, or the length of the text if there is none. Does not
 * search for half surrogate pairs.
 */
function endOfSafeString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (at - escapes > begin && text.charCodeAt(at - escapes - 1) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Returns the same index as `endOfSafeString`, or -1 if the string contains half a surrogate pair,
 * raw or escaped.
 */
function endOfCheckedString(text: string, begin: number): number {
  let high = false;
  for (let at = begin; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (code === QUOTE) return high ? -1 : at;
    if (code === BACKSLASH) {
      const isUnit = text.charCodeAt(at + 1) === LOWER_U;
      code = isUnit ? Number.parseInt(text.slice(at + 2, at + 6), 16) : 0;
      at += isUnit ? 5 : 1;
    }
    const low = code >= 0xdc00 && code <= 0xdfff;
    if (high !== low) return -1;
    high = code >= 0xd800 && code <= 0xdbff;
  }
  return text.length;
}

/** Every whole number with at most this number of digits is in the range of a double. */
const SAFE_DIGITS = 308;

/** Returns the index after the number, or -1 if the number is out of the range of a double. */
function endOfNumber(text: string, begin: number): number {
  let at = begin + 1;
  while (isDigit(text.charCodeAt(at))) at += 1;
  if (at - begin <= SAFE_DIGITS && !isOfNumber(text.charAt(at))) return at;
  while (isDigit(text.charCodeAt(at)) || isOfNumber(text.charAt(at))) at += 1;
  return Number.isFinite(Number(text.slice(begin, at))) ? at : -1;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** Whether a character continues a number. At the end of the document it is the empty string. */
const isOfNumber = (character: string): boolean => character !== '' && '.eE+-'.includes(character);
