import type { ChildProcess } from 'node:child_process';

/**
 * Ends a child that was started detached, and all that it started and that stayed in its process
 * group.
 */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
