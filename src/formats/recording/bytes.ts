/** Reads the bytes of a recording file, compressed or not, and decodes its text. */

import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { unreadable } from '../../settings/index.js';

/**
 * The number of bytes of one read. A larger number would need more memory and delay an
 * interruption, which is noticed only between two reads.
 */
const CHUNK = 256 * 1024;
/** The beginning of a file, in bytes, from which its format is recognized. */
const HEAD = 64 * 1024;
/**
 * The beginning of a compressed file, in compressed bytes. It is shorter, because decompressed JSON
 * may be a thousand times longer.
 */
const COMPRESSED_HEAD = 4 * 1024;
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Returns the decompressed beginning of a file. Throws a UsageError if it cannot be read. */
export function headOf(file: string, name: string): Buffer {
  const bytes = Buffer.alloc(HEAD);
  try {
    const opened = openSync(file, 'r');
    try {
      const head = bytes.subarray(0, readSync(opened, bytes, 0, HEAD, 0));
      if (!head.subarray(0, 2).equals(GZIP)) return head;
      // The compressed data is cut, so decompression must accept an incomplete end.
      return gunzipSync(head.subarray(0, COMPRESSED_HEAD), { finishFlush: constants.Z_SYNC_FLUSH });
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
 * become U+FFFD.
 */
export async function* textOf(file: string, head: Buffer): AsyncGenerator<string> {
  const decode = decoderFrom(encodingOf(head));
  const raw = createReadStream(file, { highWaterMark: CHUNK });
  const isCompressed = startsWithGzip(file);
  const bytes = isCompressed
    ? raw.pipe(createGunzip({ chunkSize: CHUNK, finishFlush: constants.Z_SYNC_FLUSH }))
    : raw;
  try {
    for await (const chunk of bytes) yield decode(chunk);
    yield decode();
  } finally {
    raw.destroy();
  }
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

function startsWithGzip(file: string): boolean {
  const bytes = Buffer.alloc(2);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, bytes, 0, 2, 0);
  } finally {
    closeSync(opened);
  }
  return bytes.equals(GZIP);
}
