import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { profileFrom } from '../../src/load/profile/read.js';
import { packageRoot } from '../../src/schema/validate.js';
import { loadInFolder } from './load-command.js';

const { load, report } = loadInFolder();

const page = readFileSync(path.join(packageRoot, 'docs', 'k6.md'), 'utf8');
const [, text = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];

it('has the flow of "get started" in at most 40 lines', () => {
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(40);
  const plan = profileFrom(JSON.parse(text), 'get started');
  expect(plan.stages.map(({ to }) => to)).toEqual([20, 10, 0]);
  expect(plan.thresholds).toHaveLength(5);
});

it('runs it: stages, checks, groups, tags and a summary', async () => {
  const profile = JSON.parse(text);
  // Shorter, and with limits that say nothing about this machine.
  const quick = {
    ...profile,
    scenarios: profile.scenarios.map((one: object) => ({ ...one, think: '20ms' })),
    thresholds: profile.thresholds.map((one: { metric: string }) =>
      one.metric.startsWith('response') ? { ...one, max: '9s' } : one,
    ),
    drain: '30s',
  };
  const { code, out } = await load(quick, { options: { stages: '300ms:4,300ms:2,100ms:0' } });
  expect(out).toContain('✓ checks ≥ 99 %  100 %');
  expect(out).toMatch(/✓ response\.p95 of group=detail ≤ 9000 ms {2}\d/);
  expect(code).toBe(0);
  const { requests, outcome, captured, stages } = await report();
  expect(outcome).toBe('held');
  expect(stages).toHaveLength(3);
  expect(requests.map(({ title, tags }: { title: string; tags: object }) => [title, tags])).toEqual(
    [
      ['products', { group: 'list' }],
      ['one product', { group: 'detail' }],
    ],
  );
  expect(captured).toMatchObject([{ name: 'total', title: 'products' }]);
});
