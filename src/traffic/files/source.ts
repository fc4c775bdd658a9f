import { statSync } from 'node:fs';
import type { HeaderEvent } from '../../ledger/index.js';
import { jsonValue } from '../../schema/json-value.js';
import { readText } from '../../settings/index.js';
import { othersIn } from '../others-in-ledger.js';
import { readTraffic, type TrafficFile } from '../read.js';
import { encodingOf, headOf, REMEDY } from './bytes.js';
import { type Batch, type Cut, entriesOfHar, entriesOfLines } from './entries.js';

/** The exchanges of other clients in a file, which can be read several times. */
export interface Source {
  readonly file: string;
  /** Bytes of the file. */
  readonly size: number;
  readonly batches: (cut: Cut) => AsyncIterable<Batch>;
  /** Of a ledger of traffic, which contains settings of its target. */
  readonly header?: HeaderEvent;
}

/** A file of traffic: exchanges of other clients, or a run. */
export type OpenedFile = Source | Extract<TrafficFile, { readonly run: unknown }>;

/**
 * Opens a HAR file, a ledger, exchanges as NDJSON, or an export of another tool, by its content; `file` is its path, and
 * `name` what messages call it. Throws a UsageError for anything else.
 */
export function openRecording(file: string, name: string): OpenedFile {
  const head = headOf(file, name);
  const text = new TextDecoder(encodingOf(head)).decode(head);
  const size = statSync(file).size;
  const form = formOf(text);
  if (form === 'har') return { file: name, size, batches: (cut) => entriesOfHar({ file, name, head }, cut) };
  if (form === 'lines') return { file: name, size, batches: (cut) => entriesOfLines({ file, name, head }, cut) };
  const found = readTraffic(readText(file, `The recording ${name}`, REMEDY), name);
  const others = 'run' in found ? othersIn(found.run) : found.exchanges;
  if (others === undefined) return found as Extract<TrafficFile, { readonly run: unknown }>;
  const batches = async function* (): AsyncGenerator<Batch> {
    yield { entries: others, characters: size };
  };
  return { file: name, size, batches, ...('run' in found ? { header: found.run.header } : {}) };
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
