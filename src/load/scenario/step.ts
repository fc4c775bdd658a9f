/** The steps of a virtual user, and requests with retries after 429. */

import { retryAfterMs } from '../../http/index.js';
import { type Answer, header, type Outcome, type Request } from '../engine/ticket.js';
import type { Tags } from '../profile/plan.js';

/**
 * A step of a virtual user: send a request, pause, wait for a callback, or report a value or a
 * fault of the last response.
 */
export type Step = LoadRequest | Pause | Wait | Note;

export interface LoadRequest extends Request {
  /** Tags in addition to those of the scenario. */
  readonly tags?: Tags;
  /** The interface whose rules test the response. */
  readonly interface?: string;
}

interface Pause {
  readonly pauseMs: number;
}

/** Waits until `resume` is called. */
interface Wait {
  readonly until: (resume: () => void) => void;
}

/**
 * A number for a metric, a problem (the last response lacks a value that a later request needs), or
 * a remark about the target, which reports contain once.
 */
interface Note {
  readonly note:
    | { readonly metric: string; readonly value: number }
    | { readonly problem: string }
    | { readonly remark: string };
}

export type StepResult = Outcome | { readonly kind: 'resumed' };

/** One run of a scenario by one virtual user. Yields steps and receives their results. */
export type Visit = Generator<Step, 'completed' | 'abandoned', StepResult>;

/** If every response is 429, a request is sent this many times. */
const MAX_TRIES = 3;

/** The longest pause, even if `Retry-After` is longer. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends a request. After a 429 it pauses and sends the request again. The pause is `Retry-After`,
 * or by default one second before the first repetition and two seconds before the second. The third
 * response is final. Returns undefined if there is no response.
 */
export function* ask(request: LoadRequest): Generator<Step, Answer | undefined, StepResult> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = yield request;
    if (outcome.kind !== 'answered') return undefined;
    if (outcome.answer.status !== 429 || attempt >= MAX_TRIES) return outcome.answer;
    const { answer } = outcome;
    const waitMs =
      retryAfterMs(header(answer, 'retry-after'), Date.now(), header(answer, 'date')) ??
      1000 * 2 ** (attempt - 1);
    yield { pauseMs: Math.min(LONGEST_PAUSE_MS, waitMs) };
  }
}
