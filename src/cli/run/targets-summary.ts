import path from 'node:path';
import { ledgerIn, readLedger } from '../../ledger/index.js';
import { countsInWords, runReport } from '../../report/index.js';
import { percent } from '../../report/percent.js';
import { UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode } from '../io.js';

export interface RanTarget {
  readonly name: string;
  readonly folder: string | undefined;
  /** undefined if the run did not start or ended with an error. */
  readonly code?: ExitCode;
}

/** One line for each target: its numbers and the folder of its reports. */
export function targetsSummary(ran: readonly RanTarget[], cwd: string): string {
  const width = Math.max(...ran.map(({ name }) => name.length));
  const lines = ran.map(({ name, folder, code }) => {
    const place = folder === undefined ? '' : `  ${path.relative(cwd, folder) || '.'}`;
    const figures =
      code === undefined || folder === undefined ? undefined : figuresOf(ledgerIn(folder));
    const mark = MARKS[code ?? EXIT.fault] ?? '!';
    const result = figures === undefined ? 'not completed' : `${figures}${place}`;
    return `  ${mark} ${name.padEnd(width)}  ${result}`;
  });
  return `Targets\n${lines.join('\n')}\n`;
}

const MARKS: Readonly<Record<number, string>> = {
  [EXIT.holds]: '✓',
  [EXIT.broken]: '✗',
  [EXIT.unjudged]: '?',
};

function figuresOf(file: string): string | undefined {
  try {
    const report = runReport(readLedger(file));
    const { conformance, coverage } = report;
    const passed = `conformance ${conformance.passed} of ${conformance.judged} (${percent(conformance.ratio)})`;
    const tested = `coverage ${coverage.judged} of ${coverage.total} (${percent(coverage.ratio)})`;
    return `${passed}, ${tested}, ${countsInWords(report)}`;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
