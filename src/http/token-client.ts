import type { Client } from '../settings/index.js';
import type { Answer } from './answer.js';
import { type Clock, systemClock } from './clock.js';
import type { Request } from './request.js';

export interface TokenClientOptions {
  /** The token endpoint. */
  readonly url: string;
  readonly client: Client;
  /** Sends one request; 429 and 5xx are its business (CLI-TOK-8). */
  readonly send: (request: Request) => Promise<Answer>;
  readonly clock?: Clock;
  /** Called with every token obtained, before it is used: the redactor learns it here. */
  readonly obtained?: (token: string) => void;
}

/** The token endpoint refused the client; asking again would not help (CLI-TOK-8). */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  constructor(readonly answer: Answer) {
    super(`the token endpoint returned ${answer.status}`);
  }
}

/**
 * The request for a token by client credentials in the form (RFC 6749 section 4.4.2); no scope is
 * sent.
 */
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
 * Obtains and keeps one bearer token. It is reused until shortly before its end, renewed by
 * repeating the token request, and requested once for all waiting calls (CLI-TOK-1 to CLI-TOK-3).
 */
export class TokenClient {
  /** Token requests sent. */
  requests = 0;
  readonly #options: TokenClientOptions;
  readonly #clock: Clock;
  #current: { readonly token: string; readonly renewAt: number } | undefined;
  #pending: Promise<string> | undefined;

  constructor(options: TokenClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** A token that is not about to end. Rejects with TokenRefused where the endpoint gives none. */
  async token(): Promise<string> {
    const current = this.#current;
    return current !== undefined && this.#clock.now() < current.renewAt
      ? current.token
      : this.#obtain();
  }

  /**
   * A token other than the rejected one: the current one where it is newer already, else a new one.
   */
  async replace(rejected: string): Promise<string> {
    if (this.#current?.token === rejected) this.#current = undefined;
    return this.token();
  }

  /**
   * Calls with a token; a 401 costs one new token and one repetition, and the second answer stands
   * (CLI-TOK-4, 5).
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
    const asked = this.#clock.now();
    const answer = await this.#options.send(tokenRequest(this.#options.url, this.#options.client));
    const { access_token: token, expires_in: seconds } = (answer.json ?? {}) as Readonly<
      Record<string, unknown>
    >;
    if (!answer.ok || typeof token !== 'string') throw new TokenRefused(answer);
    this.#options.obtained?.(token);
    const lifetimeMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 0;
    this.#current = { token, renewAt: asked + lifetimeMs - renewalMargin(lifetimeMs) };
    return token;
  }
}

/**
 * Milliseconds before its expiry at which a token is renewed: a fifth of its lifetime, at most half
 * a minute.
 */
export const renewalMargin = (lifetimeMs: number): number => Math.min(lifetimeMs / 5, 30_000);
