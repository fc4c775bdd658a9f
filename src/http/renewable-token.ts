/** Keeps a token until it expires or is refused, and then obtains a new token. */

import type { Clock } from './clock.js';
import { renewalMargin } from './token-client.js';

/** `expiresAt` is in milliseconds since the epoch; undefined if unknown. */
export interface ObtainedToken {
  readonly token: string;
  readonly expiresAt?: number | undefined;
}

/** All callers share one token. */
export class RenewableToken {
  readonly #obtain: () => Promise<ObtainedToken>;
  readonly #clock: Clock;
  #current: { readonly token: string; readonly renewAt: number } | undefined;
  #pending: Promise<string> | undefined;
  /** Set if the replacement of a refused token was refused, too. Another renewal would not help. */
  #futile = false;
  /** The token that replaced a refused token. */
  #replacement: string | undefined;

  constructor(obtain: () => Promise<ObtainedToken>, clock: Clock) {
    this.#obtain = obtain;
    this.#clock = clock;
  }

  /** Returns a token that does not expire soon. */
  async token(): Promise<string> {
    const current = this.#current;
    return current !== undefined && this.#clock.now() < current.renewAt
      ? current.token
      : this.#renew();
  }

  /**
   * Returns a token to use instead of a refused token, or undefined if the refused token was itself
   * a replacement, or if no other token was obtained.
   */
  async replace(refused: string): Promise<string | undefined> {
    if (this.#futile) return undefined;
    if (refused === this.#replacement) {
      this.#futile = true;
      return undefined;
    }
    if (this.#current?.token === refused) this.#current = undefined;
    const token = await this.token();
    this.#replacement = token;
    return token === refused ? undefined : token;
  }

  #renew(): Promise<string> {
    this.#pending ??= this.#request().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #request(): Promise<string> {
    const begun = this.#clock.now();
    const { token, expiresAt = Number.POSITIVE_INFINITY } = await this.#obtain();
    const lifetimeMs = Math.max(0, expiresAt - begun);
    const renewAt = Number.isFinite(expiresAt) ? expiresAt - renewalMargin(lifetimeMs) : expiresAt;
    this.#current = { token, renewAt };
    return token;
  }
}
