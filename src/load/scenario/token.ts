import { renewalMargin, tokenRequest } from '../../http/index.js';
import { jsonValue } from '../../schema/json-value.js';
import { checkSchema, describeProblems } from '../../schema/validate.js';
import { type Answer, message } from '../engine/index.js';
import type { TokenSpec } from './data.js';
import { visitsInTurn } from './in-turn.js';
import { ask, type Heard, type LoadRequest, type Step, type Visit } from './step.js';

/** Visits that ask for one token each, the clients in turn. */
export const tokenVisits = (tokens: readonly TokenSpec[]): (() => Visit) => visitsInTurn(tokens.map(askForToken));

/** The token request that every client of ours sends, as a request of the engine. */
function askForToken({ url, client }: TokenSpec): LoadRequest {
  const at = new URL(url);
  const { headers = [], body } = tokenRequest(url, client);
  return {
    origin: at.origin,
    title: 'POST token',
    message: message({
      method: 'POST',
      url: at,
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body }),
    }),
    expects: 200,
    repeatable: true,
    reads: true,
    verify: (answer) => wrongToken(answer, client.id),
  };
}

/** What is wrong with a token answer, or undefined. */
export function wrongToken({ body }: Pick<Answer, 'body'>, clientId: string): string | undefined {
  const token = jsonValue(body.toString());
  const result = checkSchema('templates/token', token);
  if (!('value' in result)) {
    // The value is a credential: only the place is told.
    return describeProblems(result.problems.slice(0, 1)).replace(/, received .*/s, '');
  }
  const [, payload = ''] = result.value.access_token.split('.');
  const claims = jsonValue(Buffer.from(payload, 'base64url').toString());
  const named = Object(claims).azp ?? Object(claims).client_id;
  return named === undefined || named === clientId ? undefined : 'the token of another client';
}

/**
 * One bearer token for all virtual users of a scenario: reused until shortly before its end, and asked for by one of
 * them while the others wait (CLI-TOK-1 to CLI-TOK-3).
 */
export class SharedToken {
  readonly #request: LoadRequest;
  readonly #now: () => number;
  #current: { readonly token: string; readonly renewAt: number } | undefined;
  #waiting: (() => void)[] | undefined;

  /** `now` is milliseconds of any steady clock. */
  constructor(spec: TokenSpec, now: () => number) {
    this.#request = askForToken(spec);
    this.#now = now;
  }

  /** A token that is not about to end, and not the one that was refused; undefined where none could be had. */
  *get(refused?: string): Generator<Step, string | undefined, Heard> {
    if (refused !== undefined && this.#current?.token === refused) this.#current = undefined;
    for (let round = 0; round < 3; round += 1) {
      const current = this.#current;
      if (current && this.#now() < current.renewAt) return current.token;
      if (!this.#waiting) return yield* this.#renew();
      const { until } = this;
      yield { until };
    }
    return undefined;
  }

  readonly until = (resume: () => void): void => {
    if (this.#waiting) this.#waiting.push(resume);
    else resume();
  };

  *#renew(): Generator<Step, string | undefined, Heard> {
    this.#waiting = [];
    try {
      const asked = this.#now();
      const answer = yield* ask(this.#request);
      const token = answer?.status === 200 ? Object(jsonValue(answer.body.toString())) : {};
      if (typeof token.access_token !== 'string') return undefined;
      const lifetimeMs = typeof token.expires_in === 'number' ? token.expires_in * 1000 : 0;
      this.#current = { token: token.access_token, renewAt: asked + lifetimeMs - renewalMargin(lifetimeMs) };
      return token.access_token;
    } finally {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const resume of waiting) resume();
    }
  }
}
