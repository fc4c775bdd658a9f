/**
 * Converts events to lines of NDJSON and back. A text that occurs in several bodies is written only
 * once, on a line before its first use.
 */

import { jsonValue } from '../schema/json-value.js';
import { partsOf, withBody, withoutBody } from '../schema/stored-text.js';
import type { ExchangeEvent, LedgerEvent } from '../schema/types.js';
import { checkSchema, describeProblems } from '../schema/validate.js';
import { UsageError } from '../settings/index.js';

/** Shorter texts are repeated. */
const LEAST_SHARED = 100;

export class LineWriter {
  readonly #numbers = new Map<string, number>();

  /** Each line has its line end. */
  linesOf(event: LedgerEvent): string {
    if (event.type !== 'exchange' || event.answer === undefined) return line(event);
    const answer = withoutBody(event.answer);
    const { head, records = [], tail = '' } = partsOf(event.answer);
    const isList = records.some((record) => record.length >= LEAST_SHARED);
    const whole = isList ? '' : event.answer.body;
    if (!isList && whole.length < LEAST_SHARED)
      return line({ ...event, answer: { ...answer, body: whole } });
    // Identical responses are frequent, so a body that is not a list is stored as one text.
    const texts = isList ? records : [whole];
    const numbers: number[] = [];
    let lines = '';
    for (const text of texts) {
      const known = this.#numbers.get(text);
      const number = known ?? this.#numbers.size + 1;
      if (known === undefined) {
        this.#numbers.set(text, number);
        lines += line({ type: 'text', number, text });
      }
      numbers.push(number);
    }
    const around = isList
      ? { body: head, parts: { records: numbers, tail } }
      : { body: '', parts: { records: numbers, tail: '' } };
    return lines + line({ ...event, answer: { ...answer, ...around } });
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
  const texts = new Map<number, string>();
  for (const [index, content] of lines.entries()) {
    const result = checkSchema('ledger', jsonValue(content));
    if ('problems' in result)
      throw new UsageError(
        `${file}, line ${index + 1} is not a ledger event:\n${describeProblems(result.problems.slice(0, 3))}`,
      );
    const event = result.value;
    if (event.type === 'text') texts.set(event.number, event.text);
    else
      yield event.type === 'exchange'
        ? withWholeBody(event, texts, `${file}, line ${index + 1}`)
        : event;
  }
}

/** Joins the body from texts of earlier lines. */
function withWholeBody(
  event: ExchangeEvent,
  texts: ReadonlyMap<number, string>,
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
