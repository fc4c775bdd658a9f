/** Decodes the content codings of response bodies (RFC 9110 section 8.4). */

import * as zlib from 'node:zlib';
import { messageOf } from '../schema/json-value.js';
import { Lost } from './lost.js';
import type { Header } from './request.js';

/** The largest decoded body in bytes, unless the caller gives another limit. */
const MOST_DECODED = 8 * 1024 * 1024;

type Decode = (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** Node.js has this function since version 22.15. The installed types do not declare it. */
const { zstdDecompressSync: zstd } = zlib as { readonly zstdDecompressSync?: Decode };

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: inflated,
  br: zlib.brotliDecompressSync,
  ...(zstd === undefined ? {} : { zstd }),
};

/** The first bytes of compressed bodies. Brotli and raw deflate have no fixed first bytes. */
const SIGNATURES: readonly (readonly [coding: string, bytes: Buffer])[] = [
  ['gzip', Buffer.from([0x1f, 0x8b, 0x08])],
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
];

/** Guesses the coding of a body from its first bytes. Returns undefined if they are unknown. */
export const codingOf = (body: Buffer): string | undefined =>
  SIGNATURES.find(([, bytes]) => body.subarray(0, bytes.length).equals(bytes))?.[0];

/** Returns the codings in the order in which the server applied them (RFC 9110 section 8.4). */
export const codingsOf = (headers: readonly Header[]): readonly string[] =>
  headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');

/** Returns undefined if the body cannot be decoded. */
export function decodeBody(body: Buffer, headers: readonly Header[]): Buffer | undefined {
  return decodedFrom(body, codingsOf(headers));
}

/** Returns undefined if the body cannot be decoded. */
export function decodedFrom(body: Buffer, codings: readonly string[]): Buffer | undefined {
  try {
    return decodeAll(body, codings, MOST_DECODED);
  } catch {
    return undefined;
  }
}

/**
 * Throws a `Lost` if the body cannot be decoded. An undecodable coding is not a violation: without
 * Accept-Encoding, a server may choose any coding (RFC 9110 section 12.5.3).
 */
export const decode = (body: Buffer, headers: readonly Header[], maxOutputLength: number): Buffer =>
  decodeAll(body, codingsOf(headers), maxOutputLength);

function decodeAll(body: Buffer, codings: readonly string[], maxOutputLength: number): Buffer {
  if (body.length === 0) return body;
  return codings.reduceRight(
    (decoded, coding) => decodeOne(decoded, coding, maxOutputLength),
    body,
  );
}

function decodeOne(body: Buffer, coding: string, maxOutputLength: number): Buffer {
  const decoder = DECODERS[coding];
  if (decoder === undefined) {
    const known = Object.keys(DECODERS).join(', ');
    throw new Lost(
      'malformed',
      `the content coding ${coding}, which was not requested, is not one of ${known}`,
    );
  }
  try {
    return decoder(body, { maxOutputLength });
  } catch (error) {
    const why = messageOf(error);
    throw new Lost('malformed', `the ${coding} content coding cannot be read (${why})`);
  }
}

/**
 * `deflate` is the zlib format (RFC 9110 section 8.4.1.2), but some servers send raw deflate data.
 * The zlib format begins with the method 8 in four bits, and with two bytes that are a multiple of
 * 31 (RFC 1950 section 2.2).
 */
function inflated(body: Buffer, options: { readonly maxOutputLength: number }): Buffer {
  const isZlib = (body[0] ?? 0) % 16 === 8 && body.readUInt16BE(0) % 31 === 0;
  return isZlib ? zlib.inflateSync(body, options) : zlib.inflateRawSync(body, options);
}
