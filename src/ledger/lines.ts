/**
 * Converts events to lines of NDJSON and back. A text that occurs in several bodies is written only
 * once, on a line before its first use.
 */

import { jsonValue } from '../schema/json-value.js';
import { partsOf, type StoredRecord, withBody, withoutBody } from '../schema/stored-text.js';
import type { ExchangeEvent, FooterEvent, LedgerEvent, TextEvent } from '../schema/types.js';
import { checkSchema, describeProblems } from '../schema/validate.js';
import { UsageError } from '../settings/index.js';

/**
 * A body or a record with fewer characters is not worth a line of its own. A list is stored by its
 * records if one of them has at least this number of characters, otherwise as a whole.
 */
const LEAST_SHARED = 100;

/** Makes the lines of one ledger. A text that was written before is named by its number. */
export class LineWriter {
  /** The numbers of the records that were written. Equal records are one object. */
  readonly #records = new WeakMap<StoredRecord, number>();
  /** The numbers of whole bodies that are not lists of records. */
  readonly #bodies = new Map<string, number>();
  /** The number of texts that were written. */
  #written = 0;
  /** The number of lines that were written. */
  #lines = 0;

  /** Returns complete lines: each ends with a line break. The footer counts the lines before it. */
  linesOf(event: LedgerEvent): string {
    const isFooter = event.type === 'footer';
    const lines = this.#separateLines(isFooter ? { ...event, lines: this.#lines } : event);
    this.#lines += lines.length;
    return lines.join('');
  }

  #separateLines(event: LedgerEvent): readonly string[] {
    if (event.type !== 'exchange' || event.answer === undefined) return [line(event)];
    const answer = withoutBody(event.answer);
    const { head, records = [], tail = '' } = partsOf(event.answer);
    const lines: string[] = [];
    if (records.some(({ length }) => length >= LEAST_SHARED)) {
      const parts = { records: records.map((record) => this.#numberOf(record, lines)), tail };
      lines.push(line({ ...event, answer: { ...answer, body: head, parts } }));
      return lines;
    }
    const whole = event.answer.body;
    if (whole.length < LEAST_SHARED)
      return [line({ ...event, answer: { ...answer, body: whole } })];
    // Identical responses are frequent, so a body that is not a list is stored as one text.
    const parts = { records: [this.#numberOf(whole, lines)], tail: '' };
    lines.push(line({ ...event, answer: { ...answer, body: '', parts } }));
    return lines;
  }

  /** Returns the number of a text. A new text is also added to `lines`. */
  #numberOf(text: StoredRecord | string, lines: string[]): number {
    const known = typeof text === 'string' ? this.#bodies.get(text) : this.#records.get(text);
    if (known !== undefined) return known;
    this.#written += 1;
    const number = this.#written;
    if (typeof text === 'string') this.#bodies.set(text, number);
    else this.#records.set(text, number);
    lines.push(line({ type: 'text', number, text: typeof text === 'string' ? text : text.text }));
    return number;
  }
}

const line = (event: LedgerEvent): string => `${JSON.stringify(event)}\n`;

/** A complete line of a ledger, without its line break. */
export interface LedgerLine {
  readonly text: string;
  /** False if the line may be damaged, because the end of its compressed data is missing. */
  readonly isChecked: boolean;
}

/**
 * Returns the events of lines. Throws a UsageError that names `file` for an invalid line, and for a
 * footer that counts other lines. The events end before an invalid line that may be damaged.
 */
export function* eventsOf(lines: Iterable<LedgerLine>, file: string): Generator<LedgerEvent> {
  const texts = new Map<number, StoredRecord>();
  for (const { event, number } of storedEvents(lines, file)) {
    const place = `${file}, line ${number}`;
    if (event.type === 'text') addText(event, texts, place);
    else if (event.type === 'exchange') yield withWholeBody(event, texts, place);
    else if (event.type === 'footer') yield withoutCount(event, number - 1, file);
    else yield event;
  }
}

/** Returns the event of each line, with the number of the line. */
function* storedEvents(lines: Iterable<LedgerLine>, file: string) {
  let number = 0;
  let verdicts = 0;
  for (const { text, isChecked } of lines) {
    number += 1;
    const result = checkSchema('ledger', jsonValue(text));
    if ('problems' in result) {
      if (!isChecked) return;
      const saved = number === 1 ? '' : `\n${whatIsWhole(verdicts)}`;
      const problems = describeProblems(result.problems.slice(0, 3));
      throw new UsageError(`${file}, line ${number} is not a ledger event:\n${problems}${saved}`);
    }
    if (result.value.type === 'verdict') verdicts += 1;
    yield { event: result.value, number };
  }
}

/** Says what can be saved of a ledger whose next line is damaged. */
export const whatIsWhole = (verdicts: number): string =>
  `What precedes it is whole, with ${verdicts === 1 ? '1 verdict' : `${verdicts} verdicts`}: copy it to another file (head), and name this file.`;

/** Texts are numbered in their order, so that a lost or doubled text is noticed. */
function addText({ number, text }: TextEvent, texts: Map<number, StoredRecord>, place: string) {
  const next = texts.size + 1;
  if (number !== next) {
    const what = number > next ? `text ${next} is missing` : `text ${number} is doubled`;
    throw new UsageError(
      `${place} is text ${number}, but ${what}: the ledger is incomplete or was changed. ${NAME_COPY}`,
    );
  }
  texts.set(number, { text, length: text.length });
}

const NAME_COPY = 'Name an undamaged copy, use the reports that the run wrote, or run again.';

/**
 * Returns the footer without its number of lines, which is a property of the file. Throws a
 * UsageError if another number of lines precedes it.
 */
function withoutCount(event: FooterEvent, before: number, file: string): FooterEvent {
  const { lines, ...footer } = event;
  if (lines === undefined || lines === before) return footer;
  const what = lines > before ? `${lines - before} are lost` : `${before - lines} are doubled`;
  throw new UsageError(
    `${file} is incomplete or was changed: its footer counts ${lines} lines before it, and the file has ${before}, so ${what}. ${NAME_COPY}`,
  );
}

/** Puts the body together from the texts of earlier lines. */
function withWholeBody(
  event: ExchangeEvent,
  texts: ReadonlyMap<number, StoredRecord>,
  place: string,
): ExchangeEvent {
  if (event.answer?.parts === undefined) return event;
  const { body: head, parts, ...answer } = event.answer;
  const records = parts.records.map((number) => {
    const text = texts.get(number);
    if (text === undefined)
      throw new UsageError(
        `${place} names text ${number}, which no earlier line has: the ledger is incomplete. ${NAME_COPY}`,
      );
    return text;
  });
  return { ...event, answer: withBody(answer, { head, records, tail: parts.tail }) };
}
