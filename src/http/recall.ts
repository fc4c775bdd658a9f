/** Restores requests and responses that a ledger contains without their secrets. */

import { withoutBody } from '../schema/stored-text.js';
import type { ExchangeEvent } from '../schema/types.js';
import { Answer } from './answer.js';
import type { BodyStore } from './body.js';
import type { Redactor } from './redact.js';
import type { Header, Request } from './request.js';

const SECRET_NAME = /\$\{[A-Z][A-Z0-9_]*\}/g;
const REMOVED = /<removed>|<JWT>/;

type Encode = (value: string) => string;
const asItIs: Encode = (value) => value;
/** Encodes a value as in the query of a URL or in a form. */
const formEncoded: Encode = (value) =>
  new URLSearchParams({ v: value }).toString().slice('v='.length);

/** Replaces each name of a known secret, such as `${EXPORT_TOKEN}`, by the secret. */
export const withValues = (text: string, redactor: Redactor, encode = asItIs): string =>
  text.replace(SECRET_NAME, (shown) => {
    const value = redactor.valueOf(shown);
    return value === undefined ? shown : encode(value);
  });

/** Like `withValues`, but returns undefined if a secret is unknown. */
function revealed(text: string, redactor: Redactor, encode = asItIs): string | undefined {
  const whole = withValues(text, redactor, encode);
  return REMOVED.test(whole) || whole.search(SECRET_NAME) >= 0 ? undefined : whole;
}

/** Returns undefined if a secret of the request is unknown. */
export function withSecrets(request: Request, redactor: Redactor): Request | undefined {
  const url = revealed(request.url, redactor, formEncoded);
  const encode = request.lane === 'token' ? formEncoded : asItIs;
  const body = request.body === undefined ? '' : revealed(request.body, redactor, encode);
  const values = (request.headers ?? []).map(
    ([name, value]) => [name, revealed(value, redactor)] as const,
  );
  const headers = values.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  if (url === undefined || body === undefined || headers.length < values.length) return undefined;
  return { ...request, url, headers, ...(body === '' ? {} : { body }) };
}

/** Restores the secrets of a stored body. Returns undefined if a secret is unknown. */
export function bodyWithSecrets(body: Buffer, redactor: Redactor): Buffer | undefined {
  const text = body.toString('latin1');
  if (!text.includes('${') && !REMOVED.test(text)) return body;
  const whole = revealed(text, redactor);
  return whole === undefined ? undefined : Buffer.from(whole, 'latin1');
}

/** Restores the bytes of a body, which a ledger contains as text, in the charset of the response. */
export function storedBytes(answer: NonNullable<ExchangeEvent['answer']>): Buffer {
  const type = answer.headers.find(([name]) => name?.toLowerCase() === 'content-type')?.[1] ?? '';
  const charset = /charset\s*=\s*"?(?:iso-8859-1|latin1|us-ascii)/i.test(type) ? 'latin1' : 'utf8';
  return Buffer.from(answer.body, charset);
}

export const headersOf = (pairs: readonly (readonly string[])[]): readonly Header[] =>
  pairs.map(([name = '', value = '']) => [name, value] as const);

interface Recalling {
  /** The start of the run, in milliseconds since the epoch. */
  readonly startedMs: number;
  readonly redactor: Redactor;
  readonly bodies: BodyStore;
}

/**
 * Returns the response of an earlier exchange, so that its request need not be sent again. Returns
 * undefined if another try may receive another response, if a part of it is not stored, or if one
 * of its secrets is unknown. Only a GET may receive an earlier response.
 */
export function recalled(
  { id, interface: name, atMs, durationMs, request, answer }: ExchangeEvent,
  { startedMs, redactor, bodies }: Recalling,
): Answer | undefined {
  const { method, url, headers, body } = request;
  if (method !== 'GET' || body !== undefined || answer === undefined || answer.cut)
    return undefined;
  const { status, issued } = withoutBody(answer);
  if (status >= 500 || status === 429 || issued !== undefined) return undefined;
  const known = withSecrets({ interface: name, url, headers: headersOf(headers) }, redactor);
  const bytes = bodyWithSecrets(storedBytes(answer), redactor);
  const fields = headersOf(answer.headers).map(
    ([field, value]) => [field, revealed(value, redactor)] as const,
  );
  const whole = fields.flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  if (known === undefined || bytes?.length !== answer.bytes || whole.length < fields.length)
    return undefined;
  const sentAt = startedMs + atMs;
  return new Answer(
    known,
    { status, headers: whole, body: bodies.keep(bytes) },
    { exchange: id, sentAt, receivedAt: sentAt + durationMs },
  );
}
