import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Reference, startReference } from '../../src/reference/index.js';
import type { RunReport } from '../../src/schema/types.js';
import { assay } from './assay.js';

let broken: Reference;
const cwd = mkdtempSync(path.join(tmpdir(), 'assay-bail-'));
beforeAll(async () => {
  broken = await startReference({ defects: ['platform.last-entity-lost'] });
  const { platform } = broken.target;
  writeFileSync(
    path.join(cwd, 'bad.json'),
    JSON.stringify({ name: 'bad', concurrency: 1, platform }),
  );
});
afterAll(() => broken.close());

async function run(
  ...more: readonly string[]
): Promise<{ code: number; err: string; report: RunReport }> {
  const { code, err, out } = await assay(['run', '--target', 'bad.json', '--json', ...more], {
    cwd,
  });
  return { code, err, report: out === '' ? undefined : JSON.parse(out) };
}

const failed = ({ checks }: RunReport): string[] =>
  checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
const NOT_ASKED = /^not run: the run ended after 1 failed check \(--bail 1\)$/;

it('ends after so many failures, and says of each check that was left out that it was', async () => {
  const whole = await run();
  const { code, report } = await run('--bail', '1');
  expect(code).toBe(1);
  expect(failed(report)).toHaveLength(1);
  expect(failed(whole.report).length).toBeGreaterThan(1);
  expect(report.checks.map(({ id }) => id).sort()).toEqual(
    whole.report.checks.map(({ id }) => id).sort(),
  );
  const left = report.checks.filter(
    ({ cause, reason }) => cause === 'prerequisite' && NOT_ASKED.test(reason ?? ''),
  );
  expect(left.length).toBeGreaterThan(5);
  expect(report.requests.sent).toBeLessThan(whole.report.requests.sent);
  expect(report.interrupted).toBe(false);
});

it('counts no failure that the baseline accepts', async () => {
  const [first = ''] = failed((await run('--bail', '1')).report);
  const [second = ''] = failed((await run('--bail', '2')).report).filter((id) => id !== first);
  const baseline = path.join(cwd, 'baseline.json');
  writeFileSync(baseline, JSON.stringify({ accepted: [{ check: first, reason: 'known' }] }));
  const { code, report } = await run('--bail', '1', '--baseline', baseline);
  expect(code).toBe(1);
  expect(failed(report)).toEqual(expect.arrayContaining([first, second]));
});

it('is refused where all failures are asked for', async () => {
  expect(await run('--bail', '1', '--baseline', 'b.json', '--update-baseline')).toMatchObject({
    code: 2,
  });
});
