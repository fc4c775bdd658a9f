/** A thread that tests groups of recorded exchanges for `assay judge`. */

import { parentPort } from 'node:worker_threads';
import { withBuffers } from './cloned-entry.js';
import { reviewWindow, type WindowReview } from './window-review.js';
import type { ToThread } from './window-tester.js';

/** The result for one group. Results are sent in the order of the groups. */
export type FromThread = { readonly review: WindowReview } | { readonly error: unknown };

const port = parentPort;
if (port === null) throw new Error('This module runs in a worker thread');
let last: Promise<void> = Promise.resolve();

port.on('message', ({ entries, target, reported }: ToThread) => {
  // The receiver matches results with groups by their order, so groups are tested one after the
  // other.
  last = last.then(async () => {
    const answer: FromThread = await reviewWindow(entries.map(withBuffers), target, reported).then(
      (review) => ({ review }),
      (error: unknown) => ({ error }),
    );
    port.postMessage(answer);
  });
});
