import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { suites } from '../../../suites/index.js';
import { runSuites } from '../../harness/index.js';
import { systemClock } from '../../http/index.js';
import { startReference } from '../../reference/index.js';
import { targetFrom } from '../../settings/index.js';
import { judgeGate } from './gate.js';
import { chooseReports, makeReports, recordRun } from './report-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('still reports all other checks if a check ends in an internal error', async () => {
  const server = await startReference();
  const broken = suites
    .filter((suite) => suite.interface === 'handover')
    .map((suite) => ({
      ...suite,
      checks: suite.checks.map((check) =>
        check.id === 'handover.body.open'
          ? { ...check, run: () => Promise.reject(new TypeError('ours')) }
          : check,
      ),
    }));
  const target = targetFrom(server.target, 'reference');
  const io = {
    out: () => undefined,
    err: () => undefined,
    environment: {},
    cwd: folder,
    terminal: { out: false, err: false },
    signal: new AbortController().signal,
    clock: systemClock,
  };
  const run = recordRun(folder, { requests: 10, durationMs: 1000 }, io, {
    run: ({ record, onCarriedOver }) =>
      runSuites(broken, target, { wanted: () => true, record, onCarriedOver, toolVersion: '0' }),
    report: (events) =>
      makeReports(
        events,
        {
          folder,
          chosen: chooseReports(),
          judge: (report) => judgeGate(report),
        },
        io,
      ),
  });
  await expect(run).rejects.toThrow('ours');
  await server.close();
  const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'));
  expect(report.interrupted).toBe(false);
  expect(
    report.checks.find(({ id }: { id: string }) => id === 'handover.body.open').reason,
  ).toContain('internal error of Assay');
  expect(report.verdicts.passed).toBeGreaterThan(0);
  expect(readdirSync(folder)).toContain('report.html');
});
