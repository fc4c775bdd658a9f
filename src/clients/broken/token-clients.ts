/** Broken clients that request or use tokens wrongly. */

import { PlainClient } from './plain-client.js';
import type { Token, TokenBody } from './token-holder.js';

export class TokenPerCall extends PlainClient {
  protected override async token(): Promise<string> {
    return (await this.requestToken()).value;
  }
}

/** Each of several simultaneous calls requests a token of its own. */
export class ThunderingHerd extends PlainClient {
  protected override async token(): Promise<string> {
    this.held ??= await this.requestToken();
    return this.held.value;
  }
}

export class NoRenewal extends PlainClient {
  protected override tokenFrom(body: TokenBody): Token {
    return { value: body.access_token, renewAt: Number.POSITIVE_INFINITY };
  }
}

/** Renews tokens with the refresh token of the previous response. */
export class RefreshGrant extends PlainClient {
  #refresh: string | undefined;
  protected override tokenFrom(body: TokenBody, requestedMs: number): Token {
    this.#refresh = body.refresh_token;
    return super.tokenFrom(body, requestedMs);
  }
  protected override tokenForm(): Record<string, string> {
    return this.#refresh === undefined
      ? super.tokenForm()
      : { ...super.tokenForm(), grant_type: 'refresh_token', refresh_token: this.#refresh };
  }
}

export class ScopeSent extends PlainClient {
  protected override tokenForm(): Record<string, string> {
    return { ...super.tokenForm(), scope: 'openid' };
  }
}

export class JsonTokenRequest extends PlainClient {
  protected override askToken(): Promise<Response> {
    const body = JSON.stringify(this.tokenForm());
    return this.world.fetch(this.tokenUrl, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    });
  }
}

export class RetryWithoutNewToken extends PlainClient {
  protected override afterRefusal(token: string): Promise<Response> {
    return this.callTemplates(token);
  }
}

export class GivesUpOn401 extends PlainClient {
  protected override async afterRefusal(_token: string, answer: Response): Promise<Response> {
    return answer;
  }
}

export class RetryForEver extends PlainClient {
  protected override async afterRefusal(token: string): Promise<Response> {
    let answer = await super.afterRefusal(token, new Response());
    while (answer.status === 401) answer = await super.afterRefusal(await this.token(), answer);
    return answer;
  }
}

export class SecretInUrl extends PlainClient {
  protected override get tokenUrl(): string {
    return `${super.tokenUrl}?client_secret=${this.setting('ETM_CLIENT_SECRET')}`;
  }
}

export class SecretToApi extends PlainClient {
  protected override templateHeaders(token: string): Record<string, string> {
    const pair = `${this.setting('ETM_CLIENT_ID')}:${this.setting('ETM_CLIENT_SECRET')}`;
    return { ...super.templateHeaders(token), 'X-Client': Buffer.from(pair).toString('base64') };
  }
}

export class TokenToWrongHost extends PlainClient {
  protected override async callTemplates(token: string): Promise<Response> {
    await this.world.fetch(this.setting('EXPORT_BASE_URL'), {
      headers: this.templateHeaders(token),
    });
    return super.callTemplates(token);
  }
}

export class TokenInQuery extends PlainClient {
  protected override callTemplates(token: string): Promise<Response> {
    return this.world.fetch(
      `${this.setting('ETM_BASE_URL')}/V1/export-templates?access_token=${token}`,
    );
  }
}

export class OtherScheme extends PlainClient {
  protected override templateHeaders(token: string): Record<string, string> {
    return { Authorization: `Token ${token}` };
  }
}

/** Waits 100 ms instead of the time in `Retry-After`. */
export class IgnoresRetryAfter extends PlainClient {
  protected override pauseAfter(answer: Response, attempt: number): number | undefined {
    return super.pauseAfter(answer, attempt) === undefined ? undefined : 100;
  }
}

export class GivesUpOn503 extends PlainClient {
  protected override pauseAfter(): number | undefined {
    return undefined;
  }
}

/** Reads `Retry-After` only as seconds. If it contains a date, the client does not wait. */
export class IgnoresRetryDate extends PlainClient {
  protected override pauseAfter(answer: Response, attempt: number): number | undefined {
    const pause = super.pauseAfter(answer, attempt);
    if (pause === undefined) return undefined;
    const seconds = Number(answer.headers.get('retry-after') ?? 0);
    return Number.isNaN(seconds) ? 0 : pause;
  }
}

export class GivesUpWithoutRetryAfter extends PlainClient {
  protected override pauseAfter(answer: Response, attempt: number): number | undefined {
    return answer.headers.has('retry-after') ? super.pauseAfter(answer, attempt) : undefined;
  }
}

/** Repeats every refused token request after 1 ms, without end. */
export class LoopsOnWrongSecret extends PlainClient {
  protected override pauseAfter(): number | undefined {
    return 1;
  }
}
