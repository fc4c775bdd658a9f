/** Restores requests and responses that a ledger contains without their secrets. */

import { defined } from '../defined.js';
import type { ExchangeEvent } from '../schema/types.js';
import { Answer } from './answer.js';
import { BodyStore } from './body.js';
import { storedRequest } from './exchange.js';
import type { Redactor } from './redact.js';
import { type Header, methodOf, type Request } from './request.js';

const SECRET_NAME = /\$\{[A-Z][A-Z0-9_]*\}/g;
/** What replaces a secret without a name. Its value cannot be restored. */
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

/** The bytes of a body, which a ledger contains as text, in the charset of the response. */
export function storedBytes(answer: NonNullable<ExchangeEvent['answer']>): Buffer {
  const type = answer.headers.find(([name]) => name?.toLowerCase() === 'content-type')?.[1] ?? '';
  const charset = /charset\s*=\s*"?(?:iso-8859-1|latin1|us-ascii)/i.test(type) ? 'latin1' : 'utf8';
  return Buffer.from(answer.body, charset);
}

export const headersOf = (pairs: readonly (readonly string[])[]): readonly Header[] =>
  pairs.map(([name = '', value = '']) => [name, value] as const);

/** Equal requests have the same key. */
export const keyOfStored = ({ method, url, headers, body }: ExchangeEvent['request']): string =>
  JSON.stringify([method, url, headers.map((field) => field.join(': ')).sort(), body ?? '']);

interface EarlierRun {
  readonly exchanges: Iterable<ExchangeEvent>;
  /** The start of the run, in milliseconds since the epoch. */
  readonly startedMs: number;
  readonly redactor: Redactor;
}

/**
 * The responses that the earlier parts of a resumed run received, so that equal requests need not
 * be sent again. A response is left out if another try might receive another response, or if a part
 * of it is not stored. Requests with a token that the target issued during the run are left out,
 * because another token now has its name.
 */
export class EarlierAnswers {
  readonly #run: EarlierRun;
  readonly #bodies = new BodyStore();
  readonly #events: readonly ExchangeEvent[];
  /** Equal requests in the order in which they were sent. The key is made by `keyOfStored`. */
  readonly #queues = new Map<string, ExchangeEvent[]>();
  /** By the number of the exchange. */
  readonly #answers = new Map<number, Answer>();

  constructor(run: EarlierRun) {
    this.#run = run;
    const events = [...run.exchanges];
    const issued = events.flatMap(({ answer }) => answer?.issued ?? []);
    // The name of a changed token begins with the name of the token, such as `${ACCESS_TOKEN_1`.
    const names = issued.map(({ name }) => name.replace(/\}$/, ''));
    this.#events = events.filter((event) => {
      const key = keyOfStored(event.request);
      // Requests with different removed credentials have the same key.
      const isClear = !REMOVED.test(key) && !names.some((name) => key.includes(name));
      return isClear && isReusable(event);
    });
    for (const event of this.#events) {
      const key = keyOfStored(event.request);
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#queues.set(key, [event]);
      else queue.push(event);
    }
  }

  /**
   * Equal GETs share the first response. The response to another method is returned only once,
   * because the target may respond differently to the next equal request. undefined if the request
   * must be sent.
   */
  answerTo(request: Request): Answer | undefined {
    if (request.lane === 'token') return undefined;
    const queue = this.#queues.get(keyOfStored(storedRequest(this.#run.redactor, request)));
    const event = methodOf(request) === 'GET' ? queue?.[0] : queue?.shift();
    return event === undefined ? undefined : this.#answerOf(event, request);
  }

  /** The responses of an interface, without those to requests with an unknown secret. */
  answersOf(interfaceName: string): readonly Answer[] {
    return this.#events.flatMap((event) => {
      const { interface: name, request } = event;
      if (name !== interfaceName) return [];
      const { method, url, body } = request;
      const known = withSecrets(
        { interface: name, method, url, headers: headersOf(request.headers), ...defined({ body }) },
        this.#run.redactor,
      );
      return known === undefined ? [] : (this.#answerOf(event, known) ?? []);
    });
  }

  #answerOf(event: ExchangeEvent, request: Request): Answer | undefined {
    const known = this.#answers.get(event.id);
    if (known !== undefined) return known;
    const { redactor, startedMs } = this.#run;
    const { id, atMs, durationMs, answer } = event;
    if (answer === undefined) return undefined;
    const bytes = bodyWithSecrets(storedBytes(answer), redactor);
    const headers = headersOf(answer.headers).map(
      ([name, value]) => [name, revealed(value, redactor) ?? ''] as const,
    );
    if (bytes?.length !== answer.bytes) return undefined;
    const sentAt = startedMs + atMs;
    const made = new Answer(
      request,
      { status: answer.status, headers, body: this.#bodies.keep(bytes) },
      { exchange: id, sentAt, receivedAt: sentAt + durationMs },
    );
    this.#answers.set(id, made);
    return made;
  }
}

/** Whether the response is complete and says something about its request. */
function isReusable({ answer }: ExchangeEvent): boolean {
  if (answer === undefined || answer.issued !== undefined || answer.cut) return false;
  if (answer.status >= 500 || answer.status === 429) return false;
  return answer.headers.every(([, value]) => value === undefined || !REMOVED.test(value));
}
