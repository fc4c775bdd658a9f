/**
 * Runs the stock suite on the target of assay.target.json or of the environment. The arguments are
 * the ids of the checks to run; by default all run. The exit code is 0 only if the gate holds.
 */

import {
  type Check,
  foldLedger,
  gateOf,
  type LedgerEvent,
  loadTarget,
  runReport,
  runSuites,
  terminalReport,
} from 'assay';
import { stockSuite } from './suite.js';

const target = loadTarget();
if (target === undefined) throw new Error('No target: write assay.target.json');
const ids = process.argv.slice(2);
const events: LedgerEvent[] = [];
await runSuites([stockSuite], target, {
  toolVersion: '1.0.0',
  wanted: ({ id }: Check) => ids.length === 0 || ids.includes(id),
  // The report prints this command for each failure.
  rerun: ({ id }: Check) => `node run.js ${id}`,
  record: (event) => void events.push(event),
});
const report = runReport(foldLedger(events));
process.stdout.write(terminalReport(report, { colours: false }));
const { outcome, messages } = gateOf(report);
for (const message of messages) process.stderr.write(`${message}\n`);
process.exitCode = outcome === 'holds' ? 0 : 1;
