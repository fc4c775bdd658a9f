import { Transform, type TransformCallback } from 'node:stream';

/** Bytes of one body that are kept: larger ones are forwarded without being tested. */
const MOST = 1024 * 1024;

/** Passes everything through at once, and keeps what is not too much to keep. */
export class Copy extends Transform {
  #chunks: Buffer[] = [];
  #size = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, passed: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size <= MOST) this.#chunks.push(chunk);
    else this.#chunks = [];
    passed(null, chunk);
  }

  /** All that passed; undefined where it was more than is kept. */
  whole(): Buffer | undefined {
    return this.#size <= MOST ? Buffer.concat(this.#chunks) : undefined;
  }
}
