import { setTimeout as sleep } from 'node:timers/promises';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { PlainClient } from '../../../src/clients/broken/plain-client.js';
import type { Token, TokenBody } from '../../../src/clients/broken/token-holder.js';
import { NotImplemented } from '../../../src/clients/in-process.js';

/** Clients that do what the document leaves to them, about tokens. */

export class RequestIdInQuery extends PlainClient {
  #number = 0;
  protected override callTemplates(token: string): Promise<Response> {
    const url = `${this.setting('ETM_BASE_URL')}/V1/export-templates?requestId=${++this.#number}`;
    return this.world.fetch(url, { headers: this.templateHeaders(token), redirect: 'manual' });
  }
}

export class EmptyScope extends PlainClient {
  protected override tokenForm(): Record<string, string> {
    return { ...super.tokenForm(), scope: '' };
  }
}

export class WideMargin extends PlainClient {
  protected override tokenFrom(body: TokenBody, asked: number): Token {
    return { value: body.access_token, renewAt: asked + (body.expires_in - 300) * 1000 };
  }
}

const files = new Map<string, Token>();
/** What a token file does for a command line: it outlives the client, under the client's id. */
export class TokenKeptBetweenRuns extends PlainClient {
  override run(): Promise<void> {
    this.held = files.get(this.setting('ETM_CLIENT_ID'));
    return super.run();
  }
  protected override async token(): Promise<string> {
    const value = await super.token();
    if (this.held !== undefined) files.set(this.setting('ETM_CLIENT_ID'), this.held);
    return value;
  }
}

export class VerifiesTokens extends PlainClient {
  protected override async requestToken(): Promise<Token> {
    const token = await super.requestToken();
    const issuer = `${this.setting('AUTH_URL')}/realms/External-Applications`;
    const discovery = await (
      await this.world.fetch(`${issuer}/.well-known/openid-configuration`)
    ).json();
    const keys = createRemoteJWKSet(new URL((discovery as { readonly jwks_uri: string }).jwks_uri));
    await jwtVerify(token.value, keys, {
      issuer,
      subject: this.setting('ETM_CLIENT_ID'),
      algorithms: ['RS256'],
    });
    return token;
  }
}

export class RenewsByTheTokensOwnEnd extends PlainClient {
  protected override tokenFrom(body: TokenBody): Token {
    return {
      value: body.access_token,
      renewAt: 1000 * (decodeJwt(body.access_token).exp ?? 0) - 500,
    };
  }
}

class BasicClient extends PlainClient {
  protected written(text: string): string {
    return text;
  }
  protected override askToken(): Promise<Response> {
    const pair = ['ETM_CLIENT_ID', 'ETM_CLIENT_SECRET']
      .map((name) => this.written(this.setting(name)))
      .join(':');
    const headers = { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    return this.world.fetch(this.tokenUrl, { method: 'POST', body, headers, redirect: 'manual' });
  }
}

export class BasicAsItIs extends BasicClient {}

export class BasicFormEncoded extends BasicClient {
  protected override written(text: string): string {
    return encodeURIComponent(text);
  }
}

export class BothOnAWrongSecret extends BasicClient {
  #form = false;
  protected override askToken(): Promise<Response> {
    if (!this.#form) return super.askToken();
    const body = new URLSearchParams(this.tokenForm());
    return this.world.fetch(this.tokenUrl, { method: 'POST', body, redirect: 'manual' });
  }
  protected override async requestToken(): Promise<Token> {
    return super.requestToken().catch(() => {
      this.#form = true;
      return super.requestToken();
    });
  }
}

export class LowerCaseScheme extends PlainClient {
  protected override templateHeaders(token: string): Record<string, string> {
    return { authorization: `bearer ${token}` };
  }
}

export class ManyHeaders extends PlainClient {
  protected override templateHeaders(token: string): Record<string, string> {
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    return {
      ...super.templateHeaders(token),
      traceparent: trace,
      'User-Agent': 'sdk/1.2',
      Accept: '*/*',
    };
  }
}

export class CharsetInMediaType extends PlainClient {
  protected override askToken(): Promise<Response> {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
      Accept: 'application/json',
    };
    const body = new URLSearchParams(Object.entries(this.tokenForm()).reverse()).toString();
    return this.world.fetch(this.tokenUrl, { method: 'POST', body, headers, redirect: 'manual' });
  }
}

/** Has its token before it looks at the task, and may find that the task is none of its own. */
export class TokenAtTheStart extends PlainClient {
  override async run(): Promise<void> {
    await this.token();
    if (!this.world.task.startsWith('list-templates')) throw new NotImplemented(this.world.task);
    await super.run();
  }
}

export class OneAfterTheOther extends PlainClient {
  #last: Promise<void> = Promise.resolve();
  protected override listTemplates(): Promise<void> {
    const next = this.#last.then(() => super.listTemplates());
    this.#last = next.catch(() => undefined);
    return next;
  }
}

export class WaitsLonger extends PlainClient {
  protected override pauseAfter(answer: Response, attempt: number): number | undefined {
    const pause = super.pauseAfter(answer, attempt);
    return pause === undefined ? undefined : pause + 250;
  }
}

export class TriesAgainAtOnceWhereNoPauseIsNamed extends PlainClient {
  protected override pauseAfter(answer: Response, attempt: number): number | undefined {
    const pause = super.pauseAfter(answer, attempt);
    return pause === undefined || answer.headers.has('retry-after') ? pause : 0;
  }
}

/** Renews by a timer, whether anybody calls or not. */
export class RenewsInTheBackground extends PlainClient {
  override async run(): Promise<void> {
    const timer = setInterval(() => void this.token().catch(() => undefined), 100);
    try {
      await super.run();
    } finally {
      clearInterval(timer);
      await sleep(0);
    }
  }
}

/** Goes on with the next call where one is forbidden. */
export class GoesOnAfterForbidden extends PlainClient {
  protected override listTemplates(): Promise<void> {
    return super.listTemplates().catch((error: Error) => {
      if (!error.message.includes('403')) throw error;
    });
  }
}
