/** Removes secrets from the events of a run before they are stored. */

import type { LedgerEvent, VerdictEvent } from '../schema/types.js';
import type { Redactor } from './redact.js';

/**
 * Reports are made from events and need not be searched again. Exchanges are redacted when they are
 * recorded (`recordExchange`), verdicts by `redactedVerdict`.
 */
export function redactedEvent(redactor: Redactor, event: LedgerEvent): LedgerEvent {
  if (event.type === 'header') return { ...event, target: redactedTexts(redactor, event.target) };
  if (event.type === 'survey' || event.type === 'footer' || event.type === 'finding')
    return redactedTexts(redactor, event);
  return event;
}

/** Members that may quote a response or the output of a client. */
const QUOTES = [
  'reason',
  'witness',
  'expected',
  'actual',
  'sentence',
  'table',
  'transcript',
] as const;

export function redactedVerdict(redactor: Redactor, event: VerdictEvent): VerdictEvent {
  const quotes: Partial<VerdictEvent> = Object.fromEntries(
    QUOTES.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  );
  return { ...event, ...redactedTexts(redactor, quotes) };
}

function redactedTexts<Value>(redactor: Redactor, value: Value): Value {
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? redactor.text(member.toWellFormed()) : member,
  );
  return JSON.parse(text);
}
