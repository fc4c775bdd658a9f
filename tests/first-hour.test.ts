import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { EXAMPLES } from '../src/cli/commands/help-examples.js';
import { ciFiles } from '../src/cli/setup/ci-files.js';
import { packageRoot } from '../src/schema/validate.js';
import { assay } from './gate/assay.js';
import { startChanged } from './gate/changed.js';

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'assay-first-'));
const ofAssay = (file: string): string => readFileSync(path.join(packageRoot, file), 'utf8');

it('init names a schema that exists, in a clone of Assay too', async () => {
  const { cwd } = await assay(['init'], { cwd: newFolder() });
  const { $schema } = JSON.parse(readFileSync(path.join(cwd, 'assay.target.json'), 'utf8'));
  expect(existsSync(path.resolve(cwd, $schema))).toBe(true);
});

it('doctor sends a dozen requests at most', async () => {
  const { environment, close, arrived } = await startChanged(() => undefined);
  try {
    const { code, out } = await assay(['doctor'], { environment: environment() });
    expect(code).toBe(0);
    expect(out).toMatch(/^A run +about \d+ requests/m);
    expect(arrived.length).toBeLessThanOrEqual(12);
  } finally {
    await close();
  }
});

it('a malformed baseline is refused before anything is sent', async () => {
  const { environment, close, arrived } = await startChanged(() => undefined);
  const cwd = newFolder();
  writeFileSync(path.join(cwd, 'baseline.json'), '{"accepted": [{"check": 5}]}');
  try {
    const { code, err } = await assay(['run', '--baseline', 'baseline.json'], {
      environment: environment(),
      cwd,
    });
    expect(code).toBe(2);
    expect(err).toMatch(
      /^The baseline .*baseline\.json does not conform to schemas\/baseline\.schema\.json/,
    );
    expect(arrived).toEqual([]);
  } finally {
    await close();
  }
});

it('names the missing settings of skipped checks in annotations and on stderr', async () => {
  const environment = {
    EXPORT_BASE_URL: 'http://127.0.0.1:9',
    EXPORT_SITE_ID: '1',
    EXPORT_CHANNEL_ID: '2',
    EXPORT_TOKEN: '',
  };
  const { code, out, err } = await assay(['run', '--reporter', 'github'], { environment });
  expect(code).toBe(3);
  expect(out).toMatch(
    /^::notice title=Assay%3A Missing settings::\d+ checks skipped: needs export\.destination \(EXPORT_TOKEN/m,
  );
  expect(err).toMatch(
    /^Not judged: no check has a verdict \(skipped \(configuration\): needs export\.destination \(EXPORT_TOKEN/,
  );
});

it.each(['bash', 'zsh', 'fish', 'powershell'])(
  'prints the completion script of %s',
  async (shell) => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      expect((await assay(['completion', shell])).code).toBe(0);
      expect(print.mock.calls.flat().join('\n')).toContain('assay');
    } finally {
      print.mockRestore();
    }
  },
);

it('writes a workflow with a time limit that runs on pull requests and uploads only what was written', () => {
  const text = ciFiles.github?.text();
  for (const part of [
    'pull_request:',
    'timeout-minutes:',
    'if-no-files-found: ignore',
    "hashFiles('assay-report/results.sarif')",
  ])
    expect(text).toContain(part);
});

it('the image is built in two stages and does not run as root', () => {
  const lines = ofAssay('Dockerfile').split('\n');
  expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
  expect(lines.indexOf('USER node')).toBeGreaterThan(
    lines.findLastIndex((line) => line.startsWith('RUN ')),
  );
  expect(lines.at(-2)).toBe('ENTRYPOINT ["assay"]');
});

it('the package names its repository, and runs nothing when it is installed', () => {
  const { repository, homepage, bugs, man, scripts } = JSON.parse(ofAssay('package.json'));
  for (const value of [repository, homepage, bugs, man]) expect(value).toEqual(expect.any(String));
  for (const name of ['prepare', 'preinstall', 'install', 'postinstall'])
    expect(scripts[name]).toBeUndefined();
});

it('groups what a budget left out, on the terminal and in the page', async () => {
  const { environment, close } = await startChanged(() => undefined);
  try {
    const { out, cwd } = await assay(['run', '--max-requests', '3', '--out', 'here'], {
      environment: environment(),
    });
    const words =
      /^Skipped +\d+ {2}budget: .*(they need \d+ more requests; raise --max-requests) \((\d+) checks\)/m;
    const [, left, checks] = words.exec(out) ?? [];
    expect(out.match(/they need/g)).toHaveLength(1);
    expect(readFileSync(path.join(cwd, 'here/report.html'), 'utf8')).toContain(
      `${checks} × budget: ${left}`,
    );
  } finally {
    await close();
  }
});

it('does not replace the reports of another target', async () => {
  const { target, close } = await startChanged(() => undefined);
  const cwd = newFolder();
  try {
    const run = (name: string) => {
      writeFileSync(
        path.join(cwd, `${name}.json`),
        JSON.stringify({ name, platform: target.platform }),
      );
      return assay(
        ['run', '--target', `${name}.json`, '--check', 'platform.page.shape', '--out', 'here'],
        { cwd },
      );
    };
    expect((await run('staging')).code).toBe(0);
    const other = await run('production');
    expect(other.code).toBe(2);
    expect(other.err).toMatch(
      /here contains the reports of staging, not of production: name another --out\./,
    );
    expect((await run('staging')).code).toBe(0);
  } finally {
    await close();
  }
});

it('load without a target is refused and names --reference', async () => {
  const { code, err } = await assay(['load', 'smoke']);
  expect(code).toBe(2);
  expect(err).toMatch(/^No target is named: .*--reference/);
});

it.runIf(process.platform === 'linux')('opens the page of a run', async () => {
  const cwd = newFolder();
  mkdirSync(path.join(cwd, 'here'));
  writeFileSync(path.join(cwd, 'here/report.html'), '<p>');
  writeFileSync(path.join(cwd, 'xdg-open'), '#!/bin/sh\n');
  chmodSync(path.join(cwd, 'xdg-open'), 0o755);
  vi.stubEnv('PATH', cwd);
  try {
    expect(await assay(['open', 'here'], { cwd })).toMatchObject({
      code: 0,
      out: `${cwd}/here/report.html\n`,
    });
  } finally {
    vi.unstubAllEnvs();
  }
});

const manual = path.join(packageRoot, 'dist/assay.1');
it.skipIf(!existsSync(manual))('the man page has a section for every command', () => {
  const sections = readFileSync(manual, 'utf8').match(/^\.SS \S+/gm) ?? [];
  expect(sections.map((line) => line.slice(4)).sort()).toEqual(Object.keys(EXAMPLES).sort());
});
