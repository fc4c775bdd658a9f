import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { suites } from '../../../suites/index.js';
import { packageRoot } from '../../schema/validate.js';
import { definingFile } from './defining-file.js';

it('finds the file that defines a clause, for every clause', () => {
  const clauses = suites.flatMap((suite) => Object.keys(suite.clauses));
  const unknown = clauses.filter((clause) => definingFile(clause) === undefined);
  expect(unknown).toEqual([]);
  expect(definingFile('PLT-PAGE-3')).toBe('suites/platform/limit.ts');
  for (const clause of clauses)
    expect(existsSync(path.join(packageRoot, definingFile(clause) ?? ''))).toBe(true);
});
