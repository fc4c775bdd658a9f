import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clientsSuite } from '../../suites/clients/index.js';
import { suites } from '../../suites/index.js';
import { packageRoot } from '../schema/validate.js';
import { FAULTS } from './faults.js';

const rows = new Map(
  readFileSync(path.join(packageRoot, 'suites', 'MATRIX.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| [A-Z]+-[A-Z]+-\d+ /.test(line))
    .map((line) => [line.split(' ')[1], line.split(' | ')] as const),
);

it('has a row for every clause, with the checks that judge it today', () => {
  for (const { clauses, checks } of [...suites, clientsSuite]) {
    for (const id of Object.keys(clauses)) {
      const wanted = checks
        .filter((check) => check.clauses.includes(id))
        .map((check) => `\`${check.id}\``);
      expect(rows.get(id)?.[2], id).toBe(wanted.join('<br>') || '-');
    }
  }
});

it('names every defect in the row of its clause, caught by a check of that clause', () => {
  const missing = FAULTS.filter(({ id, clause }) => {
    const caught = rows.get(clause)?.[3] ?? '';
    return !caught.split(/[ ,|]|<br>/).includes(id.split('.').slice(1).join('.'));
  });
  expect(missing.map(({ id }) => id)).toEqual([]);
});
