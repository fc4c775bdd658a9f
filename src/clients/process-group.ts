import type { ChildProcess } from 'node:child_process';

/**
 * Ends a detached child process and its process group. On Windows only the child process is ended.
 */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
