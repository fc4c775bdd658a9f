import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { EXAMPLES, helpExamples } from '../src/cli/commands/help-examples.js';
import { EXIT } from '../src/cli/io.js';
import { buildProgram } from '../src/cli/program.js';
import { PACED_BUDGET } from '../src/harness/index.js';
import { systemClock } from '../src/http/index.js';
import { DEFECTS, VARIANTS } from '../src/reference/index.js';
import { printers, reporters } from '../src/report/index.js';
import { packageRoot } from '../src/schema/validate.js';
import { FAULTS } from '../src/selftest/faults.js';
import { settings } from '../src/settings/index.js';
import { tasks } from '../suites/clients/script.js';
import { suites } from '../suites/index.js';

/** README and the pages that it leads to, each with the folder that its links start from. */
const pages = [
  { file: 'README.md', folder: '' },
  ...readdirSync(path.join(packageRoot, 'docs'), { recursive: true })
    .map((name) => path.posix.join('docs', String(name).replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, folder: path.posix.dirname(file) })),
].map((page) => ({ ...page, text: readFileSync(path.join(packageRoot, page.file), 'utf8') }));
const readme = pages.map(({ text }) => text).join('\n\n');

/**
 * The cells of the table whose header begins so, a list for each row, without the marks of code.
 */
function tableOf(header: string): readonly (readonly string[])[] {
  const rows =
    readme
      .slice(readme.indexOf(`| ${header} |`))
      .split('\n\n')[0]
      ?.split('\n')
      .slice(2) ?? [];
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

const quiet = { out: () => undefined, err: () => undefined };
const program = buildProgram(
  {
    ...quiet,
    environment: {},
    cwd: packageRoot,
    terminal: { out: false, err: false },
    signal: new AbortController().signal,
    clock: systemClock,
  },
  () => undefined,
);

/** Command lines of Assay in the blocks of README, without comments, redirections and what comes before. */
const lines = [...readme.matchAll(/^(?:- run: )?(?:[A-Z_]+=\S+ )*npx assay ([^\n#>]+)/gm)].map(
  ([, line = '']) => line.trim(),
);

describe('README', () => {
  it('has every setting of the environment, its place and what it is for', () => {
    const wanted = settings.flatMap(({ variable, path: place, about }) =>
      variable === undefined ? [] : [[variable, place, about]],
    );
    expect(tableOf('setting')).toEqual(wanted);
  });

  it('has every command', () => {
    const named = tableOf('command').map(([name]) => name);
    expect([...named].sort()).toEqual(program.commands.map((one) => one.name()).sort());
  });

  it('has every option of run', () => {
    const run = program.commands.find((one) => one.name() === 'run');
    expect(tableOf('option of run').map(([flags]) => flags)).toEqual(
      run?.options.filter(({ hidden }) => !hidden).map(({ flags }) => flags),
    );
  });

  it('names every task of a client, and what comes with it', () => {
    const named = tableOf('task').map(([task = '']) => task.split(' ')[0]);
    expect(named).toEqual(Object.keys(tasks).map((task) => task.split(' ')[0]));
  });

  it('keeps the help of every command to one screen of 80 columns and 40 lines', () => {
    for (const command of [program, ...program.commands]) {
      const help = `${command.helpInformation()}${helpExamples(command.name())}`;
      expect(help.trimEnd().split('\n').length, command.name()).toBeLessThanOrEqual(40);
    }
  });

  it('has every exit code', () => {
    expect(tableOf('exit code').map(([code]) => Number(code))).toEqual(Object.values(EXIT));
  });

  it('has every report', () => {
    const wanted = Object.entries(reporters).map(([name, { file }]) => [name, file]);
    expect(tableOf('reporter').map(([name, file]) => [name, file])).toEqual([
      ['terminal', 'stdout'],
      ...wanted,
      ...Object.keys(printers).map((name) => [name, 'stdout']),
    ]);
  });

  it('names every library that is shipped', () => {
    const { dependencies } = JSON.parse(
      readFileSync(path.join(packageRoot, 'package.json'), 'utf8'),
    );
    const named = tableOf('library').flatMap(([names = '']) => names.split(', '));
    expect(named).toEqual(Object.keys(dependencies));
  });

  it('tells the numbers of today', () => {
    const counted: readonly (readonly [RegExp, number])[] = [
      [/in over (\d+) ways/, DEFECTS.length],
      [/over (\d+) broken clients/, FAULTS.length - DEFECTS.length],
      [/over (\d+) conforming variants/, VARIANTS.length],
    ];
    for (const [words, count] of counted)
      expect(count).toBeGreaterThan(Number(words.exec(readme)?.[1]));
    expect(readme).toContain(`budget of ${PACED_BUDGET} requests`);
  });

  const examples = Object.values(EXAMPLES)
    .flat()
    .map((line) => line.replace(/^assay /, ''));
  it.each([...lines, ...examples.map((line) => line.replace(/ > .*/, ''))])(
    'shows a command line that is understood: %s',
    (line) => {
      const words = line.match(/'[^']*'|\S+/g)?.map((word) => word.replace(/^'|'$/g, '')) ?? [];
      const command = program.commands.find((one) => one.name() === words[0]);
      expect(command).toBeDefined();
      const known = new Set(['--help', '--', ...(command?.options.map(({ long }) => long) ?? [])]);
      const end = words.indexOf('--');
      const options = words
        .slice(0, end < 0 ? undefined : end)
        .filter((word) => word.startsWith('--'));
      expect(options.filter((word) => !known.has(word))).toEqual([]);
      if (line.includes('--reporter')) {
        const names = /--reporter (\S+)/.exec(line)?.[1]?.split(',') ?? [];
        expect(
          names.filter(
            (name) =>
              !['terminal', ...Object.keys(reporters), ...Object.keys(printers)].includes(name),
          ),
        ).toEqual([]);
      }
    },
  );

  const others = ['CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md'].concat(
    ['suites', 'suites/load', 'examples'].map((folder) => `${folder}/README.md`),
  );
  it.each([...pages.map(({ file }) => file), ...others])(
    'links only to files and headings that exist: %s',
    (file) => {
      const text = readFileSync(path.join(packageRoot, file), 'utf8');
      for (const [link, to = '', heading] of text.matchAll(/\]\(([^)#:]*)(?:#([^)]*))?\)/g)) {
        const linked = path.join(packageRoot, to === '' ? file : path.join(path.dirname(file), to));
        expect(existsSync(linked), link).toBe(true);
        if (heading === undefined) continue;
        const headings = [...readFileSync(linked, 'utf8').matchAll(/^#+ (.*)$/gm)].map(
          ([, words = '']) =>
            words
              .toLowerCase()
              .replace(/[^\w -]/g, '')
              .replaceAll(' ', '-'),
        );
        expect(headings, link).toContain(heading);
      }
    },
  );

  it('is read in one sitting, and leads to every page', () => {
    const [first, ...others] = pages;
    expect(first?.text.split('\n').length).toBeLessThanOrEqual(181);
    for (const { file } of others) expect(first?.text).toContain(`](${file})`);
  });
});

it('shows examples for every command in its help', () => {
  for (const command of program.commands) {
    expect(EXAMPLES[command.name()]?.length, command.name()).toBeGreaterThan(0);
    expect(() => command.helpInformation()).not.toThrow(CommanderError);
  }
});

it.each(suites)('the run shown in the README has as many checks of $interface', (suite) => {
  const [, counts = ''] = new RegExp(`^${suite.interface} +(\\d.*)$`, 'm').exec(readme) ?? [];
  const shown = (counts.match(/\d+/g) ?? []).reduce((sum, count) => sum + Number(count), 0);
  expect(shown, `the line \`${suite.interface} ${counts}\` of README.md`).toBe(suite.checks.length);
});
