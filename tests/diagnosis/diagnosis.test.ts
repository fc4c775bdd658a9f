import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dictionary } from '../../src/diagnosis/index.js';
import { DEFECTS } from '../../src/reference/index.js';
import { packageRoot } from '../../src/schema/validate.js';
import { suites } from '../../suites/index.js';
import { expectFound } from './expect-found.js';

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

  it.each(['platform.cursor-inclusive', 'handover.no-authorization-needed'])(
    'names the clause of %s in one finding on data that it was not learned from',
    expectFound,
  );
});
