import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { startReference } from '../../src/reference/index.js';
import { htmlReport } from '../../src/report/html/page.js';
import { runReport } from '../../src/report/run-report.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';

/**
 * Writes reports of events into a folder for the tests of a file, and answers where to look at
 * them.
 */
export function pagesOf(what: string): (name: string, events: readonly LedgerEvent[]) => string {
  const folder = mkdtempSync(path.join(tmpdir(), `assay-${what}-`));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name, events) => {
    const ledger = foldLedger(events);
    const file = path.join(folder, `${name}.html`);
    writeFileSync(file, htmlReport(runReport(ledger), ledger));
    return pathToFileURL(file).href;
  };
}

/**
 * Two interfaces come to every verdict that a run has; all four would say no more about the page.
 */
const INTERFACES: readonly string[] = ['platform', 'handover'];

/** A run against the reference server with two faults. */
export async function realRun(): Promise<readonly LedgerEvent[]> {
  const reference = await startReference({
    defects: ['platform.count-is-the-limit', 'platform.last-entity-lost'],
  });
  const events: LedgerEvent[] = [];
  try {
    const target = targetFrom({ ...reference.target, name: 'reference' }, 'reference');
    const some = suites.filter((suite) => INTERFACES.includes(suite.interface));
    await runSuites(some, target, {
      toolVersion: '0.1.0',
      record: (event) => void events.push(event),
    });
  } finally {
    await reference.close();
  }
  return events;
}
