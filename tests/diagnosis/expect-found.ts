import { expect } from 'vitest';
import { trial } from '../../src/cli/selftest/trial.js';
import { findingsOf } from '../../src/diagnosis/index.js';
import { defect } from '../../src/reference/defects/index.js';
import { variant } from '../../src/reference/variants/index.js';

/** The dictionary was learned on the reference dataset; here a defect is put to another one. */
export async function expectFound(id: string): Promise<void> {
  const { clause, interface: name } = defect(id);
  const verdicts = await trial(
    { ...variant('data.no-nulls').options, defects: [id] },
    { maxRequests: 250, wanted: (check) => check.interface === name },
  );
  const found = findingsOf(verdicts);
  expect(found).toHaveLength(1);
  expect([found[0]?.clause, found[0]?.faults[0]?.clause]).toContain(clause);
}
