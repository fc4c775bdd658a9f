import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { textOfValue } from '../schema/json-value.js';
import { UsageError } from '../settings/index.js';
import { reasonOf } from './refused.js';

const USE_ANOTHER_FOLDER = 'Name another folder with --out.';

/**
 * Creates a folder and its missing parents. Throws a UsageError with the folder, the reason and the
 * remedy. Each folder is created separately, because a recursive mkdir would report a wrong reason
 * if writing is forbidden: that the folder does not exist.
 */
export function makeFolder(folder: string, remedy = USE_ANOTHER_FOLDER): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(`The folder ${folder} cannot be created: a file has this name. ${remedy}`);
  const missing: string[] = [];
  let ancestor = path.resolve(folder);
  while (!existsSync(ancestor)) {
    missing.unshift(ancestor);
    ancestor = path.dirname(ancestor);
  }
  for (const one of missing) {
    try {
      mkdirSync(one);
    } catch (error) {
      // Another process may have created the folder.
      if (existsSync(one)) continue;
      throw new UsageError(
        `The folder ${one} cannot be created: ${reasonOf(error, 'folder')}. ${remedy}`,
      );
    }
  }
}

/**
 * Writes a file. If that fails, removes an incompletely written file, and throws the error of the
 * system with the path.
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

/** After these errors an existing file is incomplete. */
const isOutOfSpace = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(textOfValue(error.code));
