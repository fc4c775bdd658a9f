import { renewalMargin } from '../../http/index.js';
import { lifetimeOf, tokenIn } from '../../protocol/templates/jwt.js';
import { jsonValue } from '../../schema/json-value.js';
import type { TokenSpec } from './data.js';
import { requestOf, tokenRequestOf } from './request.js';
import { ask, type LoadRequest, type Step, type StepResult } from './step.js';

const EXPIRES_AT_ONCE =
  'The token server issued tokens without a positive "expires_in", so a token was requested before every request that needs one.';

/** A user gives up after it waited for this many requests of other users that failed. */
const MOST_FAILED = 3;

/**
 * A bearer token for all virtual users of a scenario. It is reused until shortly before it expires.
 * One user requests it while the other users wait (CLI-TOK-1 to CLI-TOK-3).
 */
export class SharedToken {
  readonly #request: LoadRequest;
  readonly #now: () => number;
  #current: { readonly token: string; readonly renewAt: number } | undefined;
  #waiting: (() => void)[] | undefined;
  /** Whether the last token request obtained no token. */
  #hasFailed = false;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(spec: TokenSpec, now: () => number) {
    this.#request = { ...requestOf(tokenRequestOf(spec)), reads: true };
    this.#now = now;
  }

  /**
   * Returns the current token, or requests a new one if the current token was refused or expires
   * soon. Returns undefined if no token could be obtained.
   */
  *get(refused?: string): Generator<Step, string | undefined, StepResult> {
    if (refused !== undefined && this.#current?.token === refused) this.#current = undefined;
    // After a wait there may be no token, because the request of the other user failed, or because
    // its token has already expired. Then this user requests a token or waits again.
    for (let failed = 0; failed < MOST_FAILED; failed += this.#hasFailed ? 1 : 0) {
      const current = this.#current;
      if (current && this.#now() < current.renewAt) return current.token;
      if (!this.#waiting) return yield* this.#renew();
      const { until } = this;
      yield { until };
    }
    return undefined;
  }

  /** Calls `resume` when the pending token request has ended, or at once if there is none. */
  readonly until = (resume: () => void): void => {
    if (this.#waiting) this.#waiting.push(resume);
    else resume();
  };

  *#renew(): Generator<Step, string | undefined, StepResult> {
    this.#waiting = [];
    let hasFailed = true;
    try {
      const requestedAt = this.#now();
      const answer = yield* ask(this.#request);
      const json = answer && jsonValue(answer.body.toString());
      const token = tokenIn({ ok: answer?.status === 200, json });
      if (token === undefined) return undefined;
      hasFailed = false;
      const lifetimeMs = lifetimeOf({ json });
      if (lifetimeMs === 0) yield { note: { remark: EXPIRES_AT_ONCE } };
      this.#current = { token, renewAt: requestedAt + lifetimeMs - renewalMargin(lifetimeMs) };
      return token;
    } finally {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      this.#hasFailed = hasFailed;
      for (const resume of waiting) resume();
    }
  }
}
