/** Obtains, keeps and renews a bearer token, as the clauses for clients (CLI-TOK) require. */

import { cut } from '../schema/cut.js';
import { membersOf } from '../schema/json-value.js';
import type { Client } from '../settings/index.js';
import type { Answer } from './answer.js';
import { type Clock, systemClock } from './clock.js';
import type { Request } from './request.js';

export interface TokenClientOptions {
  readonly url: string;
  readonly client: Client;
  /** Sends a request. The function must handle 429 and 5xx itself (CLI-TOK-8). */
  readonly send: (request: Request) => Promise<Answer>;
  readonly clock?: Clock;
  /** The function is called with every obtained token before the token is used. */
  readonly obtained?: (token: string) => void;
}

/** The token endpoint refused the client. Another request would not help (CLI-TOK-8). */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  constructor(readonly answer: Answer) {
    super(`the token endpoint returned ${describeWithoutToken(answer)}`);
  }
}

/** The maximum number of characters of a served text that is quoted. */
const MAX_QUOTED = 200;

/**
 * Describes a response of a token endpoint that contains no token: its status, and what it contains
 * instead, such as `200 with the OAuth error invalid_client`.
 */
export function describeWithoutToken(answer: Answer): string {
  const { status, json, mediaType, size } = answer;
  const { error, error_description: description } = membersOf(json);
  if (typeof error === 'string') {
    const more = typeof description === 'string' ? ` (${cut(description, MAX_QUOTED)})` : '';
    return `${status} with the OAuth error ${cut(error, MAX_QUOTED)}${more}`;
  }
  if (size === 0) return `${status} with an empty body`;
  if (json !== undefined) return `${status} with JSON without a usable access_token`;
  const form = /(?:^|&)(access_token|error)=/.exec(answer.text.slice(0, MAX_QUOTED))?.[1];
  const type = mediaType === '' ? 'without a media type' : mediaType;
  if (form !== undefined) return `${status} with ${form} in a form instead of JSON (${type})`;
  const content = /html/i.test(mediaType) ? 'an HTML page' : `a body (${answer.jsonFault})`;
  return `${status} with ${content} instead of JSON (${type})`;
}

/** Sends the client credentials in a form without a scope (RFC 6749 section 4.4.2). */
export const tokenRequest = (url: string, { id, secret }: Client): Request => ({
  interface: 'templates',
  lane: 'token',
  method: 'POST',
  url,
  headers: [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', 'application/json'],
  ],
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  }).toString(),
});

/**
 * Reuses a token until shortly before it expires, and then requests a new one. Calls that need a
 * token at the same time share one request (CLI-TOK-1 to CLI-TOK-3).
 */
export class TokenClient {
  /** The number of token requests so far. */
  requests = 0;
  readonly #options: TokenClientOptions;
  readonly #clock: Clock;
  #current: { readonly token: string; readonly renewAt: number } | undefined;
  #pending: Promise<string> | undefined;

  constructor(options: TokenClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Returns a token that does not expire soon. Rejects with `TokenRefused` if there is none. */
  async token(): Promise<string> {
    const current = this.#current;
    return current !== undefined && this.#clock.now() < current.renewAt
      ? current.token
      : this.#obtain();
  }

  /** Returns the current token if it is newer than `rejected`, otherwise a new token. */
  async replace(rejected: string): Promise<string> {
    if (this.#current?.token === rejected) this.#current = undefined;
    return this.token();
  }

  /**
   * After a 401 the call is repeated once with a new token. The second response is final
   * (CLI-TOK-4, CLI-TOK-5).
   */
  async call(send: (token: string) => Promise<Answer>): Promise<Answer> {
    const token = await this.token();
    const answer = await send(token);
    return answer.status === 401 ? send(await this.replace(token)) : answer;
  }

  #obtain(): Promise<string> {
    this.#pending ??= this.#request().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #request(): Promise<string> {
    this.requests += 1;
    const requestedAt = this.#clock.now();
    const answer = await this.#options.send(tokenRequest(this.#options.url, this.#options.client));
    const { access_token: token, expires_in: seconds } = membersOf(answer.json);
    if (!answer.ok || typeof token !== 'string') throw new TokenRefused(answer);
    this.#options.obtained?.(token);
    const lifetimeMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 0;
    this.#current = { token, renewAt: requestedAt + lifetimeMs - renewalMargin(lifetimeMs) };
    return token;
  }
}

/** A token is renewed this time before it expires: a fifth of its lifetime, but at most 30 s. */
export const renewalMargin = (lifetimeMs: number): number => Math.min(lifetimeMs / 5, 30_000);
