import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/schema/validate.js';
import { clientsSuite } from './clients/index.js';
import { suites } from './index.js';

const texts = new Map(
  [...suites, clientsSuite].flatMap(({ clauses }) => Object.entries(clauses).map(([id, { text }]) => [id, text])),
);

const folder = path.join(packageRoot, 'suites');
// What reviews every answer of a run says in its own words where a clause begins.
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(?:clauses|sources)\.ts$|interactions/.test(file))
  .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);

/** `// EXP-ROOT-1: what it says`, over as many lines as it takes. */
const QUOTATION = /^ *\/\/ ([A-Z]+-[A-Z]+-\d+): (.*(?:\n *\/\/ (?![A-Z]+-[A-Z]+-\d+: ).*)*)/gm;

const quotations = (source: string): ReadonlyMap<string, string> =>
  new Map([...source.matchAll(QUOTATION)].map(([, id = '', text = '']) => [id, text.replace(/\n *\/\/ /g, ' ')]));

it('quotes a clause as the catalogue has it', () => {
  for (const [file, source] of files) {
    for (const [id, text] of quotations(source)) expect([file, id, text]).toEqual([file, id, texts.get(id)]);
  }
});

it('quotes each clause above the check that judges it', () => {
  for (const [file, source] of files) {
    const quoted = quotations(source);
    const judged = [...source.matchAll(/^ *clauses: \[('.*')\],?$/gm)].flatMap(
      ([, ids = '']) => ids.match(/[\w-]+/g) ?? [],
    );
    expect([file, judged.filter((id) => !quoted.has(id))]).toEqual([file, []]);
  }
});
