/** Opens recording files. */

import { statSync } from 'node:fs';
import { type Batch, REMEDY, type ReportDamage, readerOf } from '../../formats/recording/index.js';
import type { HeaderEvent } from '../../ledger/index.js';
import { readText } from '../../settings/index.js';
import { othersIn } from '../others-in-ledger.js';
import { readTraffic, type TrafficFile } from '../read.js';

/** The exchanges of other clients in a file. They can be read several times. */
export interface Source {
  readonly file: string;
  /** The size of the file in bytes. */
  readonly size: number;
  readonly batches: (reportDamage: ReportDamage) => AsyncIterable<Batch>;
  /** The header of a ledger of traffic, with settings of the target. */
  readonly header?: HeaderEvent;
}

/** Exchanges of other clients, or a run. */
export type OpenedFile = Source | Extract<TrafficFile, { readonly run: unknown }>;

/**
 * The content determines the format: a HAR file, a ledger, NDJSON, or an export of another tool.
 * Throws a UsageError for anything else.
 */
export function openRecording(file: string, name: string): OpenedFile {
  const batches = readerOf(file, name);
  const size = statSync(file).size;
  if (batches !== undefined) return { file: name, size, batches };
  const found = readTraffic(readText(file, `The recording ${name}`, REMEDY), name);
  const others = 'run' in found ? othersIn(found.run) : found.exchanges;
  if (others === undefined) return found as Extract<TrafficFile, { readonly run: unknown }>;
  const whole = async function* (): AsyncGenerator<Batch> {
    yield { entries: others, characters: size };
  };
  return {
    file: name,
    size,
    batches: whole,
    ...('run' in found ? { header: found.run.header } : {}),
  };
}
