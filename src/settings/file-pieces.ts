/** Reads files of any size in pieces, compressed with gzip or not. */

import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs';
import { crc32, createInflateRaw, type InflateRaw, constants as zlib } from 'node:zlib';
import {
  beginningOf,
  type Damage,
  headerLength,
  isGzip,
  readMember,
  reasonIn,
  TRAILER,
  trailerFault,
} from './gzip-member.js';

/** The number of bytes of one read. */
const CHUNK = 256 * 1024;

export interface Piece {
  readonly bytes: Buffer;
  /** False for the beginning of a member whose end is missing: its checksum is not known. */
  readonly isChecked: boolean;
}

/**
 * Yields the content of a file, and returns its damage, if any. The file 0 is standard input. What a
 * damaged member contains is left out, together with everything after it.
 */
export const piecesOf = (file: string | 0): Generator<Piece, Damage | undefined> =>
  piecesFrom(chunksOf(file));

/**
 * Decompresses the beginning of a gzip file, up to its first damage, and returns any other bytes
 * unchanged.
 */
export const uncompressed = (bytes: Buffer): Buffer =>
  Buffer.concat([...piecesFrom([bytes].values())].map((piece) => piece.bytes));

function* piecesFrom(chunks: Iterator<Buffer>): Generator<Piece, Damage | undefined> {
  let rest = nextOf(chunks);
  let at = 0;
  if (!isGzip(rest)) {
    for (; rest.length > 0; rest = nextOf(chunks)) yield { bytes: rest, isChecked: true };
    return undefined;
  }
  while (rest.length > 0) {
    const member = readMember(rest);
    if (member === 'incomplete') {
      // The window is doubled, so that a large member is not read anew for each chunk.
      const more = nextOf(chunks, rest.length);
      if (more.length === 0) return yield* tornPiece(rest, at);
      rest = Buffer.concat([rest, more]);
      continue;
    }
    if ('why' in member) return { kind: 'damaged', at, why: member.why };
    yield { bytes: member.data, isChecked: true };
    at += member.length;
    rest = rest.subarray(member.length);
    if (rest.length === 0) rest = nextOf(chunks);
  }
  return undefined;
}

function* tornPiece(rest: Buffer, at: number): Generator<Piece, Damage> {
  const bytes = beginningOf(rest);
  if ('why' in bytes) return { kind: 'damaged', at, why: bytes.why };
  yield { bytes, isChecked: false };
  return { kind: 'torn', at, why: TORN };
}

const TORN = 'its compressed data ends too early';

const nextOf = (chunks: Iterator<Buffer>, atLeast = 0): Buffer => {
  const found: Buffer[] = [];
  for (let size = 0; size <= atLeast; ) {
    const { value, done } = chunks.next();
    if (done) break;
    found.push(value);
    size += value.length;
  }
  return Buffer.concat(found);
};

function* chunksOf(file: string | 0): Generator<Buffer, undefined> {
  if (file === 0) {
    yield readFileSync(0);
    return undefined;
  }
  const handle = openSync(file, 'r');
  try {
    while (true) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const length = readSync(handle, chunk, 0, CHUNK, null);
      if (length === 0) return undefined;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * Yields the content of a file without blocking, and with little memory for a member of any size.
 * Unlike `piecesOf`, it also yields the bytes of a member before its damage is found.
 */
export async function* streamedPiecesOf(file: string): AsyncGenerator<Buffer, Damage | undefined> {
  const stream = createReadStream(file, { highWaterMark: CHUNK });
  try {
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
    const source = new Source(chunks);
    if (isGzip(await source.peek(2))) return yield* membersOf(source);
    for (let chunk = await source.next(); chunk.length > 0; chunk = await source.next())
      yield chunk;
    return undefined;
  } finally {
    stream.destroy();
  }
}

/** Bytes that are read piece by piece, and of which some can be put back. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  /** The number of bytes before the next one. */
  at = 0;

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks;
  }

  /** Returns at least `length` bytes without removing them, or fewer at the end. */
  async peek(length: number): Promise<Buffer> {
    while (this.#rest.length < length) {
      const { value, done } = await this.#chunks.next();
      if (done) break;
      this.#rest = Buffer.concat([this.#rest, value]);
    }
    return this.#rest;
  }

  /** Returns and removes the next bytes; none at the end. */
  async next(): Promise<Buffer> {
    const bytes = await this.peek(1);
    this.#rest = Buffer.alloc(0);
    this.at += bytes.length;
    return bytes;
  }

  putBack(bytes: Buffer): void {
    this.#rest = Buffer.concat([bytes, this.#rest]);
    this.at -= bytes.length;
  }

  skip(length: number): void {
    this.at += length;
    this.#rest = this.#rest.subarray(length);
  }
}

async function* membersOf(source: Source): AsyncGenerator<Buffer, Damage | undefined> {
  while ((await source.peek(1)).length > 0) {
    const { at } = source;
    const why = yield* memberOf(source);
    if (why === 'incomplete') return { kind: 'torn', at, why: TORN };
    if (why !== undefined) return { kind: 'damaged', at, ...why };
  }
  return undefined;
}

type Fault = 'incomplete' | { readonly why: string } | undefined;

async function* memberOf(source: Source): AsyncGenerator<Buffer, Fault> {
  let header = headerLength(await source.peek(1));
  for (let length = 16; header === 'incomplete'; length *= 2) {
    const bytes = await source.peek(length);
    header = headerLength(bytes);
    if (bytes.length < length) break;
  }
  if (typeof header !== 'number') return header;
  source.skip(header);
  // With this flush, a missing end is no error of zlib. The missing trailer then shows it.
  const inflate = createInflateRaw({ chunkSize: CHUNK, finishFlush: zlib.Z_SYNC_FLUSH });
  const inflated: AsyncIterable<Buffer> = inflate;
  const fed = feed(inflate, source);
  // If `feed` fails, the loop below may throw first, and the rejection would be unhandled.
  fed.catch(() => undefined);
  let [crc, length] = [0, 0];
  try {
    for await (const data of inflated) {
      crc = crc32(data, crc);
      length += data.length;
      yield data;
    }
    await fed;
  } catch (error) {
    return { why: reasonIn(error) };
  } finally {
    inflate.destroy();
  }
  const trailer = await source.peek(TRAILER);
  if (trailer.length < TRAILER) return 'incomplete';
  const why = trailerFault(trailer, crc, length);
  source.skip(TRAILER);
  return why === undefined ? undefined : { why };
}

/** Writes the bytes of a member. Bytes that do not belong to it are put back. */
async function feed(inflate: InflateRaw, source: Source): Promise<void> {
  while (true) {
    const chunk = await source.next();
    if (chunk.length === 0) return void inflate.end();
    const before = inflate.bytesWritten;
    await new Promise<void>((resolve, reject) => {
      inflate.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
    const read = inflate.bytesWritten - before;
    if (read === chunk.length) continue;
    source.putBack(chunk.subarray(read));
    return;
  }
}
