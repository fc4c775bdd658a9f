import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ends processes that a client left running. They have `mark` in their environment. Returns their
 * ids and command lines; undefined if there are none. Only Linux shows the environment of a
 * process, so other systems return undefined.
 */
export function endOrphans(mark: string): string | undefined {
  const names = process.platform === 'linux' ? processesWith(mark).map(endProcess) : [];
  return names.length === 0 ? undefined : names.join(', ');
}

function processesWith(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readProcessFile(name, 'environ').includes(mark))
    .filter((name) => !/^State:\s+Z/m.test(readProcessFile(name, 'status')))
    .map(Number);
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

/** Empty if the process ended or belongs to another user. */
function readProcessFile(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
