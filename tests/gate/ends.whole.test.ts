import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLedger, textOfLedger } from '../../src/ledger/index.js';
import { packageRoot } from '../../src/schema/validate.js';
import { assay } from './assay.js';
import { startChanged } from './changed.js';

let started: Awaited<ReturnType<typeof startChanged>>;
beforeAll(async () => {
  started = await startChanged(() => undefined);
});
afterAll(() => started.close());

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'assay-ends-'));
const oneLine = (err: string): string => {
  expect(err).not.toMatch(/\n {4}at /);
  expect(err.trim().split('\n')).toHaveLength(1);
  return err;
};
const PAGES = ['run', '--check', 'platform.page.*'];

describe('what the machine refuses', () => {
  it('an --out that is a file, or below one, is exit 2 in a line with the path', async () => {
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, '');
    for (const out of [file, path.join(file, 'below')]) {
      const { code, err } = await assay([...PAGES, '--out', out], {
        environment: started.environment(),
      });
      expect(code).toBe(2);
      expect(oneLine(err)).toContain(file);
    }
  });

  it('a report that cannot be written is exit 2, and the verdicts are printed all the same', async () => {
    const dir = newFolder();
    mkdirSync(path.join(dir, 'report.html', 'in-the-way'), { recursive: true });
    const argv = ['run', '--interface', 'platform', '--out', dir, '--reporter', 'terminal,html'];
    const { code, err, out } = await assay(argv, { environment: started.environment() });
    expect(code).toBe(2);
    expect(oneLine(err)).toMatch(/report\.html cannot be used/);
    expect(out).toMatch(/Conformance +9 of 9/);
  });

  it.each([
    [['serve', '--port', '99999'], /at most 65535/],
    [['serve', '--defect', 'nope'], /There is no defect "nope"/],
    [['run', '--env', 'nope'], /The env file .*nope does not exist/],
    [['run', '--env-file', 'nope'], /The env file .*nope does not exist/],
    [['run', '--min-coverage', '90'], /from 0 to 1/],
    [['run', '--reference', '--target', 'x.json'], /--reference and --target cannot be combined/],
    [
      ['load', 'smoke', '--reference', '--target', 'x.json'],
      /--reference and --target cannot be combined/,
    ],
    [['load', 'smoke'], /No target is named: .*--reference/],
  ])('%j is exit 2', async (argv, message) => {
    const { code, err } = await assay(argv);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it.each([
    [['--export', 'jmeter'], /--export jmeter is not known/],
    [['--baseline-target', 'none'], /none cannot be read/],
    [
      ['--out', path.join(packageRoot, 'package.json', 'below')],
      /The folder .* cannot be created: .* Name another folder with --out/,
    ],
  ])('load %j is exit 2 before the target is asked', async (more, message) => {
    const before = started.arrived.length;
    const profile = path.join(packageRoot, 'suites/load/smoke.json');
    const { code, err } = await assay(['load', profile, ...more], {
      environment: started.environment(),
    });
    expect(code).toBe(2);
    expect(oneLine(err)).toMatch(message);
    expect(started.arrived.length).toBe(before);
  });

  it('a port in use is exit 2', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    try {
      const { code, err } = await assay(['serve', '--port', String(port)]);
      expect(code).toBe(2);
      expect(oneLine(err)).toMatch(/the port is in use/);
    } finally {
      taken.close();
    }
  });
});

it('a client that crashes at some of its tasks is no green, whatever the others came to', async () => {
  const client = path.join(newFolder(), 'client.mjs');
  const whole = JSON.stringify(path.join(packageRoot, 'examples/client.mjs'));
  writeFileSync(
    client,
    `if (!process.env.ASSAY_TASK.startsWith('list')) throw new Error('no');\nawait import(${whole});\n`,
  );
  const scenarios = ['clients.token.reuse', 'clients.export.*'].flatMap((id) => ['--scenario', id]);
  const { code, err } = await assay([
    'client',
    ...scenarios,
    '--concurrency',
    '8',
    '--',
    process.execPath,
    client,
  ]);
  expect(code).toBe(1);
  expect(err).toMatch(/The gate does not hold: \d+ checks failed/);
});

describe('one folder, one run', () => {
  const finished = newFolder();
  beforeAll(async () => {
    await assay([...PAGES, '--out', finished], { environment: started.environment() });
  });

  it('replaces a finished run, refuses an interrupted one, and resumes it in its own folder with a torn line', async () => {
    const dir = newFolder();
    const file = path.join(dir, 'ledger.ndjson.gz');
    const run = (...more: readonly string[]) =>
      assay([...PAGES, '--out', dir, ...more], { environment: started.environment() });
    expect((await run()).code).toBe(0);
    expect((await run()).code).toBe(0);
    const headers = (): number =>
      textOfLedger(file)
        .split('\n')
        .filter((line) => line.startsWith('{"type":"header"')).length;
    expect(headers()).toBe(1);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    const refused = await run();
    expect(refused.code).toBe(2);
    expect(oneLine(refused.err)).toMatch(
      /contains an interrupted run: continue it with --resume .*ledger\.ndjson/,
    );
    expect((await run('--resume', file)).code).toBe(0);
    expect(headers()).toBe(1);
    expect(readLedger(file).footer?.interrupted).toBe(false);
    expect(readdirSync(dir).filter((name) => name.includes('next'))).toEqual([]);
  });

  it.each([
    [
      'of another version',
      (line: string) => line.replace(/"version":"[^"]*"/, '"version":"0.0.9"'),
      /version 0\.0\.9/,
    ],
    [
      'of another catalogue',
      (line: string) => line.replace(/"document":"[^"]*"/, '"document":"0000"'),
      /clauses that differ/,
    ],
    [
      'of another seed',
      (line: string) => line.replace(/"seed":1/, '"seed":2'),
      /seed 2, and --seed is 1/,
    ],
    [
      'with a verdict of no check',
      (line: string) =>
        line.replace('"check":"platform.page.shape"', '"check":"platform.page.green"'),
      /platform\.page\.green", which is not a check/,
    ],
  ])('refuses to resume a ledger %s', async (_, change, message) => {
    const environment = started.environment();
    const lines = textOfLedger(path.join(finished, 'ledger.ndjson.gz')).split('\n').slice(0, -2);
    const cut = path.join(newFolder(), 'cut.ndjson');
    writeFileSync(cut, `${lines.map(change).join('\n')}\n`);
    const { code, err } = await assay([...PAGES, '--resume', cut, '--seed', '1'], { environment });
    expect(code).toBe(2);
    expect(oneLine(err)).toMatch(message);
  });

  it('says by its exit code what the run was worth when it is reported again', async () => {
    const dir = newFolder();
    const environment = started.environment();
    await assay(['run', '--interface', 'handover', '--out', dir, '--min-coverage', '1'], {
      environment,
    });
    const file = path.join(dir, 'ledger.ndjson.gz');
    expect(await assay(['report', file])).toMatchObject({
      code: 3,
      err: expect.stringContaining('below 100 %'),
    });
    writeFileSync(file, textOfLedger(file).replaceAll('"verdict":"passed"', '"verdict":"failed"'));
    expect((await assay(['report', file])).code).toBe(1);
  });
});
