/** Distributes the tasks of the self-test over worker threads. */

import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { judgeTask, type Outcome, type Task, type TaskOptions } from './tasks.js';

interface ThreadOptions extends TaskOptions {
  /** Called after each task. */
  readonly taskEnded?: () => void;
  readonly signal?: AbortSignal;
}

/** Starting a thread takes time, so each thread must have at least this many tasks. */
const TASKS_PER_THREAD = 20;

/**
 * Runs the tasks in at most 4 threads, and not more than there are processors. Without enough tasks
 * for two threads, they run in this thread. The outcomes have the order of the tasks. A task that
 * did not start before `signal` aborted has an empty outcome.
 */
export async function judgeAll(
  tasks: readonly Task[],
  options: ThreadOptions,
): Promise<readonly Outcome[]> {
  const { taskEnded, signal, ...taskOptions } = options;
  const threads = Math.min(availableParallelism(), 4, Math.floor(tasks.length / TASKS_PER_THREAD));
  const outcomes: Outcome[] = tasks.map(() => ({}));
  const queue = tasks.entries();
  const drain = async (judge: (task: Task) => Promise<Outcome>): Promise<void> => {
    for (const [index, task] of queue) {
      if (signal?.aborted) return;
      outcomes[index] = await judge(task);
      taskEnded?.();
    }
  };
  if (threads < 2) await drain((task) => judgeTask(task, taskOptions));
  else await Promise.all(Array.from({ length: threads }, () => drainInThread(drain, taskOptions)));
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

// In a worker thread this module waits for tasks and returns their outcomes.
const options: TaskOptions | undefined = isMainThread ? undefined : workerData?.assaySelftest;
if (options !== undefined)
  parentPort?.on('message', async (task: Task) => {
    parentPort?.postMessage(await judgeTask(task, options));
  });
