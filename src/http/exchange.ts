import type { ExchangeEvent } from '../schema/types.js';
import type { Answer } from './answer.js';
import type { Lost } from './lost.js';
import type { Redactor } from './redact.js';
import { type Header, methodOf, type Request } from './request.js';

/** One request and its answer as they crossed the wire, secrets removed. Times are in milliseconds. */
export type Exchange = Omit<ExchangeEvent, 'type'>;

/** Characters of a body that are kept. */
const KEPT = 256 * 1024;

export function recordExchange(
  redactor: Redactor,
  request: Request,
  outcome: Answer | Lost,
  times: Pick<Exchange, 'id' | 'atMs' | 'waitedMs' | 'durationMs'>,
): Exchange {
  const sent = {
    method: methodOf(request),
    url: redactor.text(request.url),
    headers: stored(redactor.headers(request.headers ?? [], request)),
    ...(request.body === undefined ? {} : { body: redactor.text(request.body) }),
  };
  const base = { ...times, interface: request.interface, request: sent };
  if ('kind' in outcome) return { ...base, lost: { kind: outcome.kind, message: redactor.text(outcome.message) } };
  const text = redactor.text(outcome.text.toWellFormed());
  return {
    ...base,
    answer: {
      status: outcome.status,
      headers: stored(redactor.headers(outcome.headers)),
      body: text.slice(0, KEPT).toWellFormed(),
      bytes: outcome.body.length,
      ...(text.length > KEPT ? { cut: true as const } : {}),
    },
  };
}

const stored = (headers: readonly Header[]): [string, string][] => headers.map(([name, value]) => [name, value]);
