import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../src/reference/index.js';
import { packageRoot } from '../../src/schema/validate.js';
import { assay } from './assay.js';

const built = path.join(packageRoot, 'dist/src/cli/main.js');
const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'assay-writes-'));

/** A command line in a shell, because a redirection and a limit are the shell's. */
function shell(command: string, cwd = newFolder()) {
  const env = { PATH: process.env.PATH, ASSAY: `${process.execPath} ${built}` };
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr, cwd };
}

const canRun = existsSync(built) && existsSync('/dev/full');

describe.skipIf(!canRun)(
  'standard output that cannot be written (needs the build and /dev/full)',
  () => {
    it.each(['data', 'list checks --json', 'list clauses'])(
      'ends "%s" with 2 and one line',
      (words) => {
        const { status, stderr } = shell(`$ASSAY ${words} > /dev/full`);
        expect(status).toBe(2);
        expect(stderr).toBe(
          'stdout cannot be written: no space left on the device (ENOSPC). The output is incomplete: redirect it to another place.\n',
        );
      },
    );

    it('ends with 2 where a file may not grow any more', () => {
      const { status, stderr, cwd } = shell('trap "" XFSZ; ulimit -f 4; $ASSAY data > data.ndjson');
      expect(stderr).toContain(
        'stdout cannot be written: the file exceeds the file size limit (EFBIG).',
      );
      expect(status).toBe(2);
      expect(statSync(path.join(cwd, 'data.ndjson')).size).toBe(4096);
    });

    it('is not an error where a reader stops early', () => {
      const { status, stdout, stderr } = shell('set -o pipefail; $ASSAY data | head -1');
      expect([status, stdout.split('\n').length, stderr]).toEqual([0, 2, '']);
    });
  },
);

describe('a run whose files cannot be written', () => {
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.close());

  const isRoot = process.getuid?.() === 0;

  it.skipIf(isRoot)(
    'names the folder and --out where the working directory is read-only',
    async () => {
      const cwd = newFolder();
      chmodSync(cwd, 0o555);
      const { code, err } = await assay(['run', '--check', 'platform.page.shape'], {
        cwd,
        environment: reference.environment(),
      });
      expect(code).toBe(2);
      expect(err).toContain(
        `The folder ${path.join(cwd, 'reports')} cannot be created: permission denied (EACCES).`,
      );
      expect(err).toContain('--out');
    },
  );

  it.runIf(existsSync('/proc/self'))(
    'names the folder where the file system creates none',
    async () => {
      const { code, err } = await assay(
        ['run', '--check', 'platform.page.shape', '--out', '/proc/assay/run'],
        {
          environment: reference.environment(),
        },
      );
      expect(code).toBe(2);
      expect(err).toMatch(
        /The folder \/proc\/assay cannot be created: .* Name another folder with --out\./,
      );
      expect(err).not.toContain('does not exist');
    },
  );

  it('names the folder where a file has its name', async () => {
    const cwd = newFolder();
    writeFileSync(path.join(cwd, 'reports'), '');
    const { code, err } = await assay(['run', '--check', 'platform.page.shape'], {
      cwd,
      environment: reference.environment(),
    });
    expect(code).toBe(2);
    expect(err).toContain(path.join(cwd, 'reports'));
    expect(err).toContain('part of the path is a file (ENOTDIR). Name another folder with --out.');
  });

  it.skipIf(!canRun)(
    'leaves no cut report and does not say that the reports contain the results',
    () => {
      const { status, stderr, cwd } = shell(
        'trap "" XFSZ; ulimit -f 200; $ASSAY run --reference --out out --quiet',
      );
      expect(status).toBe(2);
      expect(stderr).not.toContain('the reports contain');
      expect(stderr).toContain('the file exceeds the file size limit');
      const cut = readdirSync(path.join(cwd, 'out')).filter(
        (file) => !file.startsWith('ledger') && statSync(path.join(cwd, 'out', file)).size === 0,
      );
      expect(cut).toEqual([]);
    },
    60_000,
  );
});
