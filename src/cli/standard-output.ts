import { fstatSync, writeSync } from 'node:fs';
import { textOfValue } from '../schema/json-value.js';
import { reasonOf } from './refused.js';

export interface StandardOutput {
  readonly write: (text: string) => void;
  /** The first write error, as one line; undefined if there was none. */
  readonly problem: () => string | undefined;
}

/**
 * Writes data to stdout and detects write errors. A file is written in a loop, because the system
 * may accept only a part at a time. A reader that stops early, such as `head`, is not an error.
 * `failed` is called with the first real error, possibly after the command has ended.
 */
export function openStandardOutput(failed: (problem: string) => void): StandardOutput {
  let problem: string | undefined;
  const fail = (error: unknown): void => {
    if (problem !== undefined || isClosedReader(error)) return;
    problem = `stdout cannot be written: ${reasonOf(error, 'file')}. The output is incomplete: redirect it to another place.`;
    failed(problem);
  };
  process.stdout.on('error', fail);
  const handle = isFileOrDevice(process.stdout.fd) ? process.stdout.fd : undefined;
  return {
    write(text) {
      if (problem !== undefined) return;
      if (handle === undefined) {
        process.stdout.write(text);
        return;
      }
      try {
        writeWhole(handle, Buffer.from(text));
      } catch (error) {
        fail(error);
      }
    },
    problem: () => problem,
  };
}

/** A device such as /dev/full is treated like a file. Node writes to pipes and terminals. */
function isFileOrDevice(handle: number): boolean {
  try {
    const status = fstatSync(handle);
    return status.isFile() || (status.isCharacterDevice() && process.stdout.isTTY !== true);
  } catch {
    return false;
  }
}

function writeWhole(handle: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(handle, bytes, written);
}

const isClosedReader = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EPIPE', 'ERR_STREAM_DESTROYED'].includes(textOfValue(error.code));
