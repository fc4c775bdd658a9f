import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readLedger } from '../../src/ledger/index.js';
import { packageRoot } from '../../src/schema/validate.js';
import { assay } from './assay.js';
import { startChanged } from './changed.js';

let started: Awaited<ReturnType<typeof startChanged>>;
beforeAll(async () => {
  started = await startChanged(() => undefined);
});
afterAll(() => started.close());

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'assay-process-'));

const built = path.join(packageRoot, 'dist/src/cli/main.js');
// They wait for their pace more than they work.
describe.skipIf(!existsSync(built))('the process', { concurrent: true }, () => {
  const environment = (): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    ...started.environment(),
    ASSAY_PACE: '10/s',
  });
  const start = (dir: string, more: readonly string[] = []) =>
    spawn(process.execPath, [built, 'run', '--interface', 'platform', '--out', dir, ...more], {
      cwd: newFolder(),
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const ended = (child: ReturnType<typeof start>): Promise<number | null> =>
    new Promise((resolve) => child.on('exit', (code) => resolve(code)));

  /** The number of verdicts on the disk at which it happens. */
  const begun = (dir: string, verdicts = 0): Promise<void> =>
    vi.waitFor(
      () =>
        expect(
          readLedger(path.join(dir, 'ledger.ndjson.gz')).verdicts.length,
        ).toBeGreaterThanOrEqual(verdicts),
      { timeout: 25_000 },
    );

  it('puts load on a target from several threads', async () => {
    const folder = newFolder();
    const profile = {
      model: 'open',
      stages: [{ duration: '300ms', rate: 20 }],
      scenarios: [{ flow: 'cursor-walk' }],
      thresholds: [{ metric: 'errors', max: 0 }],
    };
    writeFileSync(path.join(folder, 'short.json'), JSON.stringify(profile));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [built, 'load', 'short.json', '--reference', '--workers', '2'],
      { cwd: folder, env: { PATH: process.env.PATH } },
    );
    expect(stdout).toContain('✓ errors ≤ 0 %');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends %s with %i and whole files', async (signal, code) => {
    const dir = newFolder();
    const child = start(dir);
    // A reader that goes away is no end of the run.
    child.stderr.destroy();
    await begun(dir);
    child.kill(signal);
    expect(await ended(child)).toBe(code);
    expect(readLedger(path.join(dir, 'ledger.ndjson.gz')).footer?.interrupted).toBe(true);
    expect(readdirSync(dir)).toContain('report.html');
  });

  it('is resumed after SIGKILL', async () => {
    const dir = newFolder();
    const file = path.join(dir, 'ledger.ndjson.gz');
    const child = start(dir);
    // In the midst of it: when something was judged.
    await begun(dir, 5);
    child.kill('SIGKILL');
    await ended(child);
    expect(readLedger(file).footer).toBeUndefined();
    const { code } = await assay(
      ['run', '--interface', 'platform', '--out', dir, '--resume', file],
      {
        environment: { ...started.environment(), ASSAY_PACE: '10/s' },
      },
    );
    expect(code).toBe(0);
  });

  it('a file that may grow no further is exit 2 in a line with the remedy, and the verdicts are printed', async () => {
    const command = `ulimit -f 20; exec "${process.execPath}" "${built}" run --interface platform --out "${newFolder()}"`;
    const run = promisify(execFile)('bash', ['-c', command], {
      cwd: newFolder(),
      env: environment(),
    });
    await expect(run).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringContaining('Requests'),
      stderr: expect.stringMatching(
        /cannot be used: the file exceeds the file size limit; raise the limit/,
      ),
    });
  });

  it('takes --env where Node would take --env-file', async () => {
    const run = promisify(execFile)(process.execPath, [built, 'run', '--env', 'nope'], {
      env: environment(),
    });
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not exist'),
    });
  });
});
