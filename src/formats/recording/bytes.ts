/** Reads the bytes of a recording file, compressed or not, and decodes its text. */

import { closeSync, openSync, readSync } from 'node:fs';
import {
  decoderFor,
  isGzip,
  streamedPiecesOf,
  uncompressed,
  unreadable,
} from '../../settings/index.js';

/** The number of bytes at the beginning of a file from which its format is recognized. */
const HEAD = 64 * 1024;
/**
 * The same number for a compressed file, in compressed bytes. It is smaller, because decompressed
 * JSON may be a thousand times longer.
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
  const decode = decoderFor(head);
  const pieces = streamedPiecesOf(file);
  // The generator returns the damage after its last piece. `for await` would ignore that value.
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
