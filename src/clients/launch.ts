/** Starts a client as a command and collects its output. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Recording } from '../../suites/clients/index.js';
import { defined } from '../defined.js';
import { UsageError } from '../settings/index.js';
import { makeHome } from './isolated-home.js';
import { endOrphans } from './orphan-processes.js';
import { killGroup } from './process-group.js';

/** The result of a client. `leftover` names the processes that the client left running. */
export type Ending = Pick<Recording, 'code' | 'stdout' | 'stderr' | 'leftover'>;

/**
 * Runs a client until it ends or `signal` aborts. `exited` is called as soon as the client has
 * ended, because later requests do not come from the client.
 */
export type Launch = (
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal,
  exited: () => void,
) => Promise<Ending>;

export interface LaunchOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Whether the client uses the home folder of the user. By default it gets an empty folder. */
  readonly keepHome?: boolean;
}

/** The number of characters that are kept of each stream. */
const MAX_OUTPUT = 256 * 1024;
/**
 * After the client has ended, its output is read for at most this time. A stream that stays open
 * for longer is used by another process.
 */
const MAX_READING_MS = 300;

/**
 * Makes a function that runs the client in its own process group. When the client has ended, the
 * other processes of the group are killed. On Linux, processes that left the group are killed, too,
 * and the result names them. The function rejects with a UsageError if the client cannot be
 * started.
 */
export const launchCommand =
  (
    [program = '', ...args]: readonly string[],
    { environment, cwd, keepHome = false }: LaunchOptions,
  ): Launch =>
  async (settings, signal, exited) => {
    const home = keepHome ? undefined : makeHome(environment);
    // Processes that the client starts inherit this mark.
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
      // If this process was busy, output may have arrived that is not read yet. Node reads this
      // output before it calls the function of `setImmediate`.
      const timer = setTimeout(() => setImmediate(done), MAX_READING_MS);
      child.once('close', done);
    });
  });
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    if (text.length < MAX_OUTPUT) text = (text + chunk).slice(0, MAX_OUTPUT);
  });
  return () => text;
}
