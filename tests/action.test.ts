import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.js';
import { systemClock } from '../src/http/index.js';
import { packageRoot } from '../src/schema/validate.js';

const action = readFileSync(path.join(packageRoot, 'action.yml'), 'utf8');
const inputs = [...(action.split('\noutputs:')[0] ?? '').matchAll(/^ {2}([\w-]+):$/gm)].map(
  ([, name = '']) => name,
);

/** Options of run that are for somebody who sits before it, or that the action sets itself. */
const NOT_OURS = [
  'dry-run',
  'replay',
  'reporter',
  'json',
  'verbose',
  'quiet',
  'update-baseline',
  'reason',
  'generated',
  'resume',
  'rerun',
];

it('has an input for every option of run that a workflow has a use for', () => {
  const none = new AbortController().signal;
  const io = {
    out: () => undefined,
    err: () => undefined,
    environment: {},
    cwd: '.',
    clock: systemClock,
    signal: none,
  };
  const program = buildProgram({ ...io, terminal: { out: false, err: false } }, () => undefined);
  const run = program.commands.find((one) => one.name() === 'run');
  const options = (run?.options ?? [])
    .filter(({ hidden }) => !hidden)
    .map(({ long }) => long?.slice(2) ?? '');
  expect([...inputs].sort()).toEqual(options.filter((name) => !NOT_OURS.includes(name)).sort());
  for (const name of inputs)
    expect(action).toContain(
      `IN_${name.replaceAll('-', '_').toUpperCase()}: \${{ inputs.${name} }}`,
    );
});

/**
 * Runs the step of the action in folders whose names have blanks, with a command that says how it
 * was called.
 */
function judge(given: Readonly<Record<string, string>>, command: string, status: number) {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'assay-action-')), 'an action');
  const cwd = path.join(folder, 'a repository');
  mkdirSync(path.join(folder, 'dist/src/cli'), { recursive: true });
  mkdirSync(path.join(folder, 'scripts'));
  mkdirSync(cwd);
  copyFileSync(path.join(packageRoot, 'scripts/action.sh'), path.join(folder, 'scripts/action.sh'));
  writeFileSync(path.join(folder, 'dist/src/cli/main.js'), command);
  writeFileSync(path.join(folder, 'package.json'), '{}');
  const step = /run: '("\$ASSAY_ACTION.*")'/.exec(action)?.[1] ?? '';
  const env = {
    PATH: process.env.PATH,
    ASSAY_ACTION: folder,
    GITHUB_STEP_SUMMARY: path.join(cwd, 'summary'),
    GITHUB_OUTPUT: path.join(cwd, 'output'),
    IN_OUT: 'the out',
    ...given,
  };
  const done = spawnSync('bash', ['-c', step], { cwd, env, encoding: 'utf8' });
  expect(done.status, done.stderr).toBe(status);
  const read = (name: string): string =>
    existsSync(path.join(cwd, name)) ? readFileSync(path.join(cwd, name), 'utf8') : '';
  return {
    words: read('called.json'),
    summary: read('summary'),
    output: read('output'),
    printed: done.stdout,
    log: done.stderr,
  };
}

const REPORTS = `const fs = require('node:fs');
  fs.writeFileSync('called.json', JSON.stringify(process.argv.slice(2)));
  const report = (folder, ratio) => {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(folder + '/summary.md', 'summary of ' + ratio + '\\n');
    fs.writeFileSync(folder + '/report.json', JSON.stringify({ conformance: { ratio }, coverage: { ratio: 1 } }));
  };
  report('the out/one', 0.5);
  report('the out/two', 0.25);
  process.exit(1);`;

it('passes its inputs on, with their spaces, and writes the summary and the least ratios of several targets', () => {
  const given = {
    IN_TARGET: 'one target.json\ntwo.json\n',
    IN_CLAUSE: 'EXP-FILT-1,EXP-FILT-2',
    IN_SEED: '7',
    IN_STRICT: 'true',
    IN_INSECURE: 'false',
    IN_CHECK: '',
  };
  const { words, summary, output, printed } = judge(given, REPORTS, 1);
  expect(printed).toBe('');
  expect(JSON.parse(words)).toEqual([
    ...[
      'run',
      '--out',
      'the out',
      '--reporter',
      'json,html,junit,ctrf,sarif,markdown,badge,github',
    ],
    ...['--target', 'one target.json', '--target', 'two.json'],
    ...['--clause', 'EXP-FILT-1,EXP-FILT-2', '--seed', '7', '--strict'],
  ]);
  expect(summary).toBe('summary of 0.5\nsummary of 0.25\n');
  expect(output).toMatch(/^cli=.*main\.js\nconformance=0\.25\ncoverage=1\n$/);
});

it.each([2, 3])(
  'says why the target could not be tested in an annotation and in the summary: exit code %i',
  (code) => {
    const message = 'refers to ${EXPORT_TOKEN}, but EXPORT_TOKEN is not set: 100 %';
    const progress = '5 of about 10 requests, 1 checks done, 0 failed';
    const { summary, printed, log } = judge(
      {},
      `console.log('on stdout'); console.error(${JSON.stringify(`${progress}\n${message}\nnext`)}); process.exit(${code});`,
      code,
    );
    expect(printed).toBe(`on stdout\n::error title=Assay::${message.replace('%', '%25')}%0Anext\n`);
    expect(summary).toBe(`**Assay could not test the target**\n\n    ${message}\n    next\n\n`);
    expect(log).toContain(`${progress}\n${message}\nnext\n`);
  },
);
