/** Writes the files and folders of commands. */

import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../settings/index.js';
import { reasonOf } from './refused.js';

/** The advice for a user to name another folder. */
const OUT = 'Name another folder with --out.';

/**
 * Creates a folder and its parents. Throws a UsageError that names the folder, the reason and the
 * remedy. Each folder is created separately, because a recursive mkdir reports a missing folder if
 * writing is forbidden.
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
      // Another process may have created the folder in between.
      if (existsSync(one)) continue;
      throw new UsageError(
        `The folder ${one} cannot be created: ${reasonOf(error, 'folder')}. ${remedy}`,
      );
    }
  }
}

/**
 * Writes a whole file. An incompletely written file is removed. Throws the error of the system with
 * the path.
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

/** Matches the errors after which an existing file is incomplete. */
const isOutOfSpace = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));
