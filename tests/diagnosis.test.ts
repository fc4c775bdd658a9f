import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { trial } from '../src/cli/selftest/trial.js';
import { dictionary, findingsOf } from '../src/diagnosis/index.js';
import { DEFECTS } from '../src/reference/index.js';
import { variant } from '../src/reference/variants/index.js';
import { packageRoot } from '../src/schema/validate.js';
import { suites } from '../suites/index.js';

describe('the dictionary of faults', () => {
  it('knows every defect, in the words of today, by checks that are there, in less than 200 kB', () => {
    const known = dictionary();
    const words = (one: { id: string; clause: string; sentence: string }): string =>
      `${one.id} ${one.clause} ${one.sentence}`;
    expect(known.map(words)).toEqual(DEFECTS.map(words));
    const checks = new Set(suites.flatMap((suite) => suite.checks.map(({ id }) => id)));
    expect([...new Set(known.flatMap(({ noticed }) => noticed))].filter((id) => !checks.has(id))).toEqual([]);
    expect(statSync(path.join(packageRoot, 'schemas/faults.json')).size).toBeLessThan(200_000);
  });

  // Learned on the reference dataset, and put to another one.
  it.each([
    'export.lists.limit-ignored',
    'export.filter.not-in-is-in',
    'export.modes.total-ignores-filters',
    'export.auth.any-token-on-legacy-filtered',
    'platform.cursor-inclusive',
    'handover.no-authorization-needed',
  ])('names the clause of %s in one finding on data that it was not learned from', async (id) => {
    const { clause, interface: name } = DEFECTS.find((one) => one.id === id) ?? { clause: '', interface: '' };
    const verdicts = await trial(
      { ...variant('data.no-nulls').options, defects: [id] },
      { maxRequests: 250, wanted: (check) => check.interface === name },
    );
    const found = findingsOf(verdicts);
    expect(found).toHaveLength(1);
    expect([found[0]?.clause, found[0]?.faults[0]?.clause]).toContain(clause);
  });
});
