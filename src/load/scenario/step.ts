/** The steps of a virtual user, and the function that sends a request with retries after 429. */

import { retryAfterMs } from '../../http/index.js';
import { type Answer, header, type Outcome, type Request } from '../engine/index.js';
import type { Tags } from '../profile/index.js';

/**
 * The next step of a virtual user: send a request, pause, wait for a callback, or report a value or
 * fault of the last response.
 */
export type Step = LoadRequest | Pause | Wait | Note;

/** A request with the context of its scenario. */
export interface LoadRequest extends Request {
  /** Tags in addition to those of the scenario. */
  readonly tags?: Tags;
}

/** A pause in milliseconds. */
interface Pause {
  readonly pauseMs: number;
}

/** A wait until a callback is called. */
interface Wait {
  readonly until: (resume: () => void) => void;
}

/**
 * Reports a number for a metric, or the problem that a response lacks a value that a sequence
 * needs.
 */
interface Note {
  readonly note: { readonly metric: string; readonly value: number } | { readonly problem: string };
}

/** The result of a step: the outcome of a request, or the end of a pause. */
export type StepResult = Outcome | { readonly kind: 'resumed' };

/**
 * One run of a scenario by one virtual user. The generator yields steps and receives their results.
 */
export type Visit = Generator<Step, 'completed' | 'abandoned', StepResult>;

/** The maximum number of times that a request is sent while the response is 429. */
const MAX_TRIES = 3;

/** The longest pause after a 429, even if `Retry-After` is longer. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends a request. After a 429 it pauses for `Retry-After`, or for one second that doubles each
 * time, and sends the request again; the third response is final. Returns undefined without a
 * response.
 */
export function* ask(request: LoadRequest): Generator<Step, Answer | undefined, StepResult> {
  for (let attempt = 1; ; attempt += 1) {
    const heard = yield request;
    if (heard.kind !== 'answered') return undefined;
    if (heard.answer.status !== 429 || attempt >= MAX_TRIES) return heard.answer;
    const waitMs =
      retryAfterMs(header(heard.answer, 'retry-after'), Date.now()) ?? 1000 * 2 ** (attempt - 1);
    yield { pauseMs: Math.min(LONGEST_PAUSE_MS, waitMs) };
  }
}
