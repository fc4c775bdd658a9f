import { statSync } from 'node:fs';
import path from 'node:path';
import { type Ledger, ledgerIn } from '../../ledger/index.js';
import { compareRuns, comparisonHtml, comparisonText } from '../../report/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { writeWholeFile } from '../write-files.js';
import { Losses } from './losses.js';

export interface CompareOptions {
  /** The comparison is also written to this file, as a page. */
  readonly html?: string;
  readonly json?: boolean;
}

/**
 * The command `assay compare` for two runs. `before` and `after` are ledgers or folders of runs.
 * Returns 1 if a check that was judged before became worse: it fails, or in a strict run also
 * warns. Otherwise returns 3 if a ledger is cut off or its run was not finished. Throws a
 * UsageError for a file that is not a ledger.
 */
export function compareCommand(
  before: string,
  after: string,
  { html, json = false }: CompareOptions,
  io: Io,
): ExitCode {
  const losses = new Losses(io);
  const read = (name: string): Ledger => losses.wholeLedgerAt(ledgerAt(name, io));
  const comparison = compareRuns(read(before), read(after));
  if (html !== undefined)
    writeWholeFile(path.resolve(io.cwd, html), comparisonHtml(comparison, before, after));
  io.out(json ? `${JSON.stringify(comparison, null, 2)}\n` : comparisonText(comparison));
  return losses.codeFor(comparison.worse > 0 ? EXIT.broken : EXIT.holds);
}

function ledgerAt(name: string, { cwd }: Io): string {
  const full = path.resolve(cwd, name);
  return statSync(full, { throwIfNoEntry: false })?.isDirectory() ? ledgerIn(full) : full;
}
