import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type {
  ExchangeEvent,
  FindingEvent,
  FooterEvent,
  HeaderEvent,
  IntentEvent,
  LedgerEvent,
  SurveyEvent,
  VerdictEvent,
} from '../schema/types.js';
import { UsageError, uncompressed } from '../settings/index.js';
import { eventsOf, LineWriter } from './lines.js';

/** The name of a ledger in the folder of its run: lines of JSON, compressed. `zcat` shows them. */
export const LEDGER_FILE = 'ledger.ndjson.gz';
/** The name that it had before it was compressed, under which it can still be named. */
const PLAIN_FILE = 'ledger.ndjson';

/** The ledger in a folder, compressed or not. */
export function ledgerIn(folder: string): string {
  const plain = path.join(folder, PLAIN_FILE);
  const compressed = path.join(folder, LEDGER_FILE);
  return !existsSync(compressed) && existsSync(plain) ? plain : compressed;
}

/**
 * The append-only record of a run. Each event is on disk as one whole line before the next thing
 * happens; see `inBatches`.
 */
export interface LedgerWriter {
  readonly append: (event: LedgerEvent) => void;
  /** The new ledger contains what it takes over, and replaces the previous one. */
  readonly replaceExisting: () => void;
  readonly close: () => void;
}

interface LedgerOptions {
  /**
   * Whether exchanges are written together with the next verdict, which costs less to compress. A
   * run that is killed loses exchanges of checks without a verdict only, and these are run again.
   * Default false: each event at once.
   */
  readonly inBatches?: boolean;
}

/** Characters that are written at once, whatever comes next. */
const BATCH = 64 * 1024;

/**
 * Opens `file` for a new run, and makes its folder. A ledger that is there already keeps its place
 * until `replaceExisting`, so that a run which continues it can be killed at any moment and lose
 * nothing.
 */
export function openLedger(file: string, { inBatches = false }: LedgerOptions = {}): LedgerWriter {
  mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.next`;
  const handle = openSync(next, 'w');
  const lines = new LineWriter();
  let settled = false;
  let pending = '';
  const flush = (): void => {
    const text = pending;
    pending = '';
    if (text !== '') writeWhole(handle, compressed(text), file);
  };
  const replaceExisting = (): void => {
    // What the ledger takes over is in it before it replaces the other one.
    flush();
    if (settled) return;
    fsyncSync(handle);
    renameSync(next, file);
    settled = true;
  };
  return {
    append(event) {
      pending += lines.linesOf(event);
      if (!inBatches || event.type !== 'exchange' || pending.length > BATCH) flush();
      // What cannot be taken back is on the disk, and not only on its way there, before it is sent.
      if (event.type === 'intent') fsyncSync(handle);
    },
    replaceExisting,
    close() {
      try {
        replaceExisting();
      } finally {
        closeSync(handle);
      }
    },
  };
}

/**
 * A gzip member: a file of several is one text (RFC 1952 section 2.2). Text is mostly written once,
 * so speed counts.
 */
const compressed = (text: string): Buffer => gzipSync(text, { level: 1 });

/** Writes all of it, also where the system takes a part at a time; its error names the file. */
function writeWhole(handle: number, bytes: Buffer, file: string): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path: file }) : error;
  }
}

/** A ledger read back. A repeated check has its last verdict. */
export interface Ledger {
  readonly header: HeaderEvent;
  readonly surveys: readonly SurveyEvent[];
  readonly exchanges: ReadonlyMap<number, ExchangeEvent>;
  readonly verdicts: readonly VerdictEvent[];
  /** What was sent, or was about to be, and cannot be taken back. */
  readonly intents: readonly IntentEvent[];
  /**
   * The complaints by their causes; undefined where none were recorded, as in the ledger of an
   * interrupted run.
   */
  readonly findings?: readonly FindingEvent[] | undefined;
  /** Missing in the ledger of an interrupted run. */
  readonly footer: FooterEvent | undefined;
}

/** Reads a ledger up to its last complete line. Throws a UsageError if the file is not a ledger. */
export function readLedger(file: string): Ledger {
  try {
    return parseLedger(textOfLedger(file), file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The ledger ${file} cannot be read. Name the ${LEDGER_FILE} of a run.`);
  }
}

/**
 * The lines of a ledger, compressed or not. A run that was killed leaves its last lines incomplete.
 */
export const textOfLedger = (file: string): string =>
  uncompressed(readFileSync(existingLedger(file))).toString();

/** The file itself, or the compressed one where its plain name is given. */
export const existingLedger = (file: string): string =>
  !existsSync(file) && existsSync(`${file}.gz`) ? `${file}.gz` : file;

/**
 * Reads the text of a ledger up to its last complete line. Throws a UsageError, which names `file`,
 * where it is none.
 */
export const parseLedger = (text: string, file: string): Ledger =>
  foldLedger(eventsOf(text, file), file);

/** The state that a sequence of events adds up to. */
export function foldLedger(events: Iterable<LedgerEvent>, file = 'the ledger'): Ledger {
  let header: HeaderEvent | undefined;
  let footer: FooterEvent | undefined;
  const surveys: SurveyEvent[] = [];
  const exchanges = new Map<number, ExchangeEvent>();
  const verdicts = new Map<string, VerdictEvent>();
  const intents = new Map<string, IntentEvent>();
  const findings: FindingEvent[] = [];
  for (const event of events) {
    switch (event.type) {
      case 'header':
        header = event;
        break;
      case 'survey':
        surveys.push(event);
        break;
      case 'exchange':
        exchanges.set(event.id, event);
        break;
      case 'intent':
        intents.set(event.name, event);
        break;
      case 'verdict':
        verdicts.set(event.check, event);
        break;
      case 'finding':
        findings.push(event);
        break;
      case 'footer':
        footer = event;
        break;
    }
  }
  if (header === undefined)
    throw new UsageError(`${file} has no header. Name the ${LEDGER_FILE} of a run.`);
  return {
    header,
    surveys,
    exchanges,
    verdicts: [...verdicts.values()],
    intents: [...intents.values()],
    ...(findings.length === 0 ? {} : { findings }),
    footer,
  };
}
