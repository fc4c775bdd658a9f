import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clientsSuite } from '../../suites/clients/index.js';
import { suites } from '../../suites/index.js';
import { packageRoot } from '../schema/validate.js';
import { FAULTS } from './faults.js';

const renewing = (clauses: string): string =>
  `npm run assay -- selftest --clause ${clauses} --matrix suites/MATRIX.md`;

/** The lines below the heading of each clause. */
const sections = new Map(
  readFileSync(path.join(packageRoot, 'suites', 'MATRIX.md'), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading.split(' ')[0] ?? '', lines] as const;
    }),
);

it('lists the current checks of every clause', () => {
  for (const { clauses, checks } of [...suites, clientsSuite]) {
    for (const id of Object.keys(clauses)) {
      const wanted = checks
        .filter((check) => check.clauses.includes(id))
        .map((check) => `- \`${check.id}\``);
      const listed = sections.get(id)?.filter((line) => line.startsWith('- '));
      expect(listed, `MATRIX.md is outdated: ${renewing(id)}`).toEqual(wanted);
    }
  }
});

it('lists every defect below its clause, caught by a check of that clause', () => {
  const missing = FAULTS.filter(({ id, clause }) => {
    const defect = id.split('.').slice(1).join('.');
    return !sections.get(clause)?.includes(`  - ${defect}`);
  });
  const clauses = [...new Set(missing.map(({ clause }) => clause))].join();
  expect(
    missing.map(({ id }) => id),
    `MATRIX.md is outdated: ${renewing(clauses)}`,
  ).toEqual([]);
});

it('has no long line', () => {
  const lines = [...sections.values()].flat();
  expect(lines.filter(({ length }) => length > 200)).toEqual([]);
});
