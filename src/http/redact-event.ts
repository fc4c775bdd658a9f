/** Removes secrets from the events of a run before they are stored. */

import type { LedgerEvent, VerdictEvent } from '../schema/types.js';
import type { Redactor } from './redact.js';

/**
 * An event without secrets. Every file and terminal output is made from events, so reports need not
 * be searched. Exchanges are redacted when they are recorded (`recordExchange`), verdicts by
 * `redactedVerdict`.
 */
export function redactedEvent(redactor: Redactor, event: LedgerEvent): LedgerEvent {
  if (event.type === 'header') return { ...event, target: redactedTexts(redactor, event.target) };
  if (event.type === 'survey' || event.type === 'footer') return redactedTexts(redactor, event);
  return event;
}

/** Members of a verdict that may quote a response or the output of a client. */
const QUOTES = ['reason', 'witness', 'expected', 'actual', 'table', 'transcript'] as const;

/** A verdict without secrets. */
export function redactedVerdict(redactor: Redactor, event: VerdictEvent): VerdictEvent {
  const quotes: Partial<VerdictEvent> = Object.fromEntries(
    QUOTES.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  );
  return { ...event, ...redactedTexts(redactor, quotes) };
}

/** A copy of a JSON value with all secrets removed from its texts. */
function redactedTexts<Value>(redactor: Redactor, value: Value): Value {
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? redactor.text(member.toWellFormed()) : member,
  );
  return JSON.parse(text);
}
