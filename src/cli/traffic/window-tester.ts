import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Target } from '../../settings/index.js';
import type { Entry } from '../../traffic/index.js';
import { reviewWindow, type WindowReview } from './window-review.js';
import type { FromThread } from './window-thread.js';

export interface ToThread {
  readonly entries: readonly Entry[];
  readonly target: Target;
  readonly reported: ReadonlySet<string>;
}

/** If this number of windows waits for the second thread, this thread tests the next window. */
const MAX_WAITING = 3;

/**
 * The memory for new objects of the second thread, a third of the default of Node.js. More memory
 * does not make the tests faster. With this limit, both threads together stay below 400 MB.
 */
const YOUNG_MB = 16;

interface Waiting {
  readonly done: (review: WindowReview) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Tests windows, which are groups of recorded exchanges. If there are at least two processors, a
 * second thread tests most windows, because testing takes as long as reading.
 */
export class WindowTester {
  #thread: Worker | undefined;
  readonly #waiting: Waiting[] = [];

  /** `module` is the built module of the second thread. Without it there is only this thread. */
  constructor(module: URL | undefined) {
    if (module === undefined || availableParallelism() < 2) return;
    this.#thread = new Worker(module, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    this.#thread.on('message', (answer: FromThread) => {
      const first = this.#waiting.shift();
      if ('review' in answer) first?.done(answer.review);
      else first?.failed(answer.error);
    });
    this.#thread.on('error', (error) => {
      this.#thread = undefined;
      for (const { failed } of this.#waiting.splice(0)) failed(error);
    });
  }

  test(
    entries: readonly Entry[],
    target: Target,
    reported: ReadonlySet<string>,
  ): Promise<WindowReview> {
    const thread = this.#thread;
    if (thread === undefined || this.#waiting.length >= MAX_WAITING)
      return reviewWindow(entries, target, reported);
    return new Promise((done, failed) => {
      thread.postMessage({ entries, target, reported } satisfies ToThread);
      this.#waiting.push({ done, failed });
    });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }
}
