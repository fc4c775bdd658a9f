import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { jsonValue } from '../schema/json-value.js';
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
import { checkSchema, describeProblems } from '../schema/validate.js';
import { UsageError } from '../settings/index.js';

/** The append-only record of a run. Each event is on disk as one whole line before the next thing happens. */
export interface LedgerWriter {
  readonly append: (event: LedgerEvent) => void;
  /** The new ledger contains what it takes over, and replaces the previous one. */
  readonly replaceExisting: () => void;
  readonly close: () => void;
}

/**
 * Opens `file` for a new run, and makes its folder. A ledger that is there already keeps its place until `replaceExisting`, so
 * that a run which continues it can be killed at any moment and lose nothing.
 */
export function openLedger(file: string): LedgerWriter {
  mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.next`;
  const handle = openSync(next, 'w');
  let settled = false;
  const replaceExisting = (): void => {
    if (settled) return;
    fsyncSync(handle);
    renameSync(next, file);
    settled = true;
  };
  return {
    append(event) {
      writeWhole(handle, Buffer.from(`${JSON.stringify(event)}\n`), file);
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
  /** The complaints by their causes; undefined where none were recorded, as in the ledger of an interrupted run. */
  readonly findings?: readonly FindingEvent[] | undefined;
  /** Missing in the ledger of an interrupted run. */
  readonly footer: FooterEvent | undefined;
}

/** Reads a ledger up to its last complete line. Throws a UsageError if the file is not a ledger. */
export function readLedger(file: string): Ledger {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The ledger ${file} cannot be read. Name the ledger.ndjson of a run.`);
  }
  return parseLedger(text, file);
}

/** Reads the text of a ledger up to its last complete line. Throws a UsageError, which names `file`, where it is none. */
export const parseLedger = (text: string, file: string): Ledger => foldLedger(parseLines(text, file), file);

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
    if (event.type === 'header') header = event;
    else if (event.type === 'survey') surveys.push(event);
    else if (event.type === 'exchange') exchanges.set(event.id, event);
    else if (event.type === 'intent') intents.set(event.name, event);
    else if (event.type === 'verdict') verdicts.set(event.check, event);
    else if (event.type === 'finding') findings.push(event);
    else footer = event;
  }
  if (header === undefined) throw new UsageError(`${file} has no header. Name the ledger.ndjson of a run.`);
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

function* parseLines(text: string, file: string): Generator<LedgerEvent> {
  const lines = text.split('\n');
  // What follows the last line end was cut off while it was written.
  lines.pop();
  for (const [index, line] of lines.entries()) {
    const result = checkSchema('ledger', jsonValue(line));
    if ('value' in result) yield result.value;
    else
      throw new UsageError(
        `${file}, line ${index + 1} is not a ledger event:\n${describeProblems(result.problems.slice(0, 3))}`,
      );
  }
}
