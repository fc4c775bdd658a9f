import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ends processes that a client started and left running. They have this mark in their environment.
 * Returns their ids and command lines; undefined if there are none. Only Linux shows the
 * environment of a process, so on other systems the result is always undefined.
 */
export function endOrphans(mark: string): string | undefined {
  const names = process.platform === 'linux' ? marked(mark).map(end) : [];
  return names.length === 0 ? undefined : names.join(', ');
}

function marked(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(name, 'environ').includes(mark))
    .filter((name) => !/^State:\s+Z/m.test(read(name, 'status')))
    .map(Number);
}

function end(id: number): string {
  const command = read(String(id), 'cmdline').replaceAll('\0', ' ').trim();
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
  return `process ${id} (${command.slice(0, 100)})`;
}

/** The content of a file of a process; empty if the process ended or belongs to another user. */
function read(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
