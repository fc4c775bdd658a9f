import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.js';
import { systemClock } from '../../src/http/index.js';
import { startUnfinished, TOKEN } from './export-server.js';

let server: Awaited<ReturnType<typeof startUnfinished>>;
beforeAll(async () => {
  server = await startUnfinished({ without: { 'legacy routes': 'refused' } });
});
afterAll(() => server.close());

const folder = mkdtempSync(path.join(tmpdir(), 'assay-without-legacy-'));

function targetFile(legacy: boolean): string {
  const file = path.join(folder, `legacy-${legacy}.json`);
  const destination = { id: 3, token: TOKEN };
  const settings = { baseUrl: server.baseUrl, siteId: 1, channelId: 2, destination };
  writeFileSync(file, JSON.stringify({ export: legacy ? settings : { ...settings, legacy } }));
  return file;
}

async function run(...argv: readonly string[]) {
  let out = '';
  const code = await runProgram(['run', ...argv], {
    environment: {},
    cwd: folder,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      out += text;
    },
    terminal: { out: false, err: false },
    signal: new AbortController().signal,
    clock: systemClock,
  });
  return { code, out };
}

it('is green where the target says that it does not offer the legacy routes', async () => {
  const folderOf = (name: string): readonly string[] => ['--out', name];
  const plain = await run('--target', targetFile(false), ...folderOf('plain'));
  expect(plain, plain.out).toMatchObject({ code: 0 });
  expect(plain.out).toContain('not offered: export.legacy is false');
  const { checks } = JSON.parse(readFileSync(path.join(folder, 'plain', 'report.json'), 'utf8'));
  const ledger = readFileSync(path.join(folder, 'plain', 'summary.md'), 'utf8');
  expect(ledger).toContain('not offered: export.legacy is false');
  expect(checks.filter(({ verdict }: { verdict: string }) => verdict === 'failed')).toEqual([]);
  const strict = await run('--target', targetFile(false), '--strict', ...folderOf('strict'));
  expect(strict, strict.out).toMatchObject({ code: 0 });
}, 60_000);

it('is green where the baseline accepts the finding that the legacy routes are missing', async () => {
  const target = ['--target', targetFile(true)];
  const baseline = ['--baseline', 'baseline.json'];
  const first = await run(...target, '--out', 'first');
  expect(first.code).toBe(1);
  expect(first.out).toContain('the legacy routes are not implemented');
  const reason = ['--update-baseline', '--reason', 'deprecated, and never built'];
  const updated = await run(...target, ...baseline, ...reason, '--out', 'updated');
  expect(updated, updated.out).toMatchObject({ code: 0 });
  const again = await run(...target, ...baseline, '--strict', '--out', 'again');
  expect(again, again.out).toMatchObject({ code: 0 });
}, 60_000);
