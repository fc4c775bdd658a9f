import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../settings/index.js';
import type { Io } from '../io.js';

/** Throws a UsageError if the command names no executable program. */
export function expectProgram(program: string | undefined, { environment, cwd }: Io): void {
  if (program === undefined || program === '')
    throw new UsageError(
      'Name the client to run: assay client -- COMMAND…, for example assay client -- node client.mjs',
    );
  // Windows finds programs by other rules. There, only starting the program shows whether it
  // exists.
  if (process.platform === 'win32') return;
  const places = program.includes('/')
    ? [path.resolve(cwd, program)]
    : (environment.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, program));
  if (places.some(isProgram)) return;
  const file = places.find((place) => existsSync(place));
  const reason = file === undefined ? 'no such program' : whyNotExecutable(program, file);
  throw new UsageError(`The client "${program}" cannot be started: ${reason}.`);
}

const whyNotExecutable = (program: string, file: string): string =>
  statSync(file).isDirectory()
    ? 'it is a folder; name a program'
    : `it has no execute permission: chmod +x ${program}, or name what runs it, for example assay client -- node ${program}`;

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
