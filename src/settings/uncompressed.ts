import { constants, gunzipSync } from 'node:zlib';

/** Decompresses a gzip file. If its end is missing, the available bytes are returned. */
export const uncompressed = (bytes: Buffer): Buffer =>
  isCompressed(bytes) ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;

/** RFC 1952 section 2.3.1. */
const isCompressed = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
