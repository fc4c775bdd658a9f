import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readLedger } from '../ledger/index.js';
import { printers, reporters, runReport, terminalReport } from '../report/index.js';
import { UsageError } from '../target/index.js';
import { EXIT, type ExitCode, type Io } from './io.js';

/** `assay report LEDGER`: the reports of a run, made again from its ledger alone. */
export function reportCommand(
  file: string,
  { reporter = ['terminal'], out }: { readonly reporter?: readonly string[]; readonly out?: string },
  io: Io,
): ExitCode {
  const ledger = readLedger(path.resolve(io.cwd, file));
  const report = runReport(ledger);
  if (out === undefined && reporter.length > 1)
    throw new UsageError('Several reports go to files: name their folder with --out DIR.');
  for (const name of reporter) {
    if (name === 'terminal') {
      io.out(terminalReport(report, { colours: io.terminal.out }));
      continue;
    }
    const print = printers[name];
    if (print !== undefined) {
      io.out(print(report));
      continue;
    }
    const known = reporters[name];
    if (known === undefined)
      throw new UsageError(
        `There is no reporter "${name}". Known: ${['terminal', ...Object.keys(printers), ...Object.keys(reporters)].join(', ')}.`,
      );
    if (out === undefined) {
      io.out(known.make(report, ledger));
      continue;
    }
    mkdirSync(path.resolve(io.cwd, out), { recursive: true });
    writeFileSync(path.resolve(io.cwd, out, known.file), known.make(report, ledger));
  }
  return EXIT.holds;
}
