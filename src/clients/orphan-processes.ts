import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ends processes that a client left running. These processes have `mark` in their environment.
 * Returns their ids and command lines, or undefined if there are none. Only Linux shows the
 * environment of other processes, so nothing is ended on other systems.
 */
export function endOrphans(mark: string): string | undefined {
  const ended = process.platform === 'linux' ? processesWith(mark).map(endProcess) : [];
  return ended.length === 0 ? undefined : ended.join(', ');
}

function processesWith(mark: string): readonly number[] {
  return (
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && readProcessFile(name, 'environ').includes(mark))
      // A process in state Z (zombie) has already ended.
      .filter((name) => !/^State:\s+Z/m.test(readProcessFile(name, 'status')))
      .map(Number)
  );
}

function endProcess(id: number): string {
  const command = readProcessFile(String(id), 'cmdline').replaceAll('\0', ' ').trim();
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
  return `process ${id} (${command.slice(0, 100)})`;
}

/** Returns an empty text if the process ended or belongs to another user. */
function readProcessFile(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
