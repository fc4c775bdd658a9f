import { renewalMargin } from '../../http/index.js';
import { lifetimeOf, tokenIn } from '../../protocol/templates/jwt.js';
import { jsonValue } from '../../schema/json-value.js';
import type { TokenSpec } from './data.js';
import { requestOf, tokenRequestOf } from './request.js';
import { ask, type Heard, type LoadRequest, type Step } from './step.js';

/**
 * One bearer token for all virtual users of a scenario: reused until shortly before its end, and
 * requested by one of them while the others wait (CLI-TOK-1 to CLI-TOK-3).
 */
export class SharedToken {
  readonly #request: LoadRequest;
  readonly #now: () => number;
  #current: { readonly token: string; readonly renewAt: number } | undefined;
  #waiting: (() => void)[] | undefined;

  /** `now` is milliseconds of any steady clock. */
  constructor(spec: TokenSpec, now: () => number) {
    this.#request = { ...requestOf(tokenRequestOf(spec)), reads: true };
    this.#now = now;
  }

  /**
   * A token that is not about to end, and not the one that was refused; undefined where none could
   * be had.
   */
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
      const json = answer && jsonValue(answer.body.toString());
      const token = tokenIn({ ok: answer?.status === 200, json });
      if (token === undefined) return undefined;
      const lifetimeMs = lifetimeOf({ json });
      this.#current = { token, renewAt: asked + lifetimeMs - renewalMargin(lifetimeMs) };
      return token;
    } finally {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const resume of waiting) resume();
    }
  }
}
