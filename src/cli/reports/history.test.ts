import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { madeFindings } from '../../../tests/report/made-findings.js';
import { systemClock } from '../../http/index.js';
import { foldLedger } from '../../ledger/index.js';
import { jsonReport, runReport } from '../../report/index.js';
import { ciFiles } from '../setup/ci-files.js';
import { historyCommand } from './history.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const texts: string[] = [];
const io = () => ({
  environment: {},
  cwd: folder,
  out: (text: string) => void texts.push(text),
  err: (text: string) => void texts.push(text),
  terminal: { out: false, err: false },
  signal: new AbortController().signal,
  clock: systemClock,
});

/**
 * Writes a folder that contains only the report of a run, like the folders that a nightly job
 * keeps.
 */
function writeNight(name: string, day: number, target = 'staging'): void {
  const report = {
    ...runReport(foldLedger(madeFindings(day % 3, { target }))),
    startedAt: `2026-01-0${day}T04:17:00.000Z`,
  };
  mkdirSync(path.join(folder, 'history', name), { recursive: true });
  writeFileSync(path.join(folder, 'history', name, 'report.json'), jsonReport(report));
}

const runsIn = (): Record<string, string[]> => {
  texts.length = 0;
  historyCommand(['history'], { json: true }, io());
  const { targets } = JSON.parse(texts.join(''));
  return Object.fromEntries(
    targets.map(({ target, runs }: { target: string; runs: { startedAt: string }[] }) => [
      target,
      runs.map(({ startedAt }) => startedAt.slice(8, 10)),
    ]),
  );
};

it('reads folders that contain only a report.json, and with `keep` removes older runs', () => {
  for (const day of [3, 1, 2, 4]) writeNight(`night-${day}`, day);
  writeNight('other-1', 1, 'production');
  expect(runsIn()).toEqual({ staging: ['01', '02', '03', '04'], production: ['01'] });
  texts.length = 0;
  expect(historyCommand(['history'], { keep: 2, out: 'history' }, io())).toBe(0);
  expect(texts.join('')).toContain('Removed 2 runs. Kept the last 2 of each target.');
  expect(existsSync(path.join(folder, 'history', 'night-1'))).toBe(false);
  expect(existsSync(path.join(folder, 'history', 'history.html'))).toBe(true);
  expect(runsIn()).toEqual({ staging: ['03', '04'], production: ['01'] });
});

it('keeps folders given by name, and leaves out reports of another version', () => {
  writeNight('night-1', 1);
  writeNight('night-2', 2);
  const named = [path.join('history', 'night-1'), 'history'];
  texts.length = 0;
  historyCommand(named, { keep: 1, json: true }, io());
  expect(texts.join('')).not.toContain('Removed');
  expect(existsSync(path.join(folder, 'history', 'night-1'))).toBe(true);
  writeFileSync(path.join(folder, 'history', 'night-1', 'report.json'), '{"tool":"older"}');
  texts.length = 0;
  historyCommand(['history'], {}, io());
  expect(texts.join('')).toMatch(
    /Left out: history.night-1.report.json is not a report.json of this/,
  );
});

it('keeps a history in the CI files that `assay init` writes', () => {
  const github = parse(ciFiles.github?.text() ?? '');
  const gitlab = parse(ciFiles.gitlab?.text() ?? '');
  const { steps, permissions } = github.jobs.conformance;
  expect(github.on.schedule).toHaveLength(1);
  expect(permissions.actions).toBe('read');
  const keeps = steps.find(({ name }: { name?: string }) => name === 'History');
  expect(keeps.if).toContain("github.event_name == 'schedule'");
  for (const script of [keeps.run, gitlab.history.script.join('\n')])
    expect(script).toContain('history history --keep 90 --out history');
  expect(gitlab.history.rules).toEqual([
    { if: '$CI_PIPELINE_SOURCE == "schedule"', when: 'always' },
  ]);
  expect(gitlab.history.artifacts).toEqual({ paths: ['history'], expire_in: '90 days' });
});
