/** Copies the bytes of a body while they are forwarded. */

import { Transform, type TransformCallback } from 'node:stream';

/**
 * The maximum number of bytes of a body that are kept. Larger bodies are forwarded without being
 * tested.
 */
const MOST = 1024 * 1024;

/** Passes all bytes on at once, and keeps a copy up to a limit. */
export class Copy extends Transform {
  #chunks: Buffer[] = [];
  #size = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, passed: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size <= MOST) this.#chunks.push(chunk);
    else this.#chunks = [];
    passed(null, chunk);
  }

  /** All bytes that passed; undefined if there were more than the limit. */
  whole(): Buffer | undefined {
    return this.#size <= MOST ? Buffer.concat(this.#chunks) : undefined;
  }
}
