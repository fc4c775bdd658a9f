import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { foldLedger } from '../../src/ledger/index.js';
import { summary } from '../../src/load/index.js';
import { comparisonText } from '../../src/report/comparison/comparison-text.js';
import {
  compareRuns,
  historyMarkdown,
  historyOf,
  matrixMarkdown,
  matrixOf,
  reporters,
  runReport,
  terminalReport,
} from '../../src/report/index.js';
import { assay } from '../gate/assay.js';
import { sampleReport } from '../load/sample-report.js';
import { madeFindings } from '../report/made-findings.js';
import { sampleEvents } from '../report/sample-ledger.js';

/**
 * What a reader sees: a dozen screens and reports, kept as text beside this file. A changed sentence
 * shows up in the review as it will be read. `npx vitest run tests/screens --update` renews them.
 */
const sample = foldLedger(sampleEvents());
const broken = foldLedger(madeFindings(3));
const report = runReport(broken);
const runs = [
  { run: 'reports/a', report: runReport(sample) },
  { run: 'reports/b', report },
];

const ledgerReport = (name: keyof typeof reporters): string => {
  const [text = ''] = [reporters[name]?.make(report, broken)].flat();
  return text;
};

/** A folder with a target file; addresses that are never contacted. */
function folderWith(target: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-screens-'));
  writeFileSync(path.join(folder, 'assay.target.json'), JSON.stringify(target));
  return folder;
}

const printed = async (argv: readonly string[], target: object = {}): Promise<string> => {
  const { code, out, err } = await assay(argv, { cwd: folderWith(target) });
  const said = `${out}${err}`.replace(/in \d+\.\d s,/, 'in 0.0 s,');
  return `$ assay ${argv.join(' ')}\n${said}exit code ${code}\n`;
};

const EXPORT = {
  baseUrl: 'https://export.example.com',
  siteId: 1,
  channelId: 2,
  destination: { id: 3, token: 'a-token-of-the-shop' },
};

const screens: Readonly<Record<string, () => string | Promise<string>>> = {
  'run-of-every-verdict': () => terminalReport(runReport(sample), { colours: false }),
  'run-with-findings': () => terminalReport(report, { colours: false }),
  'summary-with-findings': () => ledgerReport('markdown'),
  'letter-to-the-vendor': () => ledgerReport('vendor'),
  comparison: () => comparisonText(compareRuns(sample, broken)),
  history: () => historyMarkdown(historyOf(runs)),
  matrix: () => matrixMarkdown(matrixOf(runs)),
  'load-summary': () => summary(sampleReport({})),
  'help-of-run': () => printed(['run', '--help']),
  'plan-within-a-budget': () =>
    printed(['run', '--dry-run', '--interface', 'export', '--max-requests', '40'], {
      name: 'shop',
      export: EXPORT,
    }),
  'explanation-of-a-clause': () => printed(['explain', 'EXP-FILT-1']),
  'unknown-setting': () => printed(['run'], { export: { ...EXPORT, sideId: 1 } }),
  'unknown-check': () =>
    printed(['run', '--check', 'export.filter.equall'], { name: 'shop', export: EXPORT }),
  'nothing-configured': () => printed(['run', '--out', 'out']),
};

it.each(Object.keys(screens))('shows %s as it was reviewed', async (name) => {
  const text = await screens[name]?.();
  await expect(text).toMatchFileSnapshot(`${name}.txt`);
});
