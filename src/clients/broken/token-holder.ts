/**
 * The part of a correct API client that obtains and keeps its access token. The deliberately broken
 * clients override its methods.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../in-process.js';

/** `renewAt` is in milliseconds since the epoch. */
export interface Token {
  readonly value: string;
  readonly renewAt: number;
}

export interface TokenBody {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
}

/** A token is renewed after this number of milliseconds for each second of its lifetime. */
const RENEW_AFTER_MS_PER_SECOND = 800;

/** A refused token request is repeated until this number of attempts is reached. */
const MAX_ATTEMPTS = 4;

export class TokenHolder {
  protected held: Token | undefined;
  protected pending: Promise<Token> | undefined;

  constructor(protected readonly world: World) {}

  protected setting(name: string): string {
    return this.world.settings[name] ?? '';
  }

  protected get tokenUrl(): string {
    return `${this.setting('AUTH_URL')}/realms/External-Applications/protocol/openid-connect/token`;
  }

  protected tokenForm(): Record<string, string> {
    return {
      grant_type: 'client_credentials',
      client_id: this.setting('ETM_CLIENT_ID'),
      client_secret: this.setting('ETM_CLIENT_SECRET'),
    };
  }

  protected askToken(): Promise<Response> {
    const body = new URLSearchParams(this.tokenForm());
    return this.world.fetch(this.tokenUrl, { method: 'POST', body, redirect: this.redirect });
  }

  /** Following a redirect could send the credentials to another server. */
  protected get redirect(): 'manual' | 'follow' {
    return 'manual';
  }

  /**
   * Returns the wait before the next attempt in milliseconds, or undefined if there must be no
   * further attempt.
   */
  protected pauseAfter(answer: Response, attempt: number): number | undefined {
    const isTemporary = answer.status === 429 || answer.status >= 500;
    if (!isTemporary || attempt >= MAX_ATTEMPTS) return undefined;
    const after = answer.headers.get('retry-after');
    if (after === null) return 100 * attempt;
    return /^\d+$/.test(after) ? 1000 * Number(after) : Math.max(0, Date.parse(after) - Date.now());
  }

  protected async requestToken(): Promise<Token> {
    for (let attempt = 1; ; attempt += 1) {
      const requestedMs = Date.now();
      const answer = await this.askToken();
      const body: unknown = await answer.json();
      if (answer.ok && isToken(body)) return this.tokenFrom(body, requestedMs);
      const pause = this.pauseAfter(answer, attempt);
      if (pause === undefined) throw new Error(`no token: ${answer.status}`);
      await sleep(pause);
    }
  }

  protected tokenFrom(body: TokenBody, requestedMs: number): Token {
    const renewAt = requestedMs + body.expires_in * RENEW_AFTER_MS_PER_SECOND;
    return { value: body.access_token, renewAt };
  }

  protected async token(): Promise<string> {
    if (this.held === undefined || Date.now() >= this.held.renewAt) {
      this.pending ??= this.requestToken().finally(() => {
        this.pending = undefined;
      });
      this.held = await this.pending;
    }
    return this.held.value;
  }
}

const isToken = (body: unknown): body is TokenBody =>
  typeof body === 'object' &&
  body !== null &&
  'access_token' in body &&
  typeof body.access_token === 'string';
