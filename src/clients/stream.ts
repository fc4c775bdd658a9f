/** Runs a client that stays alive and does several tasks. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { defined } from '../defined.js';
import { UsageError } from '../settings/index.js';
import { makeHome } from './isolated-home.js';
import type { Ending, Launch, LaunchOptions } from './launch.js';
import { endOrphans } from './orphan-processes.js';
import { killGroup } from './process-group.js';

/** The value of `ASSAY_TASK` for a client that reads its tasks from stdin. */
const STREAM = 'stream';
/** The client prints this line after each task, with the exit code of the task. */
const DONE = /^ASSAY_DONE (\d{1,3})\r?\n/m;
/** The number of characters of stdout, and of stderr, that are kept. Earlier output is dropped. */
const MAX_OUTPUT = 256 * 1024;

export interface Stream {
  readonly launch: Launch;
  readonly close: () => void;
}

/**
 * Starting a client once for many tasks saves the start time of slow runtimes. The client receives
 * `ASSAY_TASK=stream`, reads one task per line from stdin as JSON `{"task", "environment"}`, and
 * prints a line `ASSAY_DONE CODE` after each task. There are at most as many processes as
 * concurrent scenarios. A process that ends during a task has crashed, and the next task starts
 * another process.
 */
export function streamOf(command: readonly string[], options: LaunchOptions): Stream {
  const idle: ClientProcess[] = [];
  const all = new Set<ClientProcess>();
  return {
    launch: async (settings, signal, exited) => {
      const waiting = idle.splice(0).filter((one) => one.isAlive);
      const client = waiting.pop() ?? new ClientProcess(command, options);
      idle.push(...waiting);
      all.add(client);
      const ending = await client.play(settings, signal, exited);
      if (client.isAlive) idle.push(client);
      return ending;
    },
    close: () => {
      for (const client of all) client.end();
    },
  };
}

/** One process of the client, which does one task at a time. */
class ClientProcess {
  readonly #child: ChildProcess;
  readonly #home: ReturnType<typeof makeHome> | undefined;
  /** A value in the environment by which the processes of this client are found. */
  readonly #mark = randomBytes(9).toString('hex');
  readonly #program: string;
  #stdout = '';
  #stderr = '';
  #ended: { readonly code: number | null; readonly error?: Error } | undefined;
  #changed: () => void = () => undefined;

  constructor(
    [program = '', ...args]: readonly string[],
    { environment, cwd, keepHome = false }: LaunchOptions,
  ) {
    this.#program = program;
    this.#home = keepHome ? undefined : makeHome(environment);
    const env = {
      ...environment,
      ...this.#home?.variables,
      ASSAY_TASK: STREAM,
      ASSAY_PLAY: this.#mark,
    };
    this.#child = spawn(program, args, { cwd, env, detached: process.platform !== 'win32' });
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout = (this.#stdout + text).slice(-MAX_OUTPUT);
      this.#changed();
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_OUTPUT);
    });
    const end = (code: number | null, error?: Error): void => {
      this.#ended ??= { code, ...defined({ error }) };
      this.#changed();
    };
    this.#child.once('error', (error) => end(null, error));
    this.#child.once('exit', (code) => end(code));
  }

  get isAlive(): boolean {
    return this.#ended === undefined;
  }

  /** Rejects with a UsageError if the client cannot be started. */
  play(
    settings: Readonly<Record<string, string>>,
    signal: AbortSignal,
    exited: () => void,
  ): Promise<Ending> {
    const { ASSAY_TASK: task, ...environment } = settings;
    this.#stdout = '';
    this.#stderr = '';
    return new Promise((resolve, reject) => {
      const kill = (): void => killGroup(this.#child);
      const settle = (code: number | null, stdout: string): void => {
        signal.removeEventListener('abort', kill);
        this.#changed = () => undefined;
        exited();
        const leftover = this.isAlive ? undefined : this.end();
        resolve({
          code,
          stdout,
          stderr: this.#stderr,
          ...defined({ leftover }),
        });
      };
      this.#changed = () => {
        const done = DONE.exec(this.#stdout);
        if (done !== null) return settle(Number(done[1]), this.#stdout.slice(0, done.index));
        if (this.#ended?.error !== undefined)
          return reject(
            new UsageError(
              `The client "${this.#program}" cannot be started: ${this.#ended.error.message}`,
            ),
          );
        if (this.#ended !== undefined) settle(this.#ended.code, this.#stdout);
      };
      signal.addEventListener('abort', kill, { once: true });
      if (signal.aborted) kill();
      this.#child.stdin?.write(`${JSON.stringify({ task, environment })}\n`);
      this.#changed();
    });
  }

  /**
   * Ends the client and the processes that it left running. Returns the ids and command lines of
   * these processes, or undefined if the client left none.
   */
  end(): string | undefined {
    killGroup(this.#child);
    this.#home?.remove();
    return endOrphans(this.#mark);
  }
}
