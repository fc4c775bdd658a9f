import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ends what carries this mark in its environment, and names it as number and command line: a client
 * started it, and it left the client's process group. Undefined where there is nothing. Only Linux
 * tells the environment of a process; elsewhere nothing is found.
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
    // It has ended already.
  }
  return `process ${id} (${command.slice(0, 100)})`;
}

/** A file of a process; empty where it is gone, or somebody else's. */
function read(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
