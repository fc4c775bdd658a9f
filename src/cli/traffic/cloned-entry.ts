import type { Entry } from '../../traffic/index.js';

/**
 * Restores an entry that came from another thread, because cloning turns a `Buffer` into a plain
 * `Uint8Array`.
 */
export function withBuffers(entry: Entry): Entry {
  const { answer } = entry;
  if (answer?.body === undefined) return entry;
  const { buffer, byteOffset, byteLength } = answer.body;
  return { ...entry, answer: { ...answer, body: Buffer.from(buffer, byteOffset, byteLength) } };
}
