/** Reads text files in UTF-8 or UTF-16, compressed or not. */

import { constants, isUtf8 } from 'node:buffer';
import { textOfValue } from '../schema/json-value.js';
import { piecesOf } from './file-pieces.js';
import type { Damage } from './gzip-member.js';
import { UsageError } from './usage-error.js';

/**
 * Returns the text of a file, which may have a byte order mark and may be compressed (gzip). The
 * file 0 is standard input.
 * UTF-16 is supported because PowerShell's `>` writes it. Throws a UsageError that begins with
 * `place` and ends with `remedy` if the file cannot be read, or if its compressed data is torn or
 * damaged.
 */
export function readText(file: string | 0, place: string, remedy: string): string {
  const found: Buffer[] = [];
  const pieces = piecesOf(file);
  try {
    for (let piece = pieces.next(); ; piece = pieces.next()) {
      if (!piece.done) found.push(piece.value.bytes);
      else if (piece.value === undefined) break;
      // A part of a file could be mistaken for the whole.
      else throw new UsageError(`${place} ${describeDamage(piece.value)}. ${remedy}`);
    }
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(place, error, remedy);
  }
  return decodeText(Buffer.concat(found), place);
}

/** Completes a sentence about the file. */
export const describeDamage = ({ kind, at, why }: Damage): string =>
  kind === 'torn'
    ? `is cut off: ${why} (in the part from byte ${at} on)`
    : `is damaged in the part from byte ${at} on: ${why}`;

export const unreadable = (place: string, error: unknown, remedy: string): UsageError =>
  new UsageError(`${place} cannot be read${reasonOf(error)}. ${remedy}`);

const { MAX_STRING_LENGTH } = constants;

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? textOfValue(error.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: ': it does not exist',
    EACCES: ': permission denied',
    EISDIR: ': it is a folder',
  };
  return reasons[code] ?? (code === '' ? '' : ` (${code})`);
}

/**
 * Returns the text without a byte order mark. Throws a UsageError if the encoding is neither UTF-8
 * nor UTF-16.
 */
export function decodeText(bytes: Buffer, place: string): string {
  if (bytes.length > MAX_STRING_LENGTH)
    throw new UsageError(
      `${place} has ${bytes.length} bytes, more than can be read at once (${MAX_STRING_LENGTH}). Give a smaller file.`,
    );
  const encoding = encodingOf(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  throw new UsageError(
    `${place} is neither UTF-8 nor UTF-16: byte ${firstInvalidByte(bytes)} suggests Latin-1 or Windows-1252. Save it as UTF-8.`,
  );
}

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // JSON and env files begin with an ASCII character. In UTF-16 one of its two bytes is zero.
  if (bytes.length >= 2 && first !== 0 && second === 0) return 'utf-16le';
  if (bytes.length >= 2 && first === 0 && second !== 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : undefined;
}

/** The first byte that is not part of valid UTF-8, with its position. */
function firstInvalidByte(bytes: Buffer): string {
  let valid = 0;
  while (valid < bytes.length) {
    const length = sequenceLength(bytes[valid] ?? 0);
    if (length === 0 || !isUtf8(bytes.subarray(valid, valid + length))) break;
    valid += length;
  }
  return `0x${(bytes[valid] ?? 0).toString(16).toUpperCase().padStart(2, '0')} at position ${valid + 1}`;
}

/**
 * The number of bytes in a UTF-8 sequence that begins with the byte `first` (RFC 3629 section 3).
 * The number is 0 if no sequence begins with this byte.
 */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}
