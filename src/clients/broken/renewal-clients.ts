/** Broken clients that renew their token wrongly. */

import { PlainClient } from './plain-client.js';
import type { Token, TokenBody } from './token-holder.js';

/** Renews only after the lifetime, which it counts from the arrival of the token. */
export class RenewsAtTheEnd extends PlainClient {
  protected override get everyMs(): number {
    return 30;
  }
  protected override tokenFrom(body: TokenBody): Token {
    return { value: body.access_token, renewAt: Date.now() + body.expires_in * 1000 };
  }
  /**
   * Uses the time of the previous call, so that a pause of the machine cannot make this client
   * correct by chance.
   */
  protected override async token(): Promise<string> {
    const previousCallAt = this.#calledAt;
    this.#calledAt = Date.now();
    if (this.held !== undefined && previousCallAt < this.held.renewAt) return this.held.value;
    return super.token();
  }
  #calledAt = 0;
}

/**
 * Requests two tokens after each refused call, and does not use a token that another call obtained
 * in the meantime.
 */
export class HerdAfter401 extends PlainClient {
  protected override async afterRefusal(): Promise<Response> {
    await this.requestToken();
    return this.callTemplates((await this.requestToken()).value);
  }
}

/** Repeats a refused call with the wrong method. */
export class SpoilsRepetition extends PlainClient {
  protected override async afterRefusal(token: string): Promise<Response> {
    if (this.held?.value === token) this.held = undefined;
    const headers = this.templateHeaders(await this.token());
    return this.world.fetch(`${this.setting('ETM_BASE_URL')}/V1/export-templates`, {
      method: 'POST',
      headers,
    });
  }
}

export class ForbiddenAs401 extends PlainClient {
  protected override async callTemplates(token: string): Promise<Response> {
    const answer = await super.callTemplates(token);
    return answer.status === 403 ? this.afterRefusal(token, answer) : answer;
  }
}

class TokenCountingClient extends PlainClient {
  protected tokensObtained = 0;
  protected override tokenFrom(body: TokenBody, requestedMs: number): Token {
    this.tokensObtained += 1;
    return super.tokenFrom(body, requestedMs);
  }
}

export class ScopeOnRenewal extends TokenCountingClient {
  protected override tokenForm(): Record<string, string> {
    return { ...super.tokenForm(), ...(this.tokensObtained > 0 ? { scope: 'openid' } : {}) };
  }
}

export class BearerLostOnRenewal extends TokenCountingClient {
  protected override templateHeaders(token: string): Record<string, string> {
    return this.tokensObtained > 1 ? { Authorization: token } : super.templateHeaders(token);
  }
}

export class RefreshAfter401 extends PlainClient {
  #refresh: string | undefined;
  #refused = false;
  protected override tokenFrom(body: TokenBody, requestedMs: number): Token {
    this.#refresh = body.refresh_token;
    return super.tokenFrom(body, requestedMs);
  }
  protected override afterRefusal(token: string, answer: Response): Promise<Response> {
    this.#refused = true;
    return super.afterRefusal(token, answer);
  }
  protected override tokenForm(): Record<string, string> {
    return this.#refused && this.#refresh !== undefined
      ? { ...super.tokenForm(), grant_type: 'refresh_token', refresh_token: this.#refresh }
      : super.tokenForm();
  }
}
