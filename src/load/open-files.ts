/** Compares the connections of a load run with the limit of open files of this process. */

import { UsageError } from '../settings/index.js';
import type { Plan } from './profile/plan.js';

/** Modules, reports, outputs and the threads of Node need fewer files than this. */
const OWN_FILES = 50;
/** A worker thread has an event loop of its own, which needs a few files. */
const FILES_OF_WORKER = 10;

export interface FileNeeds {
  /** The number of servers. Each has all connections of the plan. */
  readonly origins: number;
  readonly workers: number;
  /** Whether the server is part of this process, so that both ends of a connection count. */
  readonly embedded: boolean;
}

/**
 * Throws a UsageError if this process may not open as many files as the run needs. On systems
 * without such a limit it does nothing.
 */
export function expectOpenFiles(
  { name, connections }: Pick<Plan, 'name' | 'connections'>,
  { origins, workers, embedded }: FileNeeds,
  limit = limitOfOpenFiles(),
): void {
  const sockets = Math.max(connections, workers) * origins * (embedded ? 2 : 1);
  const own = OWN_FILES + (workers > 1 ? workers * FILES_OF_WORKER : 0);
  const needed = sockets + own;
  if (limit === undefined || needed <= limit) return;
  throw new UsageError(
    `The profile ${name} needs ${needed} open files: ${sockets} for connections and ${own} for Assay itself. ` +
      `This process may open ${limit}. Raise the limit with "ulimit -n ${needed}", or lower the users or the "connections" of the profile.`,
  );
}

/** Returns undefined if there is no limit, or if the system does not tell it. */
function limitOfOpenFiles(): number | undefined {
  const report: unknown = process.report?.getReport();
  const limit: unknown = Object(Object(Object(report).userLimits).open_files).soft;
  return typeof limit === 'number' ? limit : undefined;
}
