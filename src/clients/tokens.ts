/** The tokens that are issued in one scenario. */

import { randomBytes } from 'node:crypto';
import type { Given, IssuedToken } from '../../suites/clients/index.js';
import type { Signing } from './signing.js';

export interface Issue {
  readonly issuer: string;
  /** When the token is issued, in milliseconds since the servers of the scenario started. */
  readonly nowMs: number;
  readonly lifetimeSeconds: number;
}

export class Tokens {
  readonly issued: IssuedToken[] = [];
  readonly #revoked = new Set<string>();

  /** `learn` is called with every token before the token is sent. */
  constructor(
    private readonly given: Given,
    readonly signing: Signing,
    private readonly learn: (token: string) => void,
  ) {}

  issue({ issuer, nowMs, lifetimeSeconds }: Issue): string {
    const { clientId } = this.given;
    // Rounded down, so that the token never claims a longer lifetime than the server grants.
    const iat = Math.floor(Date.now() / 1000);
    const value = this.signing.sign({
      iss: issuer,
      aud: 'account',
      sub: clientId,
      azp: clientId,
      typ: 'Bearer',
      iat,
      exp: iat + lifetimeSeconds,
      jti: randomBytes(9).toString('base64url'),
    });
    this.learn(value);
    this.issued.push({ value, issuedMs: nowMs, endsMs: nowMs + lifetimeSeconds * 1000 });
    return value;
  }

  revokeAll(): void {
    for (const { value } of this.issued) this.#revoked.add(value);
  }

  /** Whether the token was issued here, has not expired and is not revoked. */
  accepts(value: string | undefined, nowMs: number): boolean {
    const token = this.issued.find((issued) => issued.value === value);
    return token !== undefined && nowMs < token.endsMs && !this.#revoked.has(token.value);
  }
}
