import type { LedgerEvent, VerdictEvent } from '../schema/types.js';
import type { Redactor } from './redact.js';

/**
 * An event as it may be stored. Whatever reaches a file or a terminal is made of events, so that no
 * report needs to be searched for secrets. Exchanges are redacted when they are recorded
 * (`recordExchange`), verdicts by `redactedVerdict`.
 */
export function redactedEvent(redactor: Redactor, event: LedgerEvent): LedgerEvent {
  if (event.type === 'header') return { ...event, target: redactedTexts(redactor, event.target) };
  if (event.type === 'survey' || event.type === 'footer') return redactedTexts(redactor, event);
  return event;
}

/** Members of a verdict that may quote what the target returned or a client printed. */
const QUOTES = ['reason', 'witness', 'expected', 'actual', 'table', 'transcript'] as const;

/** A verdict as it may be stored. */
export function redactedVerdict(redactor: Redactor, event: VerdictEvent): VerdictEvent {
  const quotes: Partial<VerdictEvent> = Object.fromEntries(
    QUOTES.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  );
  return { ...event, ...redactedTexts(redactor, quotes) };
}

/** The same JSON value, each of its texts without secrets. */
function redactedTexts<Value>(redactor: Redactor, value: Value): Value {
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? redactor.text(member.toWellFormed()) : member,
  );
  return JSON.parse(text);
}
