/**
 * Obtains tokens and puts them into requests. The settings name a command that prints a token, or a
 * refresh token with which a token endpoint issues tokens. Until a request is sent, it contains
 * placeholders instead of these tokens.
 */

import { defined } from '../defined.js';
import { membersOf } from '../schema/json-value.js';
import type { Credential } from '../settings/resolved-file.js';
import type { Answer } from './answer.js';
import type { Clock } from './clock.js';
import { Lost } from './lost.js';
import type { Redactor } from './redact.js';
import { type ObtainedToken, RenewableToken } from './renewable-token.js';
import type { Header, Request } from './request.js';
import { describeWithoutToken } from './token-client.js';
import { tokenOfCommand } from './token-command.js';

/** `learn` is called with the response before it is recorded. */
type SendTokenRequest = (request: Request, learn: (answer: Answer) => void) => Promise<Answer>;

interface CredentialToken {
  readonly credential: Credential;
  readonly token: RenewableToken;
}

/** A token is obtained when a request needs it. */
export class Credentials {
  readonly #tokens: readonly CredentialToken[];
  readonly #redactor: Redactor;

  constructor(credentials: readonly Credential[], options: CredentialOptions) {
    this.#redactor = options.redactor;
    this.#tokens = credentials.map((credential) => ({
      credential,
      token: new RenewableToken(this.#source(credential, options), options.clock),
    }));
  }

  /**
   * Replaces placeholders with current tokens. Rejects with `Lost` if a token cannot be obtained.
   */
  async fill(request: Request): Promise<Request> {
    let filled = request;
    for (const { credential, token } of this.#tokensIn(request))
      filled = replaced(filled, credential.placeholder, await token.token());
    return filled;
  }

  /**
   * Leaves out the added headers whose tokens need a request to a token endpoint. A request to a
   * token endpoint would otherwise wait for itself.
   */
  withoutRefreshed(request: Request): Request {
    const refreshed = this.#tokens.flatMap(({ credential: { refresh, placeholder } }) =>
      refresh === undefined ? [] : [placeholder],
    );
    const isFree = ([, value]: Header): boolean =>
      !refreshed.some((placeholder) => value.includes(placeholder));
    return { ...request, ...defined({ added: request.added?.filter(isFree) }) };
  }

  /**
   * Renews the tokens of a refused request. `request` contains the placeholders, and `sent`
   * contains the tokens. Returns false if no token was renewed.
   */
  async renew(request: Request, sent: Request): Promise<boolean> {
    let isRenewed = false;
    for (const { credential, token } of this.#tokensIn(request)) {
      const refused = tokenIn(request, sent, credential.placeholder);
      if (refused !== undefined && (await token.replace(refused)) !== undefined) isRenewed = true;
    }
    return isRenewed;
  }

  /** The current tokens by their placeholders, for requests that other code sends. */
  async current(): Promise<ReadonlyMap<string, string>> {
    const tokens = this.#tokens.map(
      async ({ credential, token }) => [credential.placeholder, await token.token()] as const,
    );
    return new Map(await Promise.all(tokens));
  }

  #tokensIn(request: Request): readonly CredentialToken[] {
    if (this.#tokens.length === 0) return [];
    const text = JSON.stringify([request.url, request.headers, request.added, request.body]);
    return this.#tokens.filter(({ credential }) => text.includes(credential.placeholder));
  }

  #source(credential: Credential, options: CredentialOptions): () => Promise<ObtainedToken> {
    const { command, refresh, setting } = credential;
    const register = (token: string): void => this.#redactor.learn(token, `\${${credential.name}}`);
    if (command !== undefined)
      return async () => {
        const obtained = await tokenOfCommand(command, setting);
        register(obtained.token);
        return obtained;
      };
    let refreshToken = refresh?.token ?? '';
    return async () => {
      const requestedAt = options.clock.now();
      const answer = await options.send(refreshRequest(credential, refreshToken), ({ json }) => {
        const { access_token: token, refresh_token: next } = membersOf(json);
        if (typeof token === 'string') register(token);
        if (typeof next === 'string')
          this.#redactor.learn(next, `\${${credential.name}_REFRESH_TOKEN}`);
      });
      const {
        access_token: token,
        expires_in: seconds,
        refresh_token: next,
      } = membersOf(answer.json);
      if (!answer.ok || typeof token !== 'string')
        throw new Lost(
          'credential',
          `${setting}: the token endpoint returns ${describeWithoutToken(answer)} for the refresh token`,
        );
      if (typeof next === 'string' && next !== '') refreshToken = next;
      return {
        token,
        expiresAt: typeof seconds === 'number' ? requestedAt + seconds * 1000 : undefined,
      };
    };
  }
}

export interface CredentialOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly send: SendTokenRequest;
}

/** Stands for the interface of refresh requests, which may go to any server. */
export const TOKEN_ENDPOINT = 'token endpoint';

/**
 * The request for a new token (RFC 6749 section 6). The form contains the id of the client (section
 * 3.2.1) and its secret, if the settings have them.
 */
function refreshRequest({ refresh, clientId, clientSecret }: Credential, token: string): Request {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: token,
    ...(clientId === undefined ? {} : { client_id: clientId }),
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  });
  return {
    interface: TOKEN_ENDPOINT,
    method: 'POST',
    url: refresh?.url ?? '',
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Accept', 'application/json'],
    ],
    body: form.toString(),
  };
}

function replaced(request: Request, placeholder: string, token: string): Request {
  const swap = (text: string): string => text.replaceAll(placeholder, token);
  const inHeaders = (headers: readonly Header[]): readonly Header[] =>
    headers.map(([name, value]) => [name, swap(value)] as const);
  return {
    ...request,
    url: request.url.replaceAll(placeholder, encodeURIComponent(token)),
    ...(request.headers === undefined ? {} : { headers: inHeaders(request.headers) }),
    ...(request.added === undefined ? {} : { added: inHeaders(request.added) }),
    ...(request.body === undefined ? {} : { body: swap(request.body) }),
  };
}

/**
 * Returns the token that replaced a placeholder in a header. The placeholder must be the whole
 * value of the header, or follow a scheme such as `Bearer`.
 */
function tokenIn(request: Request, sent: Request, placeholder: string): string | undefined {
  const before = [...(request.headers ?? []), ...(request.added ?? [])];
  const after = [...(sent.headers ?? []), ...(sent.added ?? [])];
  const at = before.findIndex(
    ([, value]) => value === placeholder || value.endsWith(` ${placeholder}`),
  );
  const schemeLength = (before[at]?.[1] ?? '').length - placeholder.length;
  return at < 0 ? undefined : after[at]?.[1].slice(schemeLength);
}
