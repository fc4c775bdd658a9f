import type { InterfaceName } from '../target/index.js';
import type { Answer } from './answer.js';
import type { Lost } from './lost.js';
import type { Redactor } from './redact.js';
import { type Header, methodOf, type Request } from './request.js';

/** One request and its answer as they crossed the wire, secrets removed. Times are in milliseconds. */
export interface Exchange {
  readonly id: number;
  readonly interface: InterfaceName;
  /** Since the run began. */
  readonly atMs: number;
  /** Waited for the pace before sending. */
  readonly waitedMs: number;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Header[];
    readonly body?: string;
  };
  readonly answer?: {
    readonly status: number;
    readonly headers: readonly Header[];
    readonly body: string;
    readonly bytes: number;
    /** The body was cut to fit. */
    readonly cut?: true;
  };
  readonly lost?: { readonly kind: string; readonly message: string };
}

/** Characters of a body that are kept. */
const KEPT = 64 * 1024;

export function recordExchange(
  redactor: Redactor,
  request: Request,
  outcome: Answer | Lost,
  times: Pick<Exchange, 'id' | 'atMs' | 'waitedMs' | 'durationMs'>,
): Exchange {
  const headers = redactor.headers(request.headers ?? [], request);
  const sent = {
    method: methodOf(request),
    url: redactor.text(request.url),
    headers,
    ...(request.body === undefined ? {} : { body: redactor.text(request.body) }),
  };
  const base = { ...times, interface: request.interface, request: sent };
  if ('kind' in outcome) return { ...base, lost: { kind: outcome.kind, message: redactor.text(outcome.message) } };
  const text = redactor.text(outcome.text.toWellFormed());
  return {
    ...base,
    answer: {
      status: outcome.status,
      headers: redactor.headers(outcome.headers),
      body: text.slice(0, KEPT).toWellFormed(),
      bytes: outcome.body.length,
      ...(text.length > KEPT ? { cut: true as const } : {}),
    },
  };
}
