import { jsonValue } from '../../schema/json-value.js';
import { encodingOf, headOf } from './bytes.js';
import { type Batch, type Cut, entriesOfHar, entriesOfLines } from './entries.js';

export { REMEDY } from './bytes.js';
export type { Batch, Cut } from './entries.js';
export { notAnExchange } from './line.js';

/** Reads the exchanges of a file, as often as it is called. */
export type Reader = (cut: Cut) => AsyncIterable<Batch>;

/**
 * What reads a HAR file or exchanges as NDJSON piece by piece; undefined for a file that is read as a whole. `name` is what
 * messages call the file. Throws a UsageError where it cannot be read.
 */
export function readerOf(file: string, name: string): Reader | undefined {
  const head = headOf(file, name);
  const form = formOf(new TextDecoder(encodingOf(head)).decode(head));
  if (form === 'har') return (cut) => entriesOfHar({ file, name, head }, cut);
  return form === 'lines' ? (cut) => entriesOfLines({ file, name, head }, cut) : undefined;
}

/** A HAR file of ours contains a run, and is read as a whole, as a ledger is. */
const OURS = /"creator"\s*:\s*\{\s*"name"\s*:\s*"assay"/;

/** How a file is read, by its beginning. */
function formOf(head: string): 'har' | 'lines' | 'whole' {
  const [first = ''] = head.trimStart().split('\n', 1);
  const line = Object(jsonValue(first));
  if (line.type === 'header') return 'whole';
  if (typeof line.request === 'object') return 'lines';
  return /"log"\s*:\s*\{/.test(head) && !OURS.test(head) ? 'har' : 'whole';
}
