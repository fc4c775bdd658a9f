/**
 * Reads the members of gzip files (RFC 1952). A file may have several: a ledger has one for each
 * write, so that a file that is torn or damaged loses only a part.
 */

import { crc32, inflateRawSync, constants as zlib } from 'node:zlib';
import { memberAt, membersOf, textOfValue } from '../schema/json-value.js';

/** Where compressed data cannot be read, and why. */
export interface Damage {
  /**
   * `torn`: the file ends within a member. `damaged`: a member contains other bytes than were
   * written.
   */
  readonly kind: 'torn' | 'damaged';
  /** The position in the file at which the member begins. What precedes it is whole. */
  readonly at: number;
  /** Completes a sentence such as: the file is damaged: … */
  readonly why: string;
}

const MAGIC = Buffer.from([0x1f, 0x8b]);

/** Whether bytes begin like a gzip file. */
export const isGzip = (bytes: Buffer): boolean => MAGIC.equals(bytes.subarray(0, 2));

interface Member {
  readonly data: Buffer;
  /** The length of the member in the file. */
  readonly length: number;
}

/**
 * Reads the member at the beginning of `bytes`. Returns `incomplete` if more bytes are needed, and a
 * reason if the bytes are damaged.
 */
export function readMember(bytes: Buffer): Member | 'incomplete' | { readonly why: string } {
  const header = headerLength(bytes);
  if (typeof header !== 'number') return header;
  const inflated = inflate(bytes.subarray(header));
  if (inflated === 'incomplete' || 'why' in inflated) return inflated;
  const { data, read } = inflated;
  const end = header + read + TRAILER;
  if (bytes.length < end) return 'incomplete';
  const why = trailerFault(bytes.subarray(end - TRAILER, end), crc32(data), data.length);
  return why === undefined ? { data, length: end } : { why };
}

/** Returns what can be decompressed of a member whose end is missing. */
export function beginningOf(bytes: Buffer): Buffer | { readonly why: string } {
  const header = headerLength(bytes);
  if (header === 'incomplete') return Buffer.alloc(0);
  if (typeof header !== 'number') return header;
  try {
    return inflateRawSync(bytes.subarray(header), { finishFlush: zlib.Z_SYNC_FLUSH });
  } catch (error) {
    return { why: reasonIn(error) };
  }
}

/** The CRC and the length of the data (RFC 1952 section 2.3.1), in bytes. */
export const TRAILER = 8;

/** Compares a trailer with the data before it. Returns undefined if they agree. */
export function trailerFault(trailer: Buffer, crc: number, length: number): string | undefined {
  if (trailer.readUInt32LE(0) !== crc) return 'its checksum does not match its data';
  return trailer.readUInt32LE(4) === length % 2 ** 32
    ? undefined
    : 'its length does not match its data';
}

const FLAGS = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };
const FIXED_HEADER = 10;

/** The length of the header of a member (RFC 1952 section 2.3). */
export function headerLength(bytes: Buffer): number | 'incomplete' | { readonly why: string } {
  if (!MAGIC.subarray(0, bytes.length).equals(bytes.subarray(0, 2))) return { why: NO_MEMBER };
  if (bytes.length < FIXED_HEADER) return 'incomplete';
  const flags = bytes[3] ?? 0;
  if (bytes[2] !== 8 || (flags & FLAGS.reserved) !== 0)
    return { why: 'its header names an unknown compression' };
  let end = FIXED_HEADER;
  if (flags & FLAGS.extra) {
    if (bytes.length < end + 2) return 'incomplete';
    end += 2 + bytes.readUInt16LE(end);
  }
  for (const text of [FLAGS.name, FLAGS.comment]) {
    if ((flags & text) === 0) continue;
    const terminator = bytes.indexOf(0, end);
    if (terminator < 0) return 'incomplete';
    end = terminator + 1;
  }
  if (flags & FLAGS.headerCrc) end += 2;
  return bytes.length < end ? 'incomplete' : end;
}

const NO_MEMBER = 'compressed data is followed by bytes that are not compressed data';

function inflate(
  bytes: Buffer,
): { readonly data: Buffer; readonly read: number } | 'incomplete' | { readonly why: string } {
  try {
    // The types of Node do not describe the result of the option `info`.
    const result: unknown = inflateRawSync(bytes, { info: true });
    const data = memberAt(result, ['buffer']);
    const read = memberAt(result, ['engine', 'bytesWritten']);
    if (Buffer.isBuffer(data) && typeof read === 'number') return { data, read };
    throw new Error('zlib does not say how many bytes it read');
  } catch (error) {
    return membersOf(error).code === 'Z_BUF_ERROR' ? 'incomplete' : { why: reasonIn(error) };
  }
}

/** The reason in an error of zlib. Any other error is thrown. */
export function reasonIn(error: unknown): string {
  const { code, message } = membersOf(error);
  if (/^Z_|^ERR_BUFFER_TOO_LARGE$/.test(textOfValue(code))) return textOfValue(message);
  throw error;
}
