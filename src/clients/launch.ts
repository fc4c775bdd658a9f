/** Starts a client as a command and collects its output. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Recording } from '../../suites/clients/index.js';
import { defined } from '../defined.js';
import { UsageError } from '../settings/index.js';
import { makeHome } from './isolated-home.js';
import { endOrphans } from './orphan-processes.js';
import { killGroup } from './process-group.js';

/** How a client ended, with its output up to a limit. */
export type Ending = Pick<Recording, 'code' | 'stdout' | 'stderr' | 'leftover'>;

/**
 * Starts a client with settings, and resolves when the client has ended. `signal` stops the client.
 * `exited` is called as soon as the client has ended. Requests that arrive later do not come from
 * the client.
 */
export type Launch = (
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal,
  exited: () => void,
) => Promise<Ending>;

/** The surroundings in which a client is started. */
export interface LaunchOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  /**
   * Whether the client keeps its user's home folder. By default each start has an empty home
   * folder.
   */
  readonly keepHome?: boolean;
}

/** The number of characters that are kept of each stream. */
const KEPT = 256 * 1024;
/**
 * The milliseconds for which streams may stay open after the client has ended. If a stream stays
 * open for longer, another process uses the stream.
 */
const GRACE = 300;

/**
 * Makes a launcher for a client that is a command, with an empty home folder. The client runs in
 * its own process group, which is ended together with the client. Processes that left the group are
 * ended, too, and named in the result. Rejects with a UsageError if the client cannot be started.
 */
export const launchCommand =
  (
    [program = '', ...args]: readonly string[],
    { environment, cwd, keepHome = false }: LaunchOptions,
  ): Launch =>
  async (settings, signal, exited) => {
    const home = keepHome ? undefined : makeHome(environment);
    // Processes that the client starts inherit this mark, which identifies them.
    const mark = randomBytes(9).toString('hex');
    const env = { ...environment, ...home?.variables, ...settings, ASSAY_PLAY: mark };
    try {
      const child = spawn(program, args, {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
      });
      const stdout = collect(child.stdout);
      const stderr = collect(child.stderr);
      const code = await endOf(child, program, signal, exited);
      const leftover = endOrphans(mark);
      return { code, stdout: stdout(), stderr: stderr(), ...defined({ leftover }) };
    } finally {
      home?.remove();
    }
  };

/** Resolves with the exit code after the client has ended and its output was read. */
function endOf(
  child: ChildProcess,
  program: string,
  signal: AbortSignal,
  exited: () => void,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const kill = (): void => killGroup(child);
    if (signal.aborted) kill();
    signal.addEventListener('abort', kill, { once: true });
    child.once('error', (error) => {
      signal.removeEventListener('abort', kill);
      reject(new UsageError(`The client "${program}" cannot be started: ${error.message}`));
    });
    child.once('exit', (code) => {
      signal.removeEventListener('abort', kill);
      exited();
      kill();
      const done = (): void => {
        clearTimeout(timer);
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(code);
      };
      // Output that has arrived is read before `setImmediate`, even if this process was busy.
      const timer = setTimeout(() => setImmediate(done), GRACE);
      child.once('close', done);
    });
  });
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    if (text.length < KEPT) text = (text + chunk).slice(0, KEPT);
  });
  return () => text;
}
