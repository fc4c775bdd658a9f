/**
 * Tests a stock API: `node run.js TARGET [CHECK…]`. TARGET is a target file, or `own` for the
 * server of this folder; checks are named by their ids, by default all. The exit code is 0 only if
 * the gate holds.
 */

import path from 'node:path';
import {
  type Check,
  foldLedger,
  gateOf,
  type LedgerEvent,
  loadTarget,
  quoted,
  runReport,
  runSuites,
  targetFrom,
  terminalReport,
} from 'assay';
import { startStock } from './server.js';
import { stockSuite } from './suite.js';

const [script = '', file = 'own', ...ids] = process.argv.slice(1);
const unknown = ids.find((id) => !stockSuite.checks.some((check) => check.id === id));
if (unknown !== undefined) {
  process.stderr.write(`There is no check ${unknown}\n`);
  process.exit(2);
}
const own = file === 'own' ? await startStock() : undefined;
const target = own === undefined ? loadTarget({ file }) : targetFrom(own.target);
if (target === undefined) throw new Error(`There is no target in ${file}`);
const events: LedgerEvent[] = [];
await runSuites([stockSuite], target, {
  toolVersion: '1.0.0',
  wanted: ({ id }: Check) => ids.length === 0 || ids.includes(id),
  // The report prints this command for each failure. It is for the folder that this one started in.
  rerun: ({ id }: Check) =>
    ['node', path.relative('', script), file, id].map((word) => quoted(word)).join(' '),
  record: (event) => void events.push(event),
});
own?.close();
const report = runReport(foldLedger(events));
process.stdout.write(terminalReport(report, { colours: false }));
const { outcome, messages } = gateOf(report);
for (const message of messages) process.stderr.write(`${message}\n`);
process.exitCode = outcome === 'holds' ? 0 : 1;
