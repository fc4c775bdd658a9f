import { retryAfterMs } from '../../http/index.js';
import { type Answer, header, type Outcome, type Request } from '../engine/index.js';
import type { Tags } from '../profile/index.js';

/**
 * What a virtual user does next: send a request, pause, wait until somebody calls, or note
 * something of the last response.
 */
export type Step = LoadRequest | Pause | Wait | Note;

/** A request with the context of its scenario. */
export interface LoadRequest extends Request {
  /** Tags beside those of the scenario. */
  readonly tags?: Tags;
}

interface Pause {
  readonly pauseMs: number;
}

interface Wait {
  readonly until: (resume: () => void) => void;
}

/** A number that a metric is made of, or what a sequence needed and the response did not have. */
interface Note {
  readonly note: { readonly metric: string; readonly value: number } | { readonly problem: string };
}

/** What a virtual user hears: what became of the request, or that the pause is over. */
export type Heard = Outcome | { readonly kind: 'resumed' };

/** One run of a scenario by one virtual user: yields steps and hears what became of them. */
export type Visit = Generator<Step, 'completed' | 'abandoned', Heard>;

const MAX_TRIES = 3;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends a request. A 429 pauses for `Retry-After`, else one second and then twice as long each
 * time, and the request is sent again; the third one is the answer. Undefined where no response.
 */
export function* ask(request: LoadRequest): Generator<Step, Answer | undefined, Heard> {
  for (let attempt = 1; ; attempt += 1) {
    const heard = yield request;
    if (heard.kind !== 'answered') return undefined;
    if (heard.answer.status !== 429 || attempt >= MAX_TRIES) return heard.answer;
    const asked =
      retryAfterMs(header(heard.answer, 'retry-after'), Date.now()) ?? 1000 * 2 ** (attempt - 1);
    yield { pauseMs: Math.min(LONGEST_PAUSE_MS, asked) };
  }
}
