import { cut } from '../schema/cut.js';
import type { ExchangeEvent } from '../schema/types.js';
import type { Answer } from './answer.js';
import type { Lost } from './lost.js';
import type { Redactor } from './redact.js';
import { type Header, methodOf, type Request } from './request.js';

/** One request and its answer as they crossed the wire, secrets removed. Times are in milliseconds. */
export type Exchange = Omit<ExchangeEvent, 'type'>;

/** Characters of a body that are kept, and how many more are looked at for a secret that stands across the cut. */
const KEPT = 32 * 1024;
const MARGIN = 4 * 1024;
/** Members of a token response that hold a credential, whatever a server calls them. */
const CREDENTIAL = /token(?!_?type)|secret|assertion|jwt|ticket/i;

export function recordExchange(
  redactor: Redactor,
  request: Request,
  outcome: Answer | Lost,
  times: Pick<Exchange, 'id' | 'atMs' | 'waitedMs' | 'durationMs'>,
): Exchange {
  if (request.lane === 'token' && !('kind' in outcome)) learnIssued(redactor, outcome);
  const sent = {
    method: methodOf(request),
    url: redactor.text(request.url),
    headers: stored(redactor.headers(request.headers ?? [], request)),
    ...(request.body === undefined ? {} : { body: redactor.text(request.body) }),
  };
  const base = { ...times, interface: request.interface, request: sent };
  if ('kind' in outcome) return { ...base, lost: { kind: outcome.kind, message: redactor.text(outcome.message) } };
  const whole = outcome.text;
  const looked = whole.length > KEPT + MARGIN ? `${cut(whole, KEPT + MARGIN)}…` : whole;
  const text = redactor.text(looked.toWellFormed());
  return {
    ...base,
    answer: {
      status: outcome.status,
      headers: stored(redactor.headers(outcome.headers)),
      body: cut(text, KEPT).toWellFormed(),
      bytes: outcome.body.length,
      ...(whole.length > KEPT ? { cut: true as const } : {}),
    },
  };
}

/** An answer of the token endpoint is a secret before it is stored: whatever it issues, under whatever name. */
function learnIssued(redactor: Redactor, answer: Answer): void {
  const seen = (value: unknown, named: boolean, depth: number): void => {
    if (typeof value === 'string' && named && !/^(?:bearer|basic|mac|dpop|n_a)$/i.test(value)) redactor.issued(value);
    if (typeof value !== 'object' || value === null || depth === 0) return;
    for (const [name, member] of Object.entries(value).slice(0, 100))
      seen(member, Array.isArray(value) ? named : CREDENTIAL.test(name), depth - 1);
  };
  if (answer.ok && answer.body.length <= 1024 * 1024 && !isDocument(answer)) seen(answer.json, false, 3);
}

/** Discovery and keys are public: addresses of token endpoints are no tokens. */
const isDocument = ({ json }: Answer): boolean =>
  typeof json === 'object' && json !== null && ('issuer' in json || 'token_endpoint' in json || 'keys' in json);

const stored = (headers: readonly Header[]): [string, string][] => headers.map(([name, value]) => [name, value]);
