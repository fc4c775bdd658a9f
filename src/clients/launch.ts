import { spawn } from 'node:child_process';
import { UsageError } from '../target/index.js';

/** How a client ended, and what it printed, bounded. */
interface Ending {
  /** Exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a client with these settings and resolves when it has ended; `signal` asks for its end at once. */
export type Launch = (settings: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Ending>;

/** Characters that are kept of each stream. */
const KEPT = 256 * 1024;

/**
 * A client that is a command of its own. It runs in its own process group, so that what it starts ends with it.
 * Rejects with a UsageError where it cannot be started.
 */
export const launchCommand =
  ([program = '', ...args]: readonly string[], base: NodeJS.ProcessEnv, cwd: string): Launch =>
  (settings, signal) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd,
        env: { ...base, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
      });
      const kill = (): void => {
        if (child.pid === undefined) return;
        try {
          if (process.platform === 'win32') child.kill('SIGKILL');
          else process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It has ended already.
        }
      };
      const stdout = kept(child.stdout);
      const stderr = kept(child.stderr);
      if (signal.aborted) kill();
      signal.addEventListener('abort', kill, { once: true });
      child.once('error', (error) => {
        signal.removeEventListener('abort', kill);
        reject(new UsageError(`The client "${program}" cannot be started: ${error.message}`));
      });
      child.once('exit', kill);
      child.once('close', (code) => {
        signal.removeEventListener('abort', kill);
        resolve({ code, stdout: stdout(), stderr: stderr() });
      });
    });

function kept(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    if (text.length < KEPT) text = (text + chunk).slice(0, KEPT);
  });
  return () => text;
}
