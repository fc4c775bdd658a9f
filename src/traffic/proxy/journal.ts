/** Converts forwarded exchanges to ledger events without secrets. */

import { defined } from '../../defined.js';
import type { HarEntry } from '../../formats/har.js';
import {
  Answer,
  decodeBody,
  Lost,
  type Redactor,
  type Request,
  recordExchange,
} from '../../http/index.js';
import type { ExchangeEvent } from '../../ledger/index.js';
import { isOnTokenServer } from '../../settings/base-urls.js';
import type { Target } from '../../settings/index.js';
import { headerOf } from '../canonical.js';
import { credentialHider } from '../hidden.js';
import { interfaceOf } from '../interface-of.js';
import type { ForwardedExchange } from './forward.js';

export interface Journaled {
  readonly event: ExchangeEvent;
  /** The entry contains the secrets, and exists only during the test. */
  readonly entry: HarEntry;
}

/**
 * Returns a function that converts one exchange. `begun` is the start of the recording, in
 * milliseconds since the epoch.
 */
export function journalOf(
  target: Target,
  redactor: Redactor,
  begun: number,
): (forwarded: ForwardedExchange) => Journaled {
  let id = 0;
  const registerCredentials = credentialHider(redactor);
  return (forwarded) => {
    id += 1;
    const { method, url, headers, body, at, durationMs, outcome } = forwarded;
    // The proxy forwards only to base URLs of interfaces, so the default is never used.
    const name = interfaceOf(url, target) ?? 'export';
    const text = body?.toString('utf8');
    const request: Request = {
      interface: name,
      method,
      url,
      headers,
      ...defined({ body: text }),
      ...(isOnTokenServer(url, target) ? { lane: 'token' } : {}),
    };
    const times = { id, atMs: Math.max(0, at - begun), waitedMs: 0, durationMs };
    const entry = { method, url, headers, body: text, at, durationMs, own: {} };
    if (outcome instanceof Lost) {
      registerCredentials(headers);
      const stored = recordExchange(redactor, request, outcome, times);
      return { event: { type: 'exchange', ...stored }, entry };
    }
    // Accepted credentials come first, because they are named after their setting.
    learnAccepted(request, outcome.status, redactor);
    registerCredentials(headers);
    const decoded = outcome.body && decodeBody(outcome.body, outcome.headers);
    const answer = new Answer(
      request,
      { status: outcome.status, headers: outcome.headers, body: decoded ?? Buffer.alloc(0) },
      { exchange: id, sentAt: at, receivedAt: at + durationMs },
    );
    const stored = recordExchange(redactor, request, answer, times);
    const event: ExchangeEvent = { type: 'exchange', ...stored };
    const withResponse = { ...entry, response: { ...outcome, body: decoded } };
    // A body that was not read, or cannot be decoded, counts as cut.
    if (stored.answer === undefined || decoded !== undefined) return { event, entry: withResponse };
    return { event: { ...event, answer: { ...stored.answer, cut: true } }, entry: withResponse };
  };
}

/** Registers an accepted credential as a secret, with the name of its setting. */
function learnAccepted(
  { interface: name, headers = [], body }: Request,
  status: number,
  redactor: Redactor,
): void {
  if (status !== 200) return;
  const learn = (value: string | null | undefined, variable: string): void => {
    const shown = `\${${variable}}`;
    if (value && redactor.valueOf(shown) === undefined) redactor.learn(value, shown);
  };
  if (name === 'export') learn(headerOf(headers, 'x-ea-auth-token'), 'EXPORT_TOKEN');
  if (name === 'platform') learn(headerOf(headers, 'x-auth-token'), 'PLATFORM_AUTH_VALUE');
  if (name === 'templates')
    learn(new URLSearchParams(body).get('client_secret'), 'ETM_CLIENT_SECRET');
}
