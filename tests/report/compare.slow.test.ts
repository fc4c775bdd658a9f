import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../src/reference/index.js';
import { assay } from '../gate/assay.js';

/** Two servers on one set of settings: each has one defect that the other does not have. */
let before: Reference;
let after: Reference;
let cwd: string;

async function run(server: Reference, name: string, ...more: readonly string[]): Promise<void> {
  writeFileSync(path.join(cwd, `${name}.json`), JSON.stringify({ ...server.target, name: 'shop' }));
  await assay(
    ['run', '--target', `${name}.json`, '--interface', 'platform', '--out', name, ...more],
    { cwd },
  );
}

const changesBetween = async (a: string, b: string): Promise<readonly string[]> => {
  const { out } = await assay(['compare', a, b], { cwd });
  return out.split('\n').filter((line) => /^[✗✓!]/.test(line));
};

beforeAll(async () => {
  cwd = (await assay(['--version'])).cwd;
  before = await startReference({ defects: ['platform.count-is-the-limit'] });
  after = await startReference({ defects: ['platform.success-as-text'] });
  await run(before, 'whole-1');
  await run(before, 'whole-2');
  await run(before, 'few-1', '--max-requests', '15');
  await run(before, 'few-2', '--max-requests', '15');
  await run(after, 'next');
}, 120_000);

afterAll(() => Promise.all([before.close(), after.close()]));

describe('assay compare of real runs', () => {
  it.each([
    ['a whole run', 'whole-1', 'whole-2'],
    ['a budget', 'few-1', 'few-2'],
    ['a budget and a whole run', 'few-1', 'whole-1'],
    ['a whole run and a budget', 'whole-1', 'few-1'],
  ])('has no line for an unchanged target: %s', async (_, one, other) => {
    expect(await changesBetween(one, other)).toEqual([]);
  });

  it('has one line for a regression and one for a mend', async () => {
    expect(await changesBetween('whole-1', 'next')).toEqual([
      expect.stringMatching(
        /^✗ new finding {2}PLT-PAGE-1 {2}`success` is a text instead of a boolean/,
      ),
      expect.stringMatching(/^✓ finding gone {2}PLT-PAGE-2 {2}`count` is /),
    ]);
  });
});
