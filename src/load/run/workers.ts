/** Runs a load plan in several worker threads. */

import { Worker } from 'node:worker_threads';
import type { LoadPoint } from '../../schema/types.js';
import { NOTHING_SEEN, type Observed } from '../record/observer.js';
import { type Measurements, mergeMeasurements } from '../record/recording.js';
import { mergePoints } from '../record/series.js';
import type { Share } from './share.js';

/**
 * Messages of a worker: its connections are open (`ready`), a second has passed (`point`), or its
 * share is finished (`done`).
 */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'point'; readonly point: LoadPoint; readonly observed?: Observed }
  | { readonly kind: 'done'; readonly recording: Measurements };

type PointMessage = Extract<FromWorker, { kind: 'point' }>;

/** Messages to a worker: start the schedule, or end the run. */
export type ToWorker = 'go' | 'stop';

export interface WorkersOptions {
  readonly count: number;
  /** Called after each second with the merged figures of all workers. */
  readonly point?: (point: LoadPoint, observed?: Observed) => void;
  /**
   * The function is called when the connections of all workers are open. The workers then start
   * together.
   */
  readonly ready?: () => void;
  readonly signal?: AbortSignal;
  /** The module that runs in each thread. The default is the built module beside this file. */
  readonly module?: URL | undefined;
}

/** Runs a load plan in several threads. Rejects if a thread fails. */
export async function runWorkers(
  whole: Omit<Share, 'index' | 'of'>,
  options: WorkersOptions,
): Promise<Measurements> {
  const {
    count,
    point,
    ready: whenReady,
    signal,
    module = new URL('./worker.js', import.meta.url),
  } = options;
  const workers = Array.from(
    { length: count },
    (_, index) =>
      new Worker(module, { workerData: { ...whole, index, of: count } satisfies Share }),
  );
  const send = (what: ToWorker): void => {
    for (const worker of workers) worker.postMessage(what);
  };
  const stop = (): void => send('stop');
  signal?.addEventListener('abort', stop, { once: true });
  const seconds: { point: LoadPoint; observed: Observed | undefined }[][] = [];
  const counts = workers.map(() => 0);
  const reportSecond = (second: number): void => {
    const known = seconds[second] ?? [];
    seconds[second] = [];
    const merged = mergePoints(known.map((one) => one.point));
    const observed = known.map((one) => one.observed ?? NOTHING_SEEN);
    const samples = observed.flatMap((one) => one.samples);
    if (merged)
      point?.(merged, { samples, durations: observed.flatMap(({ durations }) => durations) });
  };
  const takePoint = (index: number, { point: added, observed }: PointMessage): void => {
    const second = counts[index] ?? 0;
    counts[index] = second + 1;
    const known = seconds[second] ?? [];
    seconds[second] = known;
    known.push({ point: added, observed });
    if (known.length === count) reportSecond(second);
  };
  let ready = 0;
  // All workers start when the slowest is ready.
  const begin = (): void => {
    whenReady?.();
    send('go');
    if (signal?.aborted) stop();
  };
  try {
    const recordings = await Promise.all(
      workers.map(
        (worker, index) =>
          new Promise<Measurements>((resolve, reject) => {
            worker.once('error', reject);
            worker.once('exit', () => reject(new Error('A load worker ended before it was done')));
            worker.on('message', (message: FromWorker) => {
              if (message.kind === 'done') resolve(message.recording);
              else if (message.kind === 'point') takePoint(index, message);
              else if (++ready === count) begin();
            });
          }),
      ),
    );
    // A second that only some workers sent, such as the last, was not reported yet.
    for (const second of seconds.keys()) reportSecond(second);
    return mergeMeasurements(recordings);
  } finally {
    signal?.removeEventListener('abort', stop);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
