/** Restores recorded exchanges that were sent to another thread. */

import type { Entry } from '../../traffic/index.js';

/**
 * The entry with its body as a `Buffer`. Sending an object to another thread turns a `Buffer` into a
 * plain `Uint8Array`.
 */
export function withBuffers(entry: Entry): Entry {
  const { answer } = entry;
  if (answer?.body === undefined) return entry;
  const { buffer, byteOffset, byteLength } = answer.body;
  return { ...entry, answer: { ...answer, body: Buffer.from(buffer, byteOffset, byteLength) } };
}
