/** Stores the folder of the last run, and finds its ledger. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ledgerIn } from '../../ledger/index.js';
import { UsageError } from '../../settings/index.js';

/** This file contains the folder of the last run, relative to `reports`. */
const LATEST_FILE = path.join('reports', 'latest.txt');

/**
 * Stores the folder of a run. A folder outside `reports` is not stored, because the user chose it
 * and can name it again.
 */
export function rememberLatest(folder: string, cwd: string): void {
  const inside = path.relative(path.join(cwd, 'reports'), folder);
  if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside)) return;
  writeFileSync(path.join(cwd, LATEST_FILE), `${inside.replaceAll(path.sep, '/')}\n`);
}

/** The ledger of the last run, relative to `cwd`. Throws a UsageError if there is none. */
export function latestLedger(cwd: string): string {
  const file = path.join(cwd, LATEST_FILE);
  const named = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (named === '')
    throw new UsageError(
      `No ledger was given, and ${LATEST_FILE} contains no last run: name a ledger.`,
    );
  const ledger = ledgerIn(path.join('reports', named));
  if (path.relative('reports', ledger).startsWith('..') || !existsSync(path.join(cwd, ledger)))
    throw new UsageError(`${LATEST_FILE} names ${named}, which contains no ledger: name a ledger.`);
  return ledger;
}
