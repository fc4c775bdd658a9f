import { constants, gunzipSync } from 'node:zlib';

/** The bytes of a file, compressed with gzip or not. Of one whose end is missing, what is there. */
export const uncompressed = (bytes: Buffer): Buffer =>
  isCompressed(bytes) ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;

/** RFC 1952 section 2.3.1. */
const isCompressed = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
