/** The type of a request that the reference server receives, and functions that read it. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The interfaces that have their own base URL. */
export const MOUNTS = ['export', 'templates', 'auth', 'platform', 'handover'] as const;
export type Mount = (typeof MOUNTS)[number];

/** One request, relative to the base URL to which it was sent. */
export interface Call {
  readonly mount: Mount;
  readonly method: string;
  /** The path below the base URL, exactly as sent. It starts with `/` or is empty. */
  readonly path: string;
  /** The text after the `?`, exactly as sent; empty if there is none. */
  readonly search: string;
  /** The header fields with names in lower case (RFC 9110 section 5.1). */
  readonly headers: IncomingHttpHeaders;
  /** The field names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  /** Reads the body. Rejects with `BodyTooLarge`, or if the client disconnects. */
  readonly body: () => Promise<Buffer>;
}

/** Thrown for a request body that is larger than the server accepts. */
export class BodyTooLarge extends Error {}

/** The largest accepted body in bytes. */
export const LARGEST_BODY = 1024 * 1024;

/** Reads the body of a request. Rejects with `BodyTooLarge`, or if the client disconnects. */
export function readBody(message: IncomingMessage, largest = LARGEST_BODY): Promise<Buffer> {
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
    message.on('close', () => reject(new Error('the client went away before its body ended')));
  });
}

/**
 * The value of a header field. Several fields of one name are joined with commas (RFC 9110 section
 * 5.3).
 */
export function header(call: Call, name: string): string | undefined {
  const value = call.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
