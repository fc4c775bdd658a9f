import { constants, gunzipSync } from 'node:zlib';

/**
 * Decompresses a gzip file, and returns any other file unchanged. If the end of the gzip file is
 * missing, the available bytes are returned.
 */
export const uncompressed = (bytes: Buffer): Buffer =>
  isCompressed(bytes) ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;

/** The first two bytes of a gzip file (RFC 1952 section 2.3.1). */
const isCompressed = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
