import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readLedger } from '../../src/ledger/index.js';
import { runReport } from '../../src/report/index.js';
import { runClientCommand } from './run-client.js';

it('passes the example client on every clause, and writes ledger and reports', async () => {
  const { code, out, folder } = await runClientCommand(['node', 'examples/client.mjs']);
  expect(out).toContain('11 of 11 tested must clauses pass (100 %)');
  expect(code).toBe(0);
  const ledger = readLedger(path.join(folder, 'out', 'ledger.ndjson.gz'));
  expect(ledger.header.target).toMatchObject({ name: 'client.mjs', origin: 'client' });
  expect(ledger.footer?.sent).toBe(ledger.exchanges.size);
  expect(JSON.parse(readFileSync(path.join(folder, 'out', 'report.json'), 'utf8'))).toEqual(
    runReport(ledger),
  );
  expect(readFileSync(path.join(folder, 'out', 'junit.xml'), 'utf8')).toContain(
    'clients.token.reuse',
  );
});
