/**
 * Tests a stock API: `node run.js TARGET [CHECK…]`. TARGET is a target file, or `own` for the
 * server of this folder; checks are named by their ids, by default all. The exit codes are
 * those of `assay run`: 0 if the gate holds, 1 if a check fails, 2 for faulty settings, and 3 if
 * nothing was judged.
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
  type Target,
  targetFrom,
  terminalReport,
  UsageError,
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
const target = own === undefined ? loaded(file) : targetFrom(own.target);
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
process.exitCode = { holds: 0, broken: 1, unjudged: 3, interrupted: 130 }[outcome];

function loaded(file: string): Target {
  try {
    return loadTarget({ file }) ?? targetFrom({});
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
