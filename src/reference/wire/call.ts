/** A request to the reference server. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The parts of the reference server. Each part has its own base URL. */
export const MOUNTS = ['export', 'templates', 'auth', 'platform', 'handover'] as const;
export type Mount = (typeof MOUNTS)[number];

/** A request to one part of the reference server. */
export interface Call {
  readonly mount: Mount;
  readonly method: string;
  /** The path below the base URL, exactly as sent. It starts with `/` or is empty. */
  readonly path: string;
  /** The text after the `?`, exactly as sent. It is empty if there is no `?`. */
  readonly search: string;
  /**
   * The header names are in lower case, because they are case-insensitive (RFC 9110 section 5.1).
   */
  readonly headers: IncomingHttpHeaders;
  /** Header names and values alternate. Both are exactly as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: () => Promise<Buffer>;
}

export class BodyTooLarge extends Error {}

/** A body may have at most this number of bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Reads the body of a request. Rejects if the body is too large or the client disconnects. */
export function readBody(message: IncomingMessage, largest = MAX_BODY_BYTES): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largest) chunks.push(chunk);
      else reject(new BodyTooLarge(`a body may have at most ${largest} bytes`));
    });
    message.on('end', () => resolve(Buffer.concat(chunks)));
    message.on('error', reject);
    // `close` also follows `end`, but then the promise is already resolved.
    message.on('close', () => reject(new Error('the client went away before its body ended')));
  });
}

/**
 * Returns the value of a header. `name` is in lower case. Several fields with this name are joined
 * with commas (RFC 9110 section 5.3).
 */
export function header(call: Call, name: string): string | undefined {
  const value = call.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
