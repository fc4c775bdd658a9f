/** Runs the reference server in a thread, so that it does not slow the load generator. */

import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { type ReferenceOptions, startReference } from '../../reference/index.js';
import type { TargetFile } from '../../schema/types.js';

export interface ReferenceThread {
  readonly target: TargetFile;
  readonly close: () => Promise<void>;
}

/** The thread runs `module`: this file, or its compiled form if this one is not compiled. */
export async function startReferenceThread(
  options: Pick<ReferenceOptions, 'tokenLifetime'> = {},
  module = new URL(import.meta.url),
): Promise<ReferenceThread> {
  const worker = new Worker(module, { workerData: { assayReference: options } });
  const [target]: TargetFile[] = await once(worker, 'message');
  if (!target) throw new Error('The reference server did not start');
  return { target, close: async () => void (await worker.terminate()) };
}

// This part runs in the thread. `workerData` distinguishes it from threads with other purposes.
if (parentPort) {
  const { workerData } = await import('node:worker_threads');
  if (workerData?.assayReference) {
    const { target } = await startReference(workerData.assayReference);
    parentPort.postMessage(target);
  }
}
