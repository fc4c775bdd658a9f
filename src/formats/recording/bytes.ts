import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { unreadable } from '../../settings/index.js';

/**
 * Bytes that are read at once: little to keep, and short enough to be interrupted between two of
 * them.
 */
const CHUNK = 256 * 1024;
/** Bytes from which the format of a file is known. */
const HEAD = 64 * 1024;
/** The same of a compressed file: JSON may become a thousand times as long. */
const COMPRESSED_HEAD = 4 * 1024;
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * The first bytes of a file, uncompressed. Throws a UsageError where it cannot be read; `name` is
 * what it calls the file.
 */
export function headOf(file: string, name: string): Buffer {
  const bytes = Buffer.alloc(HEAD);
  try {
    const opened = openSync(file, 'r');
    try {
      const head = bytes.subarray(0, readSync(opened, bytes, 0, HEAD, 0));
      if (!head.subarray(0, 2).equals(GZIP)) return head;
      // The head ends in the middle of the compressed data.
      return gunzipSync(head.subarray(0, COMPRESSED_HEAD), { finishFlush: constants.Z_SYNC_FLUSH });
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    throw unreadable(`The recording ${name}`, error, REMEDY);
  }
}

export const REMEDY = 'Name a HAR file, a ledger or NDJSON.';

/**
 * The encodings of files, by their first bytes; UTF-16 without a mark by the
 * zeros of ASCII.
 */
export function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * The text of a file piece by piece, uncompressed and without a byte order mark. Invalid bytes
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
 * Decodes text piece by piece, without a byte order mark; without a piece, what is left at the end.
 * UTF-8 is left to `StringDecoder`, which takes half the time of `TextDecoder`.
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
    isFirst &&= text === '';
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
