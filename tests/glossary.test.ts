import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/schema/validate.js';

const textOf = (file: string): string => readFileSync(path.join(packageRoot, file), 'utf8');

const rows = textOf('docs/glossary.md')
  .split('\n')
  .flatMap((line) => /^\| ([a-z][a-z, ]*) \| /.exec(line)?.[1] ?? [])
  .filter((term) => term !== 'term');
const terms = new Set(rows.flatMap((row) => row.split(/, | /)));

/** Words of types that are not terms: plain English, or of the language and its libraries. */
const ORDINARY = new Set(
  `allows amount a changes condition cost coverage covering data decision derived deviation ended
   evidence explained explanation factor foreign given inquiry is kind last learn learning least left level log member
   most name note of one open option options order origin page part parts partial paced position
   prepared priority property record row ruling same body secret seen sender sent share
   shown skipped take table text trace tracer tuples unfinished value word written diagnose diagnosis
   exchanged answer`.split(/\s+/),
);

/** The words of a name, in the singular and without the ending of a verb. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/);

const isTerm = (word: string): boolean =>
  [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y'), word.replace(/(ned|ing|ed|ment)$/, '')]
    .flatMap((stem) => [stem, `${stem}e`])
    .some((stem) => terms.has(stem) || ORDINARY.has(stem));

it('defines the words with which the types of the harness are named', () => {
  const files = readdirSync(path.join(packageRoot, 'src/harness')).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const types = files.flatMap((file) =>
    [...textOf(`src/harness/${file}`).matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const unknown = types.filter((name) => !wordsOf(name).every(isTerm));
  expect(unknown).toEqual([]);
  expect(types.length).toBeGreaterThan(50);
});

it('has at most 40 entries, which code and documents use', () => {
  expect(rows.length).toBeLessThanOrEqual(40);
  const used = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'suites/README.md', 'docs/reports.md']
    .concat(readdirSync(path.join(packageRoot, 'docs')).map((name) => `docs/${name}`))
    .filter((file) => file.endsWith('.md') && file !== 'docs/glossary.md')
    .map(textOf)
    .concat(
      readdirSync(path.join(packageRoot, 'src/harness'))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => textOf(`src/harness/${file}`)),
    )
    .join('\n')
    .toLowerCase();
  expect([...terms].filter((term) => !used.includes(term))).toEqual([]);
});
