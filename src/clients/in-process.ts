/** Runs a client that is a function of this process. */

import { messageOf } from '../schema/json-value.js';
import type { Launch } from './launch.js';

/** What a client can use. */
export interface World {
  readonly settings: Readonly<Record<string, string>>;
  readonly task: string;
  readonly parameters: readonly string[];
  readonly print: (line: string | number) => void;
  /** Requests are aborted when the client is stopped. */
  readonly fetch: typeof fetch;
}

/** Thrown by a client for a task that it does not implement, like exit code 64 of a process. */
export class NotImplemented extends Error {
  override readonly name = 'NotImplemented';
}

/** Starts no process, because one for each scenario would make the tests too slow. */
export const inProcess =
  (client: (world: World) => Promise<void>): Launch =>
  async (settings, signal, exited) => {
    const lines: string[] = [];
    const [task = '', ...parameters] = (settings.ASSAY_TASK ?? '').split(' ');
    const ended = (code: number, stderr = '') => ({ code, stdout: lines.join('\n'), stderr });
    try {
      await client({
        settings,
        task,
        parameters,
        print: (line) => void lines.push(String(line)),
        fetch: (input, init) => fetch(input, { ...init, signal }),
      });
      return ended(0);
    } catch (error) {
      if (error instanceof NotImplemented) return ended(64);
      return ended(1, messageOf(error));
    } finally {
      exited();
    }
  };
