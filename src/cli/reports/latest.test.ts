import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { latestLedger, rememberLatest } from './latest.js';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'assay-latest-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

it('finds the ledger of the last run', () => {
  for (const time of ['1', '2']) {
    const folder = path.join(cwd, 'reports', 'staging', time);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'ledger.ndjson.gz'), '');
    rememberLatest(folder, cwd);
  }
  expect(latestLedger(cwd)).toBe(path.join('reports', 'staging', '2', 'ledger.ndjson.gz'));
});

it('does not store a folder outside reports, and then reports that there is no last run', () => {
  rememberLatest(path.join(cwd, 'out'), cwd);
  expect(() => latestLedger(cwd)).toThrow('contains no last run: name a ledger');
});

it('rejects a stored name that leads out of reports or to a missing folder', () => {
  mkdirSync(path.join(cwd, 'reports'));
  for (const name of ['../..', 'gone/1']) {
    writeFileSync(path.join(cwd, 'reports', 'latest.txt'), `${name}\n`);
    expect(() => latestLedger(cwd)).toThrow('which contains no ledger');
  }
});
