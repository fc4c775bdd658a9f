import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import type {
  ExchangeEvent,
  FooterEvent,
  HeaderEvent,
  LedgerEvent,
  SurveyEvent,
  VerdictEvent,
} from '../schema/types.js';
import { checkSchema, describeProblems } from '../schema/validate.js';
import { UsageError } from '../target/index.js';

/** The append-only record of a run. Each event is on disk as one whole line before the next thing happens. */
export interface LedgerWriter {
  readonly append: (event: LedgerEvent) => void;
  readonly close: () => void;
}

/** Opens `file` for appending, and makes its folder. */
export function openLedger(file: string): LedgerWriter {
  mkdirSync(path.dirname(file), { recursive: true });
  const handle = openSync(file, 'a');
  return {
    append: (event) => void writeSync(handle, `${JSON.stringify(event)}\n`),
    close: () => closeSync(handle),
  };
}

/** A ledger read back. A check that was judged again counts with its last verdict. */
export interface Ledger {
  readonly header: HeaderEvent;
  readonly surveys: readonly SurveyEvent[];
  readonly exchanges: ReadonlyMap<number, ExchangeEvent>;
  readonly verdicts: readonly VerdictEvent[];
  /** Missing in the ledger of an interrupted run. */
  readonly footer: FooterEvent | undefined;
}

/** Reads a ledger up to its last complete line. Throws a UsageError where the file is no ledger. */
export function readLedger(file: string): Ledger {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The ledger ${file} cannot be read. Name the ledger.ndjson of a run.`);
  }
  return foldLedger(parseLines(text, file), file);
}

/** The state that a sequence of events adds up to. */
export function foldLedger(events: Iterable<LedgerEvent>, file = 'the ledger'): Ledger {
  let header: HeaderEvent | undefined;
  let footer: FooterEvent | undefined;
  const surveys: SurveyEvent[] = [];
  const exchanges = new Map<number, ExchangeEvent>();
  const verdicts = new Map<string, VerdictEvent>();
  for (const event of events) {
    if (event.type === 'header') header = event;
    else if (event.type === 'survey') surveys.push(event);
    else if (event.type === 'exchange') exchanges.set(event.id, event);
    else if (event.type === 'verdict') verdicts.set(event.check, event);
    else footer = event;
  }
  if (header === undefined) throw new UsageError(`${file} has no header. Name the ledger.ndjson of a run.`);
  return { header, surveys, exchanges, verdicts: [...verdicts.values()], footer };
}

function* parseLines(text: string, file: string): Generator<LedgerEvent> {
  const lines = text.split('\n');
  // What follows the last line end was cut off while it was written.
  lines.pop();
  for (const [index, line] of lines.entries()) {
    const result = checkSchema('ledger', parseJson(line));
    if ('value' in result) yield result.value;
    else
      throw new UsageError(
        `${file}, line ${index + 1} is no ledger event:\n${describeProblems(result.problems.slice(0, 3))}`,
      );
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
