/**
 * Converts events to lines of NDJSON and back. A text that occurs in several bodies is written only
 * once, on a line before its first use.
 */

import { jsonValue } from '../schema/json-value.js';
import { partsOf, type StoredRecord, withBody, withoutBody } from '../schema/stored-text.js';
import type { ExchangeEvent, LedgerEvent } from '../schema/types.js';
import { checkSchema, describeProblems } from '../schema/validate.js';
import { UsageError } from '../settings/index.js';

/**
 * A body or a record with fewer characters is not worth a line of its own. A list is stored by its
 * records if one of them has at least this number of characters, otherwise as a whole.
 */
const LEAST_SHARED = 100;

export class LineWriter {
  /** The numbers of the records that were written. */
  readonly #records = new WeakMap<StoredRecord, number>();
  /** The numbers of whole bodies that are not lists of records. */
  readonly #bodies = new Map<string, number>();
  /** The number of texts that were written. */
  #written = 0;

  /** Returns complete lines: each ends with a line break. */
  linesOf(event: LedgerEvent): string {
    if (event.type !== 'exchange' || event.answer === undefined) return line(event);
    const answer = withoutBody(event.answer);
    const { head, records = [], tail = '' } = partsOf(event.answer);
    const lines: string[] = [];
    if (records.some(({ length }) => length >= LEAST_SHARED)) {
      const parts = { records: records.map((record) => this.#numberOf(record, lines)), tail };
      lines.push(line({ ...event, answer: { ...answer, body: head, parts } }));
      return lines.join('');
    }
    const whole = event.answer.body;
    if (whole.length < LEAST_SHARED) return line({ ...event, answer: { ...answer, body: whole } });
    // Identical responses are frequent, so a body that is not a list is stored as one text.
    const parts = { records: [this.#numberOf(whole, lines)], tail: '' };
    lines.push(line({ ...event, answer: { ...answer, body: '', parts } }));
    return lines.join('');
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

/**
 * Reads up to the last complete line. Throws a UsageError that names `file` for an invalid line.
 */
export function* eventsOf(text: string, file: string): Generator<LedgerEvent> {
  const lines = text.split('\n');
  // The text after the last line end is an incomplete line.
  lines.pop();
  const texts = new Map<number, StoredRecord>();
  for (const [index, content] of lines.entries()) {
    const result = checkSchema('ledger', jsonValue(content));
    if ('problems' in result)
      throw new UsageError(
        `${file}, line ${index + 1} is not a ledger event:\n${describeProblems(result.problems.slice(0, 3))}`,
      );
    const event = result.value;
    if (event.type === 'text')
      texts.set(event.number, { text: event.text, length: event.text.length });
    else
      yield event.type === 'exchange'
        ? withWholeBody(event, texts, `${file}, line ${index + 1}`)
        : event;
  }
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
      throw new UsageError(`${place} names text ${number}, which no earlier line has.`);
    return text;
  });
  return { ...event, answer: withBody(answer, { head, records, tail: parts.tail }) };
}
