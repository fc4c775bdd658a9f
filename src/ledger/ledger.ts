/** Writes and reads the ledger, the append-only record of a run. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { jsonValue, membersOf } from '../schema/json-value.js';
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
import {
  type Damage,
  decoderFor,
  describeDamage,
  piecesOf,
  UsageError,
} from '../settings/index.js';
import { eventsOf, type LedgerLine, LineWriter, whatIsWhole } from './lines.js';

/** Compressed lines of JSON in the folder of the run. `zcat` shows them. */
export const LEDGER_FILE = 'ledger.ndjson.gz';
/** The name of an uncompressed ledger, which is accepted, too. */
const PLAIN_FILE = 'ledger.ndjson';

/** The path of the ledger in the folder of a run. */
export function ledgerIn(folder: string): string {
  const plain = path.join(folder, PLAIN_FILE);
  const compressed = path.join(folder, LEDGER_FILE);
  return !existsSync(compressed) && existsSync(plain) ? plain : compressed;
}

/** By default each event is written as a whole line before the run continues; see `inBatches`. */
export interface LedgerWriter {
  readonly append: (event: LedgerEvent) => void;
  /**
   * The new ledger takes the place of the previous ledger. Events of the previous ledger must have
   * been copied before.
   */
  readonly replaceExisting: () => void;
  readonly close: () => void;
}

interface LedgerOptions {
  /**
   * Writes exchanges together with the next event of another type, which costs less compression
   * time. If the run is killed, it loses only exchanges of checks without a verdict, and these
   * checks run again. Default false.
   */
  readonly inBatches?: boolean;
}

/** A batch with more characters is written without waiting for an event of another type. */
const MAX_BATCH = 64 * 1024;

/**
 * Creates the folder of `file`. An existing ledger stays until `replaceExisting`, so that no data
 * is lost if a continued run is killed.
 */
export function openLedger(file: string, { inBatches = false }: LedgerOptions = {}): LedgerWriter {
  mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.next`;
  const handle = openSync(next, 'w');
  const lines = new LineWriter();
  let isReplaced = false;
  let pending = '';
  const flush = (): void => {
    const text = pending;
    pending = '';
    if (text !== '') writeWhole(handle, compressed(text), file);
  };
  const replaceExisting = (): void => {
    // The copied events are written before the new ledger replaces the previous ledger.
    flush();
    if (isReplaced) return;
    fsyncSync(handle);
    renameSync(next, file);
    // An earlier ledger without compression would be taken for that of the new run.
    if (path.basename(file) === LEDGER_FILE)
      rmSync(path.join(path.dirname(file), PLAIN_FILE), { force: true });
    isReplaced = true;
  };
  return {
    append(event) {
      pending += lines.linesOf(event);
      if (!inBatches || event.type !== 'exchange' || pending.length > MAX_BATCH) flush();
      // An irreversible request must be on disk, not only in a buffer, before it is sent.
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
 * The results can be joined, because a gzip file may have several members (RFC 1952 section 2.2).
 * The run waits for the compression, so speed matters more than size.
 */
const compressed = (text: string): Buffer => gzipSync(text, { level: 1 });

/** A single `writeSync` may write only a part of the bytes. An error names the file. */
function writeWhole(handle: number, bytes: Buffer, file: string): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path: file }) : error;
  }
}

/** The content of a ledger. If a check ran several times, only its last verdict is included. */
export interface Ledger {
  readonly header: HeaderEvent;
  readonly surveys: readonly SurveyEvent[];
  readonly exchanges: ReadonlyMap<number, ExchangeEvent>;
  readonly verdicts: readonly VerdictEvent[];
  /**
   * The numbers of requests that were sent although their exchange was not recorded, because the
   * run was killed before. undefined if there are none.
   */
  readonly unrecorded?: ReadonlySet<number>;
  /** Irreversible requests that were sent or were about to be sent. */
  readonly intents: readonly IntentEvent[];
  /** undefined if no findings were recorded, as in an interrupted run. */
  readonly findings?: readonly FindingEvent[] | undefined;
  /** undefined for an interrupted run. */
  readonly footer: FooterEvent | undefined;
  /** Set if the end of the file is missing: a sentence about what is lost. */
  readonly torn?: string;
}

/**
 * Reads a ledger of any size. Throws a UsageError if the file is not a ledger, if it is damaged
 * before its end, or if its footer counts other lines. `torn` says what is lost of a ledger that is
 * cut off.
 */
export function readLedger(file: string): Ledger {
  const name = `The ledger ${file}`;
  const lines = new LedgerLines(existingLedger(file));
  const events = reading(file, () => [...eventsOf(lines, file)]);
  const { damage, rest } = lines;
  if (damage?.kind === 'damaged') {
    const verdicts = events.filter(({ type }) => type === 'verdict').length;
    const saved = `${whatIsWhole(verdicts)} Example: head -c ${damage.at} ${file} > before-${path.basename(file)}`;
    throw new UsageError(
      `${name} ${describeDamage(damage)}. ${damage.at === 0 ? `Name the ${LEDGER_FILE} of a run.` : saved}`,
    );
  }
  const ledger = foldLedger(events, file);
  // With a footer, which counts the lines, nothing is lost.
  if (ledger.footer !== undefined || (damage === undefined && rest === 0)) return ledger;
  return {
    ...ledger,
    torn: `${name} is cut off: its last event is incomplete, and events may be missing. What precedes it is used, with ${ledger.verdicts.length} verdicts.`,
  };
}

/**
 * Says what is lost of the run in a ledger: the ledger is torn, or has no footer, because the run
 * was killed or the end of the file was removed. Returns undefined for a whole run.
 */
export const lossOf = ({ torn, footer }: Ledger, file: string): string | undefined =>
  torn ??
  (footer === undefined
    ? `The ledger ${file} has no end: the run was interrupted, or the end of the file is missing. What the file contains is used.`
    : undefined);

/** Reads only the header and the footer, which takes much less time. */
export function readOutline(file: string): Pick<Ledger, 'header' | 'footer'> {
  const lines = new LedgerLines(existingLedger(file));
  return reading(file, () => {
    let first: LedgerLine | undefined;
    let last: LedgerLine | undefined;
    for (const line of lines) {
      first ??= line;
      last = line;
    }
    const isFooter = membersOf(jsonValue(last?.text ?? '')).type === 'footer';
    const outline = [first ?? [], isFooter && last !== undefined ? withoutCount(last) : []].flat();
    return foldLedger(eventsOf(outline, file), file);
  });
}

/** Returns the footer without its count, because most of the counted lines are not parsed. */
function withoutCount({ text, isChecked }: LedgerLine): LedgerLine {
  const { lines: _, ...footer } = membersOf(jsonValue(text));
  return { text: JSON.stringify(footer), isChecked };
}

/** Explains an error of the system. Any other error is thrown. */
function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new UsageError(`The ledger ${file} cannot be read. Name the ${LEDGER_FILE} of a run.`);
  }
}

/** The complete lines of a file, compressed or not. They can be read once. */
class LedgerLines {
  readonly #file: string;
  /** Set after the last line if the file is damaged. */
  damage: Damage | undefined;
  /** The number of characters after the last line break. */
  rest = 0;

  constructor(file: string) {
    this.#file = file;
  }

  *[Symbol.iterator](): Generator<LedgerLine> {
    let decode: ReturnType<typeof decoderFor> | undefined;
    const pieces = piecesOf(this.#file);
    let rest = '';
    for (let piece = pieces.next(); ; piece = pieces.next()) {
      if (piece.done) {
        this.damage = piece.value;
        break;
      }
      const { bytes, isChecked } = piece.value;
      decode ??= decoderFor(bytes);
      const lines = `${rest}${decode(bytes)}`.split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) yield { text, isChecked };
    }
    this.rest = rest.length;
  }
}

/** The complete lines of a file as one text. */
export const textOfLedger = (file: string): string =>
  [...new LedgerLines(existingLedger(file))].map(({ text }) => `${text}\n`).join('');

/** Returns the path of the compressed file if only this file exists, otherwise `file`. */
export const existingLedger = (file: string): string =>
  !existsSync(file) && existsSync(`${file}.gz`) ? `${file}.gz` : file;

/** Sorts the events of a ledger by type. Throws a UsageError if there is no header. */
export function foldLedger(events: Iterable<LedgerEvent>, file = 'the ledger'): Ledger {
  let header: HeaderEvent | undefined;
  let footer: FooterEvent | undefined;
  const surveys: SurveyEvent[] = [];
  const exchanges = new Map<number, ExchangeEvent>();
  const verdicts = new Map<string, VerdictEvent>();
  const intents = new Map<string, IntentEvent>();
  const sent = new Set<number>();
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
      case 'sent':
        sent.add(event.exchange);
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
  const unrecorded = new Set([...sent].filter((id) => !exchanges.has(id)));
  if (header === undefined)
    throw new UsageError(`${file} has no header. Name the ${LEDGER_FILE} of a run.`);
  return {
    header,
    surveys,
    exchanges,
    verdicts: [...verdicts.values()],
    intents: [...intents.values()],
    ...(unrecorded.size === 0 ? {} : { unrecorded }),
    ...(findings.length === 0 ? {} : { findings }),
    footer,
  };
}
