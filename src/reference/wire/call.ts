import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** What can be mounted under a base URL of its own. */
export const MOUNTS = ['export', 'templates', 'auth', 'platform', 'handover'] as const;
export type Mount = (typeof MOUNTS)[number];

/** One request, below the base URL that it was sent to. */
export interface Call {
  readonly mount: Mount;
  readonly method: string;
  /**
   * The path below the base URL, as sent: neither decoded nor normalised. Starts with `/`, or is
   * empty.
   */
  readonly path: string;
  /** What follows the `?`, as sent; empty when there is none. */
  readonly search: string;
  /** Field names in lower case (RFC 9110 5.1). */
  readonly headers: IncomingHttpHeaders;
  /** Field names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  /** Reads the body. Rejects with `BodyTooLarge`, or when the client goes away. */
  readonly body: () => Promise<Buffer>;
}

export class BodyTooLarge extends Error {}

export const LARGEST_BODY = 1024 * 1024;

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
 * The one value of a header field; several fields of one name count as one, joined with a comma
 * (RFC 9110 5.3).
 */
export function header(call: Call, name: string): string | undefined {
  const value = call.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
