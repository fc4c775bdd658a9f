import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeFindings } from '../../../tests/report/made-findings.js';
import { COUNT, CURRENT, PREVIOUS, runFolder } from '../../../tests/report/run-folder.js';
import { foldLedger } from '../../ledger/index.js';
import { jsonReport, runReport } from '../../report/index.js';
import { checkSchema } from '../../schema/validate.js';
import { UsageError } from '../../settings/index.js';
import { matrixCommand } from './matrix.js';

const { folder, realRun, call, read, remove } = runFolder();
afterAll(remove);

beforeAll(async () => {
  await realRun('runs/production/0', 'production', []);
  await realRun('runs/staging/2', 'staging', [COUNT, CURRENT]);
  await realRun('runs/staging/9', 'staging', [CURRENT, PREVIOUS]);
  await realRun('runs/third/0', 'third | <b>', [PREVIOUS]);
});

describe('assay matrix', () => {
  const FOUR = [
    'runs/production/0',
    'runs/staging/2',
    'runs/staging/9/ledger.ndjson.gz',
    'runs/third/0',
  ];

  it('shows the verdicts of four implementations for each clause', () => {
    const { code, out } = call((io) => matrixCommand(FOUR, { json: true }, io));
    const result = checkSchema('run-matrix', JSON.parse(out));
    if (!('value' in result)) throw new Error(JSON.stringify(result.problems));
    const { implementations, clauses, differ } = result.value;
    expect(code).toBe(0);
    expect(implementations.map(({ name }) => name)).toEqual([
      'production',
      'staging',
      'staging (2)',
      'third | <b>',
    ]);
    expect(
      clauses.filter(({ differs }) => differs).map(({ id, verdicts }) => [id, ...verdicts]),
    ).toEqual([
      ['PLT-PAGE-2', 'passed', 'failed', 'passed', 'passed'],
      ['PLT-PAGE-7', 'passed', 'failed', 'failed', 'passed'],
      ['PLT-PAGE-8', 'passed', 'passed', 'failed', 'failed'],
    ]);
    expect(differ).toBe(3);
  });

  it('writes a page, Markdown, JSON and a badge for each implementation', () => {
    call((io) => matrixCommand(FOUR, { out: 'matrix' }, io));
    for (const name of [
      'matrix.html',
      'matrix.md',
      'matrix.json',
      'badge-staging.svg',
      'badge-staging-3.svg',
      'badge-third-b-.svg',
    ])
      expect([name, existsSync(path.join(folder, 'matrix', name))]).toEqual([name, true]);
    expect(read('matrix/matrix.md')).toContain(
      '| PLT-PAGE-7 | ✓ passed | ✗ failed | ✗ failed | ✓ passed |',
    );
  });

  it('accepts a report.json, and rejects another version and names without a run', () => {
    writeFileSync(
      path.join(folder, 'report.json'),
      jsonReport(runReport(foldLedger(madeFindings(1)))),
    );
    expect(call((io) => matrixCommand(['report.json'], {}, io)).out).toContain(
      '| staging | 95.2 % (20 of 21)',
    );
    writeFileSync(path.join(folder, 'old.json'), '{"tool":{}}');
    expect(() => call((io) => matrixCommand(['old.json'], {}, io))).toThrow(UsageError);
    expect(() => call((io) => matrixCommand(['nothing'], {}, io))).toThrow(
      'There is no run "nothing"',
    );
    expect(() => call((io) => matrixCommand(['runs'], {}, io))).toThrow('"runs" contains no run');
  });
});
