import { textOfValue } from '../schema/json-value.js';
import type { Header } from './request.js';

/**
 * Makes pairs from the flat list of names and values that Node and undici call raw headers. The
 * types of undici do not describe this list, so it is read as an unknown value. Bytes are decoded
 * as Latin-1.
 */
export function headersFrom(raw: unknown): readonly Header[] {
  const flat: readonly unknown[] = Array.isArray(raw) ? raw : [];
  const texts = flat.map((one) =>
    Buffer.isBuffer(one) ? one.toString('latin1') : textOfValue(one),
  );
  return texts.flatMap((name, index): Header[] =>
    index % 2 === 0 && index + 1 < texts.length ? [[name, texts[index + 1] ?? '']] : [],
  );
}
