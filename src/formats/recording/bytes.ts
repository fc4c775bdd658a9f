/** Reads the bytes of a recording file, compressed or not, and decodes its text. */

import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isGzip, streamedPiecesOf, uncompressed, unreadable } from '../../settings/index.js';

/** The beginning of a file, in bytes, from which its format is recognized. */
const HEAD = 64 * 1024;
/**
 * The beginning of a compressed file, in compressed bytes. It is shorter, because decompressed JSON
 * may be a thousand times longer.
 */
const COMPRESSED_HEAD = 4 * 1024;

/** Returns the decompressed beginning of a file. Throws a UsageError if it cannot be read. */
export function headOf(file: string, name: string): Buffer {
  const bytes = Buffer.alloc(HEAD);
  try {
    const opened = openSync(file, 'r');
    try {
      const head = bytes.subarray(0, readSync(opened, bytes, 0, HEAD, 0));
      return isGzip(head) ? uncompressed(head.subarray(0, COMPRESSED_HEAD)) : head;
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw unreadable(`The recording ${name}`, error, REMEDY);
  }
}

export const REMEDY = 'Name a HAR file, a ledger or NDJSON.';

/** UTF-16 without a byte order mark is recognized by the zero bytes of ASCII characters. */
export function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Reads the text of a file in pieces, decompressed and without a byte order mark. Invalid bytes
 * become U+FFFD. `reportDamage` is called if compressed data is torn or damaged. What precedes the
 * damage is returned.
 */
export async function* textOf(
  file: string,
  head: Buffer,
  reportDamage: () => void,
): AsyncGenerator<string> {
  const decode = decoderFrom(encodingOf(head));
  const pieces = streamedPiecesOf(file);
  for (let piece = await pieces.next(); ; piece = await pieces.next()) {
    if (!piece.done) yield decode(piece.value);
    else if (piece.value === undefined) break;
    else {
      reportDamage();
      break;
    }
  }
  yield decode();
}

/**
 * Returns a function that decodes text in pieces, without a byte order mark. If it is called
 * without a piece, it returns the rest. For UTF-8, `StringDecoder` is twice as fast as
 * `TextDecoder`.
 */
function decoderFrom(encoding: ReturnType<typeof encodingOf>): (chunk?: Buffer) => string {
  if (encoding !== 'utf-8') {
    const decoder = new TextDecoder(encoding);
    return (chunk) => (chunk === undefined ? decoder.decode() : decoder.decode(chunk, MORE));
  }
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  return (chunk) => {
    const text = chunk === undefined ? decoder.end() : decoder.write(chunk);
    const rest = isFirst ? text.replace(/^\uFEFF/, '') : text;
    if (text !== '') isFirst = false;
    return rest;
  };
}

const MORE = { stream: true } as const;
