/** Starts a client as a command and collects its output. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Recording } from '../../suites/clients/index.js';
import { defined } from '../defined.js';
import { UsageError } from '../settings/index.js';
import { makeHome } from './isolated-home.js';
import { endOrphans } from './orphan-processes.js';
import { killGroup } from './process-group.js';

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
  /** Default: each start has an empty home folder. */
  readonly keepHome?: boolean;
}

/** In characters, of each stream. Further output is not kept. */
const MAX_OUTPUT = 256 * 1024;
/**
 * In milliseconds. If a stream stays open for longer after the client has ended, another process
 * uses it.
 */
const GRACE = 300;

/**
 * The client runs in its own process group, which is ended with the client. Processes that left the
 * group are ended, too, and named in the result. Rejects with a UsageError if the client cannot be
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
    if (text.length < MAX_OUTPUT) text = (text + chunk).slice(0, MAX_OUTPUT);
  });
  return () => text;
}
