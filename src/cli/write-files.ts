import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../settings/index.js';
import { reasonOf } from './refused.js';

/** How a user names another place for the files of a command. */
const OUT = 'Name another folder with --out.';

/**
 * Creates a folder and those above it. Throws a UsageError that names the folder that cannot be
 * created, the reason, and the remedy. One folder after the other, because a recursive mkdir
 * reports a missing folder where writing is forbidden.
 */
export function makeFolder(folder: string, remedy = OUT): void {
  const missing: string[] = [];
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(`The folder ${folder} cannot be created: a file has this name. ${remedy}`);
  for (let one = path.resolve(folder); !existsSync(one); one = path.dirname(one))
    missing.unshift(one);
  for (const one of missing) {
    try {
      mkdirSync(one);
    } catch (error) {
      // Another process may have created it meanwhile.
      if (existsSync(one)) continue;
      throw new UsageError(
        `The folder ${one} cannot be created: ${reasonOf(error, 'folder')}. ${remedy}`,
      );
    }
  }
}

/**
 * Writes a whole file: what could be written only in part is removed. Throws what the system
 * reports, with the path.
 */
export function writeWholeFile(file: string, text: string): void {
  const existed = existsSync(file);
  try {
    writeFileSync(file, text);
  } catch (error) {
    if (!existed || isOutOfSpace(error)) rmSync(file, { force: true });
    throw error instanceof Error ? Object.assign(error, { path: file }) : error;
  }
}

/** Errors after which a file that existed is truncated. */
const isOutOfSpace = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));
