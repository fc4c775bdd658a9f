import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ciFiles } from '../src/cli/setup/ci-files.js';
import { environmentFile } from '../src/cli/setup/init.js';
import { toolVersion } from '../src/cli/version.js';
import { readLedger, textOfLedger } from '../src/ledger/index.js';
import { openApiDocument } from '../src/openapi/index.js';
import { type Reference, startReference } from '../src/reference/index.js';
import type { RunReport } from '../src/schema/types.js';
import { checkSchema, packageRoot } from '../src/schema/validate.js';
import { virtualClock } from '../src/selftest/virtual-clock.js';
import { assay as assayIn } from './gate/assay.js';

let reference: Reference;
let broken: Reference;
beforeAll(async () => {
  reference = await startReference();
  broken = await startReference({
    defects: ['export.filter.equals-trims', 'platform.last-entity-lost'],
  });
});
afterAll(() => Promise.all([reference.close(), broken.close()]));

const folder = mkdtempSync(path.join(tmpdir(), 'assay-cli-'));
let made = 0;
const newFolder = (): string => path.join(folder, String(++made));

const assay = (
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  signal = new AbortController().signal,
  cwd = folder,
) => assayIn(argv, { environment, cwd, signal, clock: virtualClock(Date.UTC(2026, 0, 1)) });
const read = (...parts: readonly string[]): string => readFileSync(path.join(...parts), 'utf8');

describe('run', () => {
  it('prints one JSON document equal to report.json, and makes it again from the ledger', async () => {
    const dir = newFolder();
    const { code, out } = await assay(
      ['run', '--out', dir, '--json', '--check', 'platform.page.*'],
      reference.environment(),
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(JSON.parse(read(dir, 'report.json')));
    expect(checkSchema('run-report', JSON.parse(out))).toHaveProperty('value');
    const again = await assay(['report', path.join(dir, 'ledger.ndjson.gz'), '--reporter', 'json']);
    expect(JSON.parse(again.out)).toEqual(JSON.parse(out));
  });

  it('points code scanning at the target file', async () => {
    const cwd = path.join(folder, String(++made));
    mkdirSync(cwd);
    writeFileSync(
      path.join(cwd, 'staging.json'),
      JSON.stringify({ ...broken.target, name: 'staging' }),
    );
    await assay(
      [
        'run',
        '--target',
        'staging.json',
        '--check',
        'export.filter.equal',
        '--reporter',
        'sarif',
        '--out',
        'out',
      ],
      {},
      undefined,
      cwd,
    );
    const [run] = JSON.parse(read(cwd, 'out', 'results.sarif')).runs;
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('staging.json');
    expect(run.tool.driver.rules[0].fullDescription.text).not.toBe('');
  });

  it('names the clause, what was expected, a curl and a replay for a failure, and breaks the gate', async () => {
    const { code, out, err } = await assay(
      ['run', '--out', newFolder(), '--check', 'export.filter.equal'],
      broken.environment(),
    );
    expect(code).toBe(1);
    expect(out).toMatch(/✗ EXP-FILT-1 {2}`=` compares texts without blanks at their ends/);
    expect(out).toMatch(/expected {2}only the records where/);
    expect(out).toContain('"${EXPORT_TOKEN}"');
    expect(out).toContain('re-run    npx --no -- assay run --check export.filter.equal --seed 1');
    expect(err).toContain('The gate does not hold: 1 check failed.');
  });

  it('skips what is not configured, with the names of the settings', async () => {
    const { EXPORT_BASE_URL = '' } = reference.environment();
    const { out } = await assay(['run', '--out', newFolder(), '--interface', 'export'], {
      EXPORT_BASE_URL,
    });
    expect(out).toContain('export.destination (EXPORT_TOKEN, EXPORT_DESTINATION_ID)');
  });

  it('ends with 130 and whole files when it is interrupted', async () => {
    const stop = new AbortController();
    const dir = newFolder();
    stop.abort();
    const { code } = await assay(['run', '--out', dir], reference.environment(), stop.signal);
    expect(code).toBe(130);
    expect((JSON.parse(read(dir, 'report.json')) as RunReport).interrupted).toBe(true);
    expect(readLedger(path.join(dir, 'ledger.ndjson.gz')).footer?.interrupted).toBe(true);
  });
});

describe('resume', () => {
  it('refuses a ledger that came to its end, and one of another target', async () => {
    const dir = newFolder();
    await assay(['run', '--out', dir, '--interface', 'handover'], reference.environment());
    const file = path.join(dir, 'ledger.ndjson.gz');
    expect(await assay(['run', '--resume', file], reference.environment())).toMatchObject({
      code: 2,
      err: expect.stringContaining('is complete'),
    });
    const cut = path.join(folder, 'other.ndjson');
    writeFileSync(cut, `${textOfLedger(file).split('\n')[0]}\n`);
    expect(await assay(['run', '--resume', cut], broken.environment())).toMatchObject({
      code: 2,
      err: expect.stringContaining('another target'),
    });
  });
});

describe('baseline', () => {
  it('accepts what it names with a reason, and complains of what is new, stale, expired or unexplained', async () => {
    const file = path.join(folder, 'baseline.json');
    const options = ['--check', 'platform.walk.complete', '--baseline', file];
    const run = (environment: Readonly<Record<string, string>>, ...more: readonly string[]) =>
      assay(['run', '--out', newFolder(), ...options, ...more], environment);
    expect(await run(broken.environment(), '--update-baseline')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no reason'),
    });
    const entry = { check: 'platform.walk.complete', reason: 'known, see 17' };
    const write = (...accepted: readonly object[]): void =>
      writeFileSync(file, JSON.stringify({ accepted }));
    write(entry);
    expect((await run(broken.environment())).code).toBe(0);
    expect(await run(reference.environment())).toMatchObject({
      code: 1,
      err: expect.stringContaining('stale'),
    });
    write({ ...entry, expires: '2025-12-31' });
    expect(await run(broken.environment())).toMatchObject({
      code: 1,
      err: expect.stringContaining('expired on 2025-12-31'),
    });
    write();
    expect((await run(broken.environment())).code).toBe(1);
    write({ check: 'x' });
    expect((await run(broken.environment())).code).toBe(2);
  });

  it('passes with the entries that it wrote, and passes again when it is reported from its ledger', async () => {
    const file = path.join(folder, 'written.json');
    const dir = newFolder();
    const options = ['--check', 'platform.walk.complete', '--baseline', file, '--out', dir];
    const write = [...options, '--update-baseline', '--reason', 'known, see 17'];
    await assay(['run', ...write], broken.environment());
    expect(JSON.parse(read(file)).accepted).toEqual([
      expect.objectContaining({ check: 'platform.walk.complete', finding: expect.anything() }),
    ]);
    expect((await assay(['run', ...options], broken.environment())).code).toBe(0);
    const { code, out } = await assay(['report', path.join(dir, 'ledger.ndjson.gz'), '--json']);
    expect(code).toBe(0);
    expect(checkSchema('run-report', JSON.parse(out))).toHaveProperty('value');
    expect(JSON.parse(out)).toMatchObject({ accepted: 1, findings: [] });
    expect(out).toBe(read(dir, 'report.json'));
  });
});

describe('wrong usage', () => {
  it.each([
    [['run', '--interface', 'exprot'], 'The nearest is "export"'],
    [['run', '--check', 'export.filter.equals'], 'The nearest is "export.filter.equal"'],
    [['run', '--target', 'missing.json'], 'cannot be read'],
    [['run', '--max-requests', '0'], 'at least 1'],
    [['run', '--reporter', 'pdf'], 'There is no reporter "pdf"'],
    [['run', '--replay', '0:1'], 'needs --check'],
    [['run', '--update-baseline'], 'name it with --baseline'],
    [['run', '--rerun', 'green', 'x'], '--rerun takes a verdict'],
    [['explain', 'EXP-FILT-99'], 'The nearest is'],
    [['report', 'missing.ndjson'], 'cannot be read'],
    [['list', 'fruits'], 'fruits'],
    [['unknown'], 'unknown command'],
  ])('%j is exit 2 with a remedy and without a stack', async (argv, message) => {
    const { code, err } = await assay(argv, reference.environment());
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n {4}at /);
  });
});

it('lists and explains clauses, checks and defects', async () => {
  const { out } = await assay(['list', 'clauses', '--json']);
  expect((JSON.parse(out) as unknown[]).length).toBeGreaterThan(100);
  expect((await assay(['list', 'clauses'])).out).toMatch(/^id +level +text +checks\nEXP-ROOT-1 /);
  expect((await assay(['explain', 'fruits'])).err).toBe(
    'There is no clause, check or defect "fruits". "assay list" with "clauses", "checks" or "defects" shows them.\n',
  );
  expect((await assay(['explain', 'EXP-FILT-18'])).out).toContain('export.filter.null-left-out');
  expect((await assay(['explain', 'export.filter.equals-trims'])).out).toContain(
    'assay serve --defect',
  );
  expect((await assay(['data'])).out.split('\n')).toHaveLength(1001);
});

it('prints the OpenAPI document, and says where the reference server has it', async () => {
  const { out } = await assay(['list', 'openapi']);
  expect(JSON.parse(out)).toEqual(openApiDocument());
  const { err } = await assay(['serve'], {}, AbortSignal.abort());
  expect(err).toMatch(/described at http:\/\/127\.0\.0\.1:\d+\/openapi\.json\./);
});

it('writes .env and a target file once, and keeps .env.example true', async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'assay-init-'));
  const init = () => assay(['init'], {}, new AbortController().signal, own);
  expect((await init()).out).toBe('.env\nassay.target.json\n.gitignore\n');
  expect(read(own, '.gitignore')).toBe('.env\n');
  expect(read(own, '.env')).toBe(environmentFile());
  expect((await init()).err).toContain('.env already exists');
  expect(read(packageRoot, '.env.example')).toBe(environmentFile());
});

it('takes the interfaces from the environment where the target file names none, and says what it does not use', async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'assay-init-'));
  const run = (...args: string[]) => assay(args, {}, new AbortController().signal, own);
  await run('init');
  writeFileSync(
    path.join(own, '.env'),
    'PLATFORM_BASE_URL=http://127.0.0.1:9/core\nPLATFORM_COLLECTIONS=a\nCDE_TOKEN=abc-def-1\n',
  );
  expect((await run('run', '--dry-run', '--check', 'platform.page.shape')).out).toContain(
    'platform.page.shape',
  );
  rmSync(path.join(own, 'assay.target.json'));
  await run('init', '--from', '.env');
  const written = JSON.parse(read(own, 'assay.target.json'));
  expect(written.platform).toEqual({ baseUrl: 'http://127.0.0.1:9/core', collections: ['a'] });
  expect(written.pace).toBe('60/min');
  writeFileSync(
    path.join(own, 'assay.target.json'),
    JSON.stringify({ platform: written.platform }),
  );
  const dry = await run('run', '--dry-run', '--max-requests', '3');
  expect(dry.out).toMatch(/^requests +level +check +clauses\n/);
  expect(dry.out).toMatch(
    /^Skipped +\d+ {2}budget: they need \d+ more requests; raise --max-requests$/m,
  );
  expect(dry.err).toContain('CDE_TOKEN: set in .env, but assay.target.json does not use it');
  expect(await run('doctor')).toMatchObject({
    code: 3,
    out: expect.stringContaining('connection refused'),
  });
  writeFileSync(
    path.join(own, 'assay.target.json'),
    JSON.stringify({ export: { baseUrl: 'http://127.0.0.1:9' } }),
  );
  expect((await run('doctor')).out).not.toContain('accepts the credentials');
});

it('opens nothing where there was no run, and says what to name', async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'assay-open-'));
  const open = (...args: string[]) =>
    assay(['open', ...args], {}, new AbortController().signal, own);
  expect(await open()).toMatchObject({ code: 2, err: expect.stringContaining('name a ledger') });
  expect(await open('here')).toMatchObject({
    code: 2,
    err: expect.stringContaining('report.html does not exist'),
  });
});

it.each(Object.keys(ciFiles))(
  'writes a workflow for %s that names a version, and never over another',
  async (name) => {
    const own = mkdtempSync(path.join(tmpdir(), 'assay-init-'));
    const init = () => assay(['init', '--ci', name], {}, new AbortController().signal, own);
    const file = ciFiles[name]?.file ?? '';
    expect((await init()).out).toContain(file);
    expect(read(own, file)).toContain(toolVersion());
    writeFileSync(path.join(own, file), 'mine');
    expect((await init()).err).toContain(`${file} already exists`);
    expect(read(own, file)).toBe('mine');
    expect(await assay(['init', '--ci', 'jenkins'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Known: github, gitlab'),
    });
  },
);

it('shows the workflow that it writes', () => {
  expect(read(packageRoot, 'examples/github-workflow.yml')).toBe(ciFiles.github?.text());
});

it('says what it has to say as lines of JSON', async () => {
  const { code, err } = await assay(['run', '--log', 'json'], {}, undefined, '/');
  expect(code).toBe(2);
  expect(
    err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      time: expect.stringMatching(/^2026-01-01T00:00:0/),
      message: expect.stringMatching(/^No target is named/),
    },
  ]);
});

it('leaves `--log json` after `--` to the command of the client', async () => {
  const { err } = await assay(['run', '--', '--log', 'json'], {}, undefined, '/');
  expect(err).not.toMatch(/^\{"time"/);
});

it('prints the pages of the documentation, and lists no folders', async () => {
  expect((await assay(['help', 'formats'])).out).toContain('# ');
  expect((await assay(['help', 'decisions'])).err).toMatch(
    /^Unknown command or page "decisions"\. .*Pages: ci, clients, commands, extending, /,
  );
});
