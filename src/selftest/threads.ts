import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { judgeTask, type Outcome, type Task, type TaskOptions } from './tasks.js';

interface ThreadOptions extends TaskOptions {
  /** Called after each task, in the order in which they end. */
  readonly seen?: () => void;
  readonly signal?: AbortSignal;
}

/** Fewer tasks than this are not worth another thread. */
const WORTH = 20;

/**
 * Runs all tasks, in a thread for each processor, at most 4. Returns the results in the order of
 * the tasks; a task that did not start before `signal` has an empty one.
 */
export async function judgeAll(
  tasks: readonly Task[],
  options: ThreadOptions,
): Promise<readonly Outcome[]> {
  const { all, seed, records, seen, signal } = options;
  const threads = Math.min(availableParallelism(), 4, Math.floor(tasks.length / WORTH));
  const outcomes: Outcome[] = tasks.map(() => ({}));
  const queue = tasks.entries();
  const drain = async (judge: (task: Task) => Promise<Outcome>): Promise<void> => {
    for (const [index, task] of queue) {
      if (signal?.aborted) return;
      outcomes[index] = await judge(task);
      seen?.();
    }
  };
  if (threads < 2) await drain((task) => judgeTask(task, { all, seed, records }));
  else
    await Promise.all(
      Array.from({ length: threads }, () => drainInThread(drain, { all, seed, records })),
    );
  return outcomes;
}

async function drainInThread(
  drain: (judge: (task: Task) => Promise<Outcome>) => Promise<void>,
  options: TaskOptions,
): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { assaySelftest: options } });
  try {
    await drain(
      (task) =>
        new Promise((resolve, reject) => {
          worker
            .removeAllListeners()
            .once('message', resolve)
            .once('error', reject)
            .postMessage(task);
        }),
    );
  } finally {
    await worker.terminate();
  }
}

const options: TaskOptions | undefined = isMainThread ? undefined : workerData?.assaySelftest;
if (options !== undefined)
  parentPort?.on('message', async (task: Task) => {
    parentPort?.postMessage(await judgeTask(task, options));
  });
