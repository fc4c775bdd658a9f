/** Opens recording files. */

import { statSync } from 'node:fs';
import { defined } from '../../defined.js';
import { type Batch, REMEDY, type ReportDamage, readerOf } from '../../formats/recording/index.js';
import { type HeaderEvent, type Ledger, lossOf, readLedger } from '../../ledger/index.js';
import { readText, type Target } from '../../settings/index.js';
import { othersIn } from '../others-in-ledger.js';
import { readTraffic, type TrafficFile } from '../read.js';

/** The exchanges of other clients in a file. They can be read several times. */
export interface Source {
  readonly file: string;
  /** The size of the file in bytes. */
  readonly size: number;
  /** In a ledger, names replace secrets. The values of `secrets` are put back. */
  readonly batches: (
    reportDamage: ReportDamage,
    secrets?: Target['secrets'],
  ) => AsyncIterable<Batch>;
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
  const reader = readerOf(file, name);
  const size = statSync(file).size;
  if (typeof reader === 'function') return { file: name, size, batches: reader };
  const found: TrafficFile =
    reader === 'ledger'
      ? { run: wholeRun(file) }
      : readTraffic(readText(file, `The recording ${name}`, REMEDY), name);
  const run = 'run' in found ? found.run : undefined;
  if (run !== undefined && run.header.target.origin !== 'traffic') return { run };
  const whole: Source['batches'] = async function* (reportDamage, secrets = []) {
    const exchanges = 'exchanges' in found ? found.exchanges : [];
    yield {
      entries: run === undefined ? exchanges : othersIn(run, secrets),
      characters: size,
    };
    if (run?.torn !== undefined) reportDamage(run.torn, true);
  };
  return { file: name, size, batches: whole, ...defined({ header: run?.header }) };
}

/** The run of a ledger. `torn` also says that the ledger has no end. */
function wholeRun(file: string): Ledger {
  const ledger = readLedger(file);
  return { ...ledger, ...defined({ torn: lossOf(ledger, file) }) };
}
