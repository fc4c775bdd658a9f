/** Copies the bytes of a body while they are forwarded. */

import { Transform, type TransformCallback } from 'node:stream';

/** Larger bodies are forwarded without being tested. */
const MAX_BYTES = 1024 * 1024;

export class Copy extends Transform {
  #chunks: Buffer[] = [];
  #size = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, passed: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size <= MAX_BYTES) this.#chunks.push(chunk);
    else this.#chunks = [];
    passed(null, chunk);
  }

  /** The forwarded bytes; undefined if there are more than `MAX_BYTES`. */
  whole(): Buffer | undefined {
    return this.#size <= MAX_BYTES ? Buffer.concat(this.#chunks) : undefined;
  }
}
