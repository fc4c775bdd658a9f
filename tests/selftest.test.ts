import { describe, expect, it } from 'vitest';
import { DEFECTS } from '../src/reference/index.js';
import { judgeDefect } from '../src/selftest/matrix.js';
import { INTERFACES } from '../src/settings/interfaces.js';

/** One defect of every sixth clause; `assay selftest` judges them all, and CI runs it. */
const sample = [
  ...new Map([...DEFECTS].reverse().map((defect) => [defect.clause, defect])).values(),
].filter((_, turn) => turn % 6 === 0);

describe.each(INTERFACES)('%s', (name) => {
  const mine = sample.filter((defect) => defect.interface === name);
  it(`catches a defect of each of ${mine.length} clauses by a check of that clause`, async () => {
    const survivors: string[] = [];
    for (const defect of mine) {
      const result = await judgeDefect(defect);
      if (result.killers.length === 0) survivors.push(defect.id);
    }
    expect(survivors).toEqual([]);
  }, 120_000);
});
